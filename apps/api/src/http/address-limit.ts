import type { Limits } from './limits.ts'

/**
 * Who asks for less than this part of the limit here is not worth telling the others about: with up to so many processes, nobody can
 * stay below it in each and be over the limit in all.
 */
const PARTS = 16
const MINUTE_MS = 60_000

/**
 * Requests of one address in the running minute, over all processes. Each counts its own in memory, so that no request waits for it, and
 * tells the others once a second, when it is told of theirs: an address is over its limit a second late at most.
 */
export class AddressLimit {
  readonly #limits: Limits
  #minute = 0
  /** Of this process. */
  #own = new Map<string, number>()
  /** Who of them is worth telling about. In a crowd they are few of very many, and are looked through each second. */
  #busy = new Set<string>()
  /** As much of it as the others know. */
  #told = new Map<string, number>()
  /** Of the others, as of the last exchange. */
  #elsewhere = new Map<string, number>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  #turn(minute: number): void {
    if (minute === this.#minute) return
    this.#minute = minute
    this.#own = new Map()
    this.#busy = new Set()
    this.#told = new Map()
    this.#elsewhere = new Map()
  }

  /** Whether this request is one too many. */
  isTooMany(address: string, perMinute: number, nowMs = Date.now()): boolean {
    this.#turn(Math.floor(nowMs / MINUTE_MS))
    const count = (this.#own.get(address) ?? 0) + 1
    this.#own.set(address, count)
    if (count > perMinute / PARTS) this.#busy.add(address)
    return count + (this.#elsewhere.get(address) ?? 0) > perMinute
  }

  /** Tells the others of the busy addresses here, and learns what they have counted. */
  async exchange(): Promise<void> {
    const minute = this.#minute
    const [own, told, elsewhere] = [this.#own, this.#told, this.#elsewhere]
    const busy = [...this.#busy]
      .map((address) => [address, own.get(address) ?? 0] as const)
      .filter(([address, count]) => count > (told.get(address) ?? 0))
    if (busy.length === 0) return
    const totals = await this.#limits.addAddressHits(
      minute,
      busy.map(([address, count]) => ({ address, hits: count - (told.get(address) ?? 0) })),
    )
    const counted = new Map(busy)
    for (const { address, hits } of totals) {
      const count = counted.get(address) ?? 0
      told.set(address, count)
      // A store that took another's place within the minute knows only what it was told since.
      elsewhere.set(address, Math.max(0, hits - count))
    }
  }
}
