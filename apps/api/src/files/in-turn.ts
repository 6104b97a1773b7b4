/** Whose picture it is: a slip is money that must come within its hour, a guest may be anybody. */
export type Sender = 'slip' | 'known' | 'guest'

/** In whose order pictures have their turn: a slip before all others' that wait. */
const ORDER: readonly Sender[] = ['slip', 'known', 'guest']

/** More than this would wait too long to be worth it. */
const MOST_WAITING = 200

/**
 * Of these so many for a sender and all who come after them. Guests are counted by nothing but their address, and one picture of theirs may take
 * a second or two: twenty are half a minute for the last of them, and leave their places to those who are known.
 */
const SHARES: Readonly<Record<Sender, number>> = { slip: MOST_WAITING, known: MOST_WAITING / 2, guest: 20 }

interface Waiting {
  readonly sender: Sender
  start(): void
}

/** One picture after the other, whoever sent it: twenty decoded at once must not add up. */
export class PictureTurns {
  /** The one at work is among them. */
  readonly #inside: Record<Sender, number> = { slip: 0, known: 0, guest: 0 }
  #waiting: readonly Waiting[] = []
  #isAtWork = false

  /** Whether so many pictures wait already that another one of this sender's is better turned away. */
  isFarOff(sender: Sender): boolean {
    const count = (senders: readonly Sender[]) => senders.reduce((sum, one) => sum + this.#inside[one], 0)
    return count(ORDER) >= MOST_WAITING || count(ORDER.slice(ORDER.indexOf(sender))) >= SHARES[sender]
  }

  async take<T>(sender: Sender, work: () => Promise<T>): Promise<T> {
    this.#inside[sender] += 1
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting = [...this.#waiting, { sender, start: resolve }]
    this.#next()
    await promise
    try {
      return await work()
    } finally {
      this.#inside[sender] -= 1
      this.#isAtWork = false
      this.#next()
    }
  }

  #next(): void {
    if (this.#isAtWork) return
    const [next] = ORDER.flatMap((sender) => this.#waiting.filter((one) => one.sender === sender))
    if (!next) return
    this.#isAtWork = true
    this.#waiting = this.#waiting.filter((one) => one !== next)
    next.start()
  }
}

/** All of this process's: its slips and its chat wait for one processor. */
export const pictureTurns = new PictureTurns()
