/** What our own server lets through of the other end (another may not): somebody writes, everything up to here was read. */

import { after } from '@kapao/browser/timers'
import { readByDesk, typingFromDesk } from '@kapao/contract/chat'
import { safeParse } from 'valibot'

const TYPING_MS = 5000

export interface DeskHints {
  /** The name of who writes, "" when they have none; null when nobody does. */
  readonly typing: string | null
  readonly readMs: number
}

export class Desk {
  now: DeskHints = { typing: null, readMs: 0 }
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

  #change(change: Partial<DeskHints>): void {
    this.now = { ...this.now, ...change }
    this.#changed(this.now)
  }
}
