/** Every wait of the sandbox in one place, in real milliseconds; KAPAO_SANDBOX_TIME_SCALE shrinks them all for tests. */
export const HANG_MS = 30_000
export const SLOW_TRANSFER_MS = 65_000
/** Longer than an impatient operator would wait. */
export const LATE_STATUS_MS = 45_000
export const STALE_BALANCE_MS = 10_000
export const PAYOUT_DELAY_MS = 10_000
export const LATE_EVENT_MS = 5_000
export const OUT_OF_ORDER_MS = 3_000
export const SLOW_SMS_MS = 15_000
export const FEED_RETRY_FIRST_MS = 1_000
export const FEED_RETRY_LONGEST_MS = 60_000
export const FEED_RETRY_FOR_MS = 3_600_000
export const WEBHOOK_TIMEOUT_MS = 10_000
/** How often work that fell due is looked for; what is due at once does not wait for it. */
export const TICK_MS = 100

const SHORTEST_TICK_MS = 5

/** Whose time it is. What is answered takes the callback back. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  after(durationMs: number, work: () => void): () => void
  every(durationMs: number, work: () => void): () => void
}

export const realClock: Clock = {
  now: () => Date.now(),
  after(durationMs, work) {
    const timer = setTimeout(work, durationMs)
    return () => clearTimeout(timer)
  },
  every(durationMs, work) {
    const timer = setInterval(work, durationMs)
    return () => clearInterval(timer)
  },
}

/** The clock with the scale in it, and the owner of every timer, so that closing leaves none behind. */
export class Timing {
  readonly scale: number
  readonly #clock: Clock
  readonly #cancels = new Set<() => void>()
  readonly #closing = new AbortController()

  constructor(scale: number, clock: Clock) {
    this.scale = scale
    this.#clock = clock
  }

  get stopped(): boolean {
    return this.#closing.signal.aborted
  }

  /** Aborts when the sandbox closes. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  now(): number {
    return this.#clock.now()
  }

  scaled(durationMs: number): number {
    return Math.round(durationMs * this.scale)
  }

  /** The moment `durationMs` (scaled) from now. */
  after(durationMs: number): number {
    return this.now() + this.scaled(durationMs)
  }

  /** Resolves after the scaled wait; never, once stopped: the caller's connection is gone and the database closed by then. */
  sleep(durationMs: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.stopped) return
      const cancel = this.#clock.after(this.scaled(durationMs), () => {
        this.#cancels.delete(cancel)
        resolve()
      })
      this.#cancels.add(cancel)
    })
  }

  everyTick(work: () => void): void {
    this.#cancels.add(this.#clock.every(Math.max(SHORTEST_TICK_MS, this.scaled(TICK_MS)), work))
  }

  stop(): void {
    this.#closing.abort()
    for (const cancel of this.#cancels) cancel()
    this.#cancels.clear()
  }
}
