/**
 * How much is unread in a chat that was used on this phone before and has not been opened on this page: one call, again when the page is
 * seen again, and nothing else of the chat. Whoever never used it is never asked about.
 */
import { after } from '@kapao/browser/timers'
import { setChatDoor } from '../../lib/chat-door.ts'
import { isPageSeen, watchPageLife } from '../../lib/page-life.ts'
import { persistent, storageKeys } from '../../lib/storage.ts'
import { type Customer, findCustomer, idOf } from './customer.ts'
import { fetchHistory } from './history-call.ts'
import { HISTORY_PAGE } from './history-page.ts'
import { lastRead } from './saved.ts'
import { emptyTimeline, merge } from './timeline.ts'
import { unreadCount } from './unread.ts'

/** Coming and going between two apps is not worth a call each time. */
const ASK_EVERY_MS = 15_000
/** Why it failed is not looked at: whoever always says no is soon asked seldom. */
const SLOWER = 2

export function watchUnread(isMember: boolean, leaving: AbortSignal): void {
  const last = lastRead()
  if (last === null || leaving.aborted) return
  const { owner, atMs } = last
  // A guest's is not this member's, nor the other way round.
  if ((owner === persistent.get(storageKeys.guestId)) === isMember) return
  let customer: Customer | null = null
  let askedAtMs = 0
  let stopWaiting = () => {}
  let againMs = ASK_EVERY_MS
  async function ask() {
    if (!isPageSeen() || Date.now() - askedAtMs < ASK_EVERY_MS) return
    stopWaiting()
    askedAtMs = Date.now()
    customer ??= await findCustomer(isMember, leaving)
    // Nor is another member's who used this phone: a server may take the question for a session that is not to be trusted, and end it.
    if (customer !== null && idOf(customer) !== owner) return
    const page = customer && (await fetchHistory(customer, { skip: 0, limit: HISTORY_PAGE, signal: leaving }))
    if (leaving.aborted) return
    if (!page) {
      stopWaiting = after(againMs, () => void ask())
      againMs *= SLOWER
      return
    }
    againMs = ASK_EVERY_MS
    // A server that does not count leaves it to what this phone knows.
    const newest = merge(emptyTimeline, [...page.history].reverse(), { place: 'newer', settled: true })
    setChatDoor({ unread: page.unread ?? unreadCount(newest, atMs) })
  }
  const stopWatching = watchPageLife({ woke: () => void ask(), changed: () => {} })
  leaving.addEventListener('abort', () => {
    stopWatching()
    stopWaiting()
  })
  void ask()
}
