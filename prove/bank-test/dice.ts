// Chance that can be had again: the same seed draws the same, whatever else happens in between.
import { createHash } from 'node:crypto'

export class Dice {
  readonly #seed: string
  #state: number

  constructor(seed: string) {
    this.#seed = seed
    this.#state = createHash('sha256').update(seed).digest().readUInt32LE()
  }

  /** Dice of their own for somebody, so that one's draws do not depend on how often another drew. */
  of(name: string): Dice {
    return new Dice(`${this.#seed}/${name}`)
  }

  /** From 0 to below 1 (mulberry32). */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1))
  }

  chance(percent: number): boolean {
    return this.#next() * 100 < percent
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.between(0, from.length - 1)]
    if (picked === undefined) throw new Error('there is nothing to pick from')
    return picked
  }

  /** By weight. */
  weigh<T>(choices: readonly { readonly weight: number; readonly what: T }[]): T {
    let left = this.between(
      1,
      choices.reduce((sum, { weight }) => sum + weight, 0),
    )
    for (const { weight, what } of choices) {
      left -= weight
      if (left <= 0) return what
    }
    throw new Error('there is nothing to weigh')
  }

  /** A uuid that the seed decides. */
  uuid(): string {
    const digits = Array.from({ length: 32 }, () => this.between(0, 15).toString(16)).join('')
    return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
  }
}
