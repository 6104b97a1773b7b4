/** How far the customer has read: what was before their eyes for a moment, in a window that is seen, is told to the server. */

import { after } from '@kapao/browser/timers'
import { readChat } from '@kapao/contract/chat'
import { send } from '../../lib/http.ts'
import { mendAfterMs } from '../../lib/mending.ts'
import { isPageSeen } from '../../lib/page-life.ts'
import { type Customer, idOf } from './customer.ts'
import { saveReadMs, takeReadMs } from './saved.ts'
import type { Timeline } from './timeline.ts'
import { markFor, newestFromOthersMs, unreadCount } from './unread.ts'

const READ_AFTER_MS = 1000

interface Ports {
  readonly timeline: () => Timeline
  /** Whose messages these are, once that is known. */
  readonly customer: () => Customer | null
  readonly signal: () => AbortSignal
  readonly changed: () => void
}

export class Reading {
  readonly #ports: Ports
  #readMs = 0
  #isSeen = false
  #stop = () => {}

  constructor(ports: Ports) {
    this.#ports = ports
  }

  unreadIn(timeline: Timeline): number {
    return unreadCount(timeline, this.#readMs)
  }

  /** What this phone remembers of a customer who has just become known. */
  recall(customer: Customer): void {
    this.#readMs = takeReadMs(idOf(customer))
  }

  /** What the server counted as unread beside the newest messages. */
  isCounted(history: Parameters<typeof markFor>[0], unread: number | undefined): void {
    if (unread !== undefined) this.#readMs = Math.max(this.#readMs, markFor(history, unread) ?? 0)
  }

  /** Whether the other side's newest message is before the customer's eyes, as far as the screen knows. */
  setSeen(isSeen: boolean): void {
    if (isSeen === this.#isSeen) return
    this.#isSeen = isSeen
    this.soon()
  }

  soon(): void {
    this.stop()
    if (!this.#isSeen || !isPageSeen() || this.unreadIn(this.#ports.timeline()) === 0) return
    this.#stop = after(READ_AFTER_MS, () => void this.#read())
  }

  stop(): void {
    this.#stop()
  }

  async #read(): Promise<void> {
    const customer = this.#ports.customer()
    const atMs = newestFromOthersMs(this.#ports.timeline())
    if (!customer || !this.#isSeen || !isPageSeen()) return
    const { userId, guestId } = customer
    const body = { userId, guestId, readAt: new Date(atMs).toISOString() }
    const told = await send(readChat, { body, signal: this.#ports.signal() }).catch((): null => null)
    if (!told?.ok) {
      // Not told, it stays unread until it is.
      this.stop()
      this.#stop = after(mendAfterMs(told?.failure ?? null), () => void this.#read())
      return
    }
    this.#readMs = Math.max(this.#readMs, atMs)
    saveReadMs(idOf(customer), this.#readMs)
    this.#ports.changed()
  }
}
