// `npm run prove:crash [-- --seconds 600 --seed 1 --plant unlocked-balance --calm --keep]`: does anything that was promised get lost, doubled
// or shown wrong when processes are killed? A bank test in the manner of Jepsen's against the real processes, PostgreSQL's included, each
// killed by SIGKILL at random and started again, while everything outside fails at random. Ends with 1 when anything is found.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { bankTest, CLIENTS, MEMBERS } from './bank-test/bank-test.ts'
import type { Books } from './bank-test/books.ts'
import { Dice } from './bank-test/dice.ts'
import { found } from './bank-test/finding.ts'
import { ONCE_AT_LEAST } from './bank-test/once-at-least.ts'
import { PLANTS, plantedSql } from './bank-test/plants.ts'
import { kindsWithoutSuccess, reportOf } from './bank-test/report.ts'
import { demand } from './bank-test/wire.ts'
import { killUntil } from './stage/killer.ts'
import { openStage } from './stage/stage.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    plant: { type: 'string' },
    /** Nobody is killed: a planted fault shows by itself. */
    calm: { type: 'boolean', default: false },
    /** Leaves the logs to be read, whatever comes out. */
    keep: { type: 'boolean', default: false },
  },
})
const LONG_SECONDS = 300
const COMMON: ReadonlySet<string> = new Set([
  'transfer in',
  'transfer out',
  'withdraw',
  'deposit',
  'gift',
  ...ONCE_AT_LEAST,
])
const seconds = Number(values.seconds)
if (!(seconds > 0)) throw new Error(`--seconds is no number above 0: ${values.seconds}`)
const planted = values.plant === undefined ? null : plantedSql(values.plant)
if (values.plant !== undefined && planted === null) {
  throw new Error(`--plant is one of ${PLANTS.join(', ')}; not ${values.plant}`)
}

const say = (line: string) => console.log(line)
say(`prove:crash --seconds ${seconds} --seed ${values.seed}${values.plant ? ` --plant ${values.plant}` : ''}`)
say(`${CLIENTS} clients, ${MEMBERS} members; api, worker, sandbox and PostgreSQL are killed by SIGKILL`)
const stage = await openStage()
let isFine = false
try {
  const dice = new Dice(values.seed)
  let kills: ReadonlyMap<string, number> = new Map()
  const result = await bankTest({
    world: stage,
    databaseUrl: stage.databaseUrl,
    seconds,
    dice,
    say,
    async begin(books: Books) {
      if (planted === null) return
      await books.rows(planted)
      // Money on its way comes back for certain, also in a short run.
      const refusals = { target: 'game:PG', fault: 'refuse', times: 10 }
      await demand(`${stage.sandboxUrl}/control/faults`, 'POST', { body: refusals })
      say(`planted: ${values.plant}`)
    },
    async disturb(endsAt) {
      const victims = values.calm ? [] : stage.actors
      kills = (await killUntil(endsAt, victims, dice.of('killer'))).counts
    },
  })
  const deaths = stage.actors.flatMap(({ ownDeaths }) => ownDeaths)
  const findings = [...result.findings, ...deaths.map((death) => found('died-by-itself', death))]
  say(`kills: ${[...kills].map(([name, count]) => `${name} ${count}`).join(', ') || 'none'}`)
  say(reportOf({ ...result, findings }))
  const unlucky = kindsWithoutSuccess(result.history.operations)
  if (unlucky.length > 0) say(`never succeeded, so nothing is proven about it: ${unlucky.join(', ')}`)
  // In a short run a rare call may have no luck.
  const unproven = unlucky.filter((kind) => seconds >= LONG_SECONDS || COMMON.has(kind))
  isFine = findings.length === 0 && unproven.length === 0
  say(isFine ? 'nothing was lost, doubled or shown wrong' : `FAILED (seed ${values.seed})`)
} finally {
  const isKept = values.keep || (!isFine && planted === null)
  await stage.close(isKept)
  if (isKept) say(`logs: ${stage.folder}`)
}
process.exitCode = isFine ? 0 : 1
