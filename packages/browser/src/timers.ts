/** The one place where time passes in the browser. Each answers how to stop. */
export function after(waitMs: number, run: () => void): () => void {
  const timer = setTimeout(run, waitMs)
  return () => clearTimeout(timer)
}

export function every(periodMs: number, run: () => void): () => void {
  const timer = setInterval(run, periodMs)
  return () => clearInterval(timer)
}
