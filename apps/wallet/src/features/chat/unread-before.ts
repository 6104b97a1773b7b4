/**
 * How much is unread in a chat that was used on this phone before and has not been opened on this page: one call, again when the page is
 * seen again, and nothing else of the chat. Whoever never used it is never asked about.
 */
import { setChatDoor } from '../../lib/chat-door.ts'
import { isPageSeen, watchPageLife } from '../../lib/page-life.ts'
import { persistent, storageKeys } from '../../lib/storage.ts'
import { HISTORY_PAGE } from './conversation.ts'
import { fetchHistory } from './history-call.ts'
import { savedReadMs } from './saved.ts'
import { emptyTimeline, merge } from './timeline.ts'
import { unreadCount } from './unread.ts'

/** Coming and going between two apps is not worth a call each time. */
const ASK_EVERY_MS = 15_000

/** Answers how to stop. */
export function watchUnread(isMember: boolean): () => void {
  const userId = (isMember && persistent.get(storageKeys.chatMember)) || ''
  const guestId = (!isMember && persistent.get(storageKeys.guestId)) || ''
  const owner = userId || guestId
  if (owner === '') return () => {}
  const leaving = new AbortController()
  let askedAtMs = 0
  async function ask() {
    if (!isPageSeen() || Date.now() - askedAtMs < ASK_EVERY_MS) return
    askedAtMs = Date.now()
    const customer = { userId, guestId, name: '', username: '' }
    const page = await fetchHistory(customer, { skip: 0, limit: HISTORY_PAGE, signal: leaving.signal })
    if (!page || leaving.signal.aborted) return
    // A server that does not count leaves it to what this phone knows.
    const newest = merge(emptyTimeline, [...page.history].reverse(), { place: 'newer', settled: true })
    setChatDoor({ unread: page.unread ?? unreadCount(newest, savedReadMs(owner)) })
  }
  const stopWatching = watchPageLife({ woke: () => void ask(), changed: () => {} })
  void ask()
  return () => {
    leaving.abort()
    stopWatching()
  }
}
