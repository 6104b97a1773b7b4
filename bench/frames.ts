// Frames in Chromium: those that a page may use, and those that were drawn, which are others where the compositor moves things by itself.
import { loadavg } from 'node:os'
import type { Browser, Page } from '@playwright/test'

/** In ms of the page's clock, as everything here. */
export interface Counted {
  readonly begin: number
  readonly frames: readonly number[]
  readonly tasks: readonly Task[]
  readonly tapAt: number
  readonly restAt: number
}

interface Task {
  readonly at: number
  readonly ms: number
}

export interface Figures {
  readonly median: number
  readonly p95: number
  readonly longest: number
  readonly frames: number
  /** 95th percentile of the time between two frames that were drawn; NaN where nothing moved. */
  readonly drawn: number
  /** The longest piece of work that held the page up; 0 when none took 50 ms. */
  readonly task: number
  readonly load: number
}

interface Tap {
  /** What is there when the motion that the tap set off is over. */
  readonly restsAs: string
  readonly longestMs: number
}

/** Counts in the page for so long; where a tap is awaited, until the dialog that it leads to has been open for so long. */
export function countFrames(page: Page, forMs: number, tap: Tap | null = null): Promise<Counted> {
  return page.evaluate(
    ([lastsMs, awaited]) =>
      new Promise<Counted>((resolve) => {
        const frames: number[] = []
        const tasks: Task[] = []
        const watch = new PerformanceObserver((list) => {
          for (const { startTime: at, duration: ms } of list.getEntries()) tasks.push({ at, ms })
        })
        watch.observe({ type: 'longtask' })
        const begin = performance.now()
        // Its place in the trace's time, which begins elsewhere.
        performance.mark('frames-begin')
        let [tapAt, restAt] = [Number.NaN, Number.NaN]
        let endsAt = awaited ? Number.POSITIVE_INFINITY : begin + lastsMs
        window.addEventListener('pointerdown', ({ timeStamp }) => {
          tapAt = timeStamp
        })
        function follow({ restsAs, longestMs }: Tap, now: number) {
          if (Number.isNaN(restAt) && document.querySelector(restsAs)) restAt = now
          if (endsAt === Number.POSITIVE_INFINITY && document.querySelector('dialog[open]'))
            endsAt = now + lastsMs
          if (now > begin + longestMs) endsAt = now
        }
        function frame(now: number) {
          frames.push(now)
          if (awaited) follow(awaited, now)
          if (now < endsAt) requestAnimationFrame(frame)
          else resolve({ begin, frames, tasks, tapAt, restAt })
        }
        requestAnimationFrame(frame)
      }),
    [forMs, tap] as const,
  )
}

/** Runs what counts, and answers with it the times at which frames were drawn meanwhile. */
export async function drawnDuring(
  browser: Browser,
  count: () => Promise<Counted>,
): Promise<[Counted, readonly number[]]> {
  const session = await browser.newBrowserCDPSession()
  const drawn: number[] = []
  let beginMs = 0
  session.on('Tracing.dataCollected', ({ value }) => {
    // The events are as Chromium writes them, which the protocol does not describe.
    for (const { name, ts } of value) {
      if (name === 'DrawFrame') drawn.push(Number(ts) / 1000)
      if (name === 'frames-begin') beginMs = Number(ts) / 1000
    }
  })
  const includedCategories = ['disabled-by-default-devtools.timeline.frame', 'blink.user_timing']
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } })
  const counted = await count()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return [counted, drawn.map((at) => at - beginMs + counted.begin).sort((one, other) => one - other)]
}

export function figuresOf(
  frames: readonly number[],
  tasks: readonly Task[],
  drawn: readonly number[],
): Figures {
  const intervals = between(frames)
  return {
    median: percentile(intervals, 0.5),
    p95: percentile(intervals, 0.95),
    longest: Math.max(...intervals),
    frames: intervals.length,
    drawn: percentile(between(drawn), 0.95),
    task: Math.max(0, ...tasks.map(({ ms }) => ms)),
    load: loadavg()[0] ?? 0,
  }
}

const between = (times: readonly number[]) => times.slice(1).map((time, index) => time - (times[index] ?? 0))

function percentile(values: readonly number[], part: number): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length * part)] ?? Number.NaN
}

export const HEAD =
  'ms per frame | median |    p95 | longest | frames | drawn p95 |   task | load of the machine'

export function line(name: string, { median, p95, longest, frames, drawn, task, load }: Figures): string {
  const ms = (value: number, width = 6) => (Number.isNaN(value) ? '-' : value.toFixed(1)).padStart(width)
  return `${name.padEnd(12)} | ${ms(median)} | ${ms(p95)} | ${ms(longest, 7)} | ${String(frames).padStart(6)} | ${ms(drawn, 9)} | ${ms(task)} | ${load.toFixed(1)}`
}
