import type { Logger } from 'pino'
import { tidyChatFiles } from '../chat/tidy-files.ts'
import type { FileStore } from '../files/file-store.ts'
import { reconcileNight } from '../reconciliation/nightly.ts'
import type { Reconciling } from '../reconciliation/reconcile.ts'
import { tidyPictures } from '../slip/tidy-pictures.ts'
import type { ClockJob } from './clock.ts'
import { tidy, tidyWhole } from './tidy.ts'

interface JobParts extends Reconciling {
  readonly files: FileStore
  readonly log: Logger
}

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600

const nullIfNone = <Counts extends Readonly<Record<string, number>>>(counts: Counts): Counts | null =>
  Object.values(counts).some((count) => count > 0) ? counts : null

/** All that is done by the clock. What is due because of a row is found in its table (worker.ts). */
export function clockJobs(parts: JobParts): readonly ClockJob[] {
  const { database, operator, files, log } = parts
  return [
    {
      name: 'tidy',
      cron: () => '* * * * *',
      isMadeUp: false,
      longestSeconds: 10 * MINUTE_SECONDS,
      tries: 5,
      firstPauseSeconds: 15,
      longestPauseSeconds: 10 * MINUTE_SECONDS,
      run: async () => nullIfNone(await tidy(database)),
    },
    {
      name: 'tidy-whole',
      cron: () => '23 * * * *',
      isMadeUp: false,
      longestSeconds: HOUR_SECONDS,
      tries: 5,
      firstPauseSeconds: MINUTE_SECONDS,
      longestPauseSeconds: 30 * MINUTE_SECONDS,
      run: async () => nullIfNone(await tidyWhole(database)),
    },
    {
      name: 'files',
      cron: () => '7 * * * *',
      isMadeUp: false,
      longestSeconds: 2 * HOUR_SECONDS,
      tries: 5,
      firstPauseSeconds: MINUTE_SECONDS,
      longestPauseSeconds: 30 * MINUTE_SECONDS,
      run: async () => {
        const pictures = await tidyPictures(database, operator.current(), files)
        return nullIfNone({ pictures, chatFiles: await tidyChatFiles(database, files) })
      },
    },
    {
      name: 'nights',
      cron: ({ reconcileHour }) => `0 ${reconcileHour} * * *`,
      isMadeUp: true,
      longestSeconds: 4 * HOUR_SECONDS,
      // Over some six hours: who does not answer at night is often back in the morning.
      tries: 9,
      firstPauseSeconds: 5 * MINUTE_SECONDS,
      longestPauseSeconds: HOUR_SECONDS,
      run: () => reconcileNight(parts, log),
    },
  ]
}
