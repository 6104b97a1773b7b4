/** The one place where time passes in the browser. Each answers how to stop. */
export function after(waitMs: number, run: () => void): () => void {
  const timer = setTimeout(run, waitMs)
  return () => clearTimeout(timer)
}

export function every(periodMs: number, run: () => void): () => void {
  const timer = setInterval(run, periodMs)
  return () => clearInterval(timer)
}

/** Runs when what was changed just now is on the screen. Behind another tab nothing is painted, so nothing is waited for. Answers how to stop. */
export function afterPaint(run: () => void): () => void {
  if (document.hidden) return after(0, run)
  let stop = () => {}
  const frame = requestAnimationFrame(() => {
    stop = after(0, run)
  })
  return () => {
    cancelAnimationFrame(frame)
    stop()
  }
}

const IDLE_AT_LATEST_MS = 2000
/** Where the browser does not tell when it is idle (Safari). */
const PROBABLY_IDLE_MS = 300

/** Resolves when the page has nothing better to do. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: IDLE_AT_LATEST_MS })
    else setTimeout(resolve, PROBABLY_IDLE_MS)
  })
}
