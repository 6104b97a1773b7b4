// What is done by the clock is done once over all workers, through a deployment and a kill.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Finding, found } from '../bank-test/finding.ts'

/** It ends what hangs: a time comes each minute, and one whose worker was killed in it is tried again. */
const PATIENCE_MS = 300_000

interface Told {
  readonly schedules: string
  readonly runs: number
  readonly times: number
  readonly failed: number
  readonly hasEnded: boolean
}

const TOLD = `select (select string_agg(name, ' ' order by name) from pgboss.schedule) as schedules,
    count(*)::int as runs,
    (floor(extract(epoch from now()) / 60) - floor(extract(epoch from min(created_on)) / 60) + 2)::int as times,
    (count(*) filter (where state = 'failed'))::int as failed,
    coalesce(bool_or(state = 'completed' and completed_on > $1), false) as "hasEnded"
  from pgboss.job where name = 'tidy'`

/** Waits for a run that ended after `since`: that of a worker which was killed may have to come back first. */
export async function checkClock(
  databaseUrl: string,
  since: Date,
  say: (line: string) => void,
): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const until = Date.now() + PATIENCE_MS
    let told: Told | undefined
    do {
      told = (await client.query<Told>(TOLD, [since])).rows[0]
      if (!told?.hasEnded) await sleep(1_000)
    } while (!told?.hasEnded && Date.now() < until)
    const complaint = complain(told)
    const what = `the clock goes on after a kill, and no time of it is served twice: ${told?.runs} runs of tidy`
    say(`  ${complaint === null ? 'holds ' : 'FAILED'}  ${what}${complaint === null ? '' : `: ${complaint}`}`)
    return complaint === null ? [] : [found('lost', `the clock: ${complaint}`)]
  } finally {
    await client.end()
  }
}

function complain(told: Told | undefined): string | null {
  if (!told?.hasEnded) return 'no run of tidy has ended since'
  if (told.schedules !== 'files nights tidy tidy-whole') return `the schedules are ${told.schedules}`
  if (told.failed > 0) return `${told.failed} runs have failed for good`
  return told.runs > told.times ? `${told.runs} runs in ${told.times} minutes` : null
}
