/** "04:59" for what is left, rounded up so that it ends exactly at 00:00; never negative, and past an hour "75:00". */
export function countdownText(leftMs: number): string {
  const seconds = secondsLeft(leftMs)
  const minutes = Math.floor(seconds / 60)
  return `${String(minutes).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}

/** Whole seconds left, rounded up, 0 when it is over or when the end is not a time. */
export function secondsLeft(leftMs: number): number {
  return Number.isFinite(leftMs) ? Math.max(0, Math.ceil(leftMs / 1000)) : 0
}
