import { randomInt } from 'node:crypto'

interface Weighted {
  readonly weight: number
}

/** The sum of all weights; with it a weight is a chance. */
export function totalWeight(slices: readonly Weighted[]): number {
  return slices.reduce((sum, { weight }) => sum + weight, 0)
}

/**
 * Draws one slice, each as often as its weight says. `random` answers a whole number from 0 to below its argument, all of them equally
 * likely; without one it is the cryptographic source, which nobody can foretell.
 */
export function draw<T extends Weighted>(
  slices: readonly T[],
  random: (below: number) => number = (below) => randomInt(below),
): T {
  let left = random(totalWeight(slices))
  for (const slice of slices) {
    left -= slice.weight
    if (left < 0) return slice
  }
  throw new Error('the weights do not reach what was drawn')
}

/** The chance of a slice in per cent, to four decimals. */
export function oddsOf({ weight }: Weighted, total: number): number {
  return Math.round((weight * 1_000_000) / total) / 10_000
}
