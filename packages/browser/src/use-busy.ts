import { useRef, useState } from 'react'

/** One piece of work at a time: while it goes on `busy` is true and another press does nothing. The work must not reject. */
export function useBusy(): [busy: boolean, run: (work: () => Promise<void>) => void] {
  const [busy, setBusy] = useState(false)
  const isRunning = useRef(false)
  async function run(work: () => Promise<void>) {
    // A second press may come before the first one's state is drawn.
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return [busy, (work) => void run(work)]
}
