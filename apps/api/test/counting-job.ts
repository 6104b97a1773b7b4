import type { ClockJob } from '../src/worker/clock.ts'

/** A job whose time does not come while a test runs, unless the test says so. */
export function countingJob(run: () => Promise<unknown>, more: Partial<ClockJob> = {}): ClockJob {
  return {
    name: 'counting',
    cron: () => '0 4 1 1 *',
    isMadeUp: false,
    longestSeconds: 600,
    tries: 3,
    firstPauseSeconds: 60,
    longestPauseSeconds: 100,
    run: async () => {
      await run()
      return { counted: 1 }
    },
    ...more,
  }
}
