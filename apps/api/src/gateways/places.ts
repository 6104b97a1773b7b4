/** What a request is for: what is known of money hangs on it, or it only lets a player in to play. */
export type Errand = 'money' | 'way-in'

/** One that answers slowly holds so many of our requests and no more. */
const MOST_AT_ONCE = 64
/** Of these, so many may let somebody in: however slowly those are answered, the others are for money. */
const MOST_WAYS_IN = 16
/** Who waits takes nothing but some memory; a page of the bank's feed may bring a hundred at once. */
const MOST_WAITING = 500

/** The places of one outside system for our requests. */
export class Places {
  #taken = 0
  #waysIn = 0
  /** By what they came for, in the order in which they came. */
  readonly #waiting: Readonly<Record<Errand, Set<() => void>>> = { money: new Set(), 'way-in': new Set() }

  /** False where there is none. Whoever has one gives it back. */
  take(errand: Errand): boolean {
    if (this.#taken >= MOST_AT_ONCE || (errand === 'way-in' && this.#waysIn >= MOST_WAYS_IN)) return false
    this.#taken += 1
    if (errand === 'way-in') this.#waysIn += 1
    return true
  }

  /** As take, which has just said no, once there is one; false after so long. One that becomes free goes to who waits and to no newcomer. */
  wait(errand: Errand, mostMs: number): Promise<boolean> {
    const waiting = this.#waiting[errand]
    if (waiting.size >= MOST_WAITING) return Promise.resolve(false)
    return new Promise((resolve) => {
      const stop = (hasPlace: boolean) => {
        clearTimeout(timer)
        waiting.delete(begin)
        resolve(hasPlace)
      }
      const begin = () => stop(true)
      const timer = setTimeout(() => stop(false), mostMs)
      waiting.add(begin)
    })
  }

  giveBack(errand: Errand): void {
    this.#taken -= 1
    if (errand === 'way-in') this.#waysIn -= 1
    for (const next of ['money', 'way-in'] as const) {
      const [begin] = this.#waiting[next]
      if (begin && this.take(next)) begin()
    }
  }
}
