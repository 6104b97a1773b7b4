/** What our own server lets through of the other end (another may not): somebody writes, everything up to here was read, it is ended. */

import { after } from '@kapao/browser/timers'
import { type EndedSession, endedSession, readByDesk, typingFromDesk } from '@kapao/contract/chat'
import { safeParse } from 'valibot'

const TYPING_MS = 5000

export interface DeskHints {
  /** The name of who writes, "" when they have none; null when nobody does. */
  readonly typing: string | null
  readonly readMs: number
  /** The session that was ended last, as far as that is known; another may have begun since. */
  readonly ended: EndedSession | null
}

export class Desk {
  now: DeskHints = { typing: null, readMs: 0, ended: null }
  readonly #changed: (hints: DeskHints) => void
  #stopTyping = () => {}

  constructor(changed: (hints: DeskHints) => void) {
    this.#changed = changed
  }

  types(raw: unknown): void {
    const parsed = safeParse(typingFromDesk, raw)
    if (!parsed.success) return
    this.#stopTyping()
    this.#stopTyping = after(TYPING_MS, () => this.wrote())
    this.#change({ typing: parsed.output.name })
  }

  /** What was being written is there. */
  wrote(): void {
    this.#stopTyping()
    if (this.now.typing !== null) this.#change({ typing: null })
  }

  hasRead(raw: unknown): void {
    const parsed = safeParse(readByDesk, raw)
    if (parsed.success) this.#change({ readMs: Math.max(this.now.readMs, Date.parse(parsed.output.readAt)) })
  }

  hasEnded(raw: unknown): void {
    const parsed = safeParse(endedSession, raw)
    if (parsed.success) this.#change({ ended: parsed.output })
  }

  /** What the newest page of the history says of both. */
  isKnown(readAt: string | undefined, ended: EndedSession | null): void {
    const readMs = Math.max(this.now.readMs, readAt === undefined ? 0 : Date.parse(readAt))
    if (readMs !== this.now.readMs || ended !== this.now.ended) this.#change({ readMs, ended })
  }

  /** What the server has of how the customer was helped in it. */
  isRated(sessionId: string, score: number): void {
    const { ended } = this.now
    if (ended?.session_id === sessionId) this.#change({ ended: { ...ended, score } })
  }

  #change(change: Partial<DeskHints>): void {
    this.now = { ...this.now, ...change }
    this.#changed(this.now)
  }
}
