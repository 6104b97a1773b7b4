export interface Random {
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number
  pick<T>(choices: readonly T[]): T
}

/** Chance that can be had again: the same seed gives the same row of numbers (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed | 0
  function below(limit: number): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((((mixed ^ (mixed >>> 14)) >>> 0) * limit) / 2 ** 32) | 0
  }
  return {
    below,
    pick<T>(choices: readonly T[]): T {
      const index = below(choices.length)
      if (index >= choices.length) throw new Error('nothing to pick from')
      return choices[index] as T
    },
  }
}
