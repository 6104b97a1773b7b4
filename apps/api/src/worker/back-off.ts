/** Pauses between tries at what is not known yet. */
export interface BackOff {
  readonly firstS: number
  readonly longestS: number
}

/** How long to leave it after so many tries, the first of them being 1: twice as long each time, up to the longest. */
export function pauseSeconds(tries: number, { firstS, longestS }: BackOff): number {
  return Math.min(firstS * 2 ** (tries - 1), longestS)
}
