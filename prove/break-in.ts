// `npm run prove:break-in [-- --only webhook,headers --seed 1 --short --write --keep]`: attacks on the real processes, each a module beside the others
// in `break-in/`. Prints what each did and what did not hold. Ends with 1 when anything did not.
import { randomBytes, randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { Dice } from './bank-test/dice.ts'
import { access } from './break-in/access.ts'
import { type Attack, type Ground, LeftOut } from './break-in/attack.ts'
import { browser } from './break-in/browser.ts'
import { bruteForce } from './break-in/brute-force.ts'
import { dependencies } from './break-in/dependencies.ts'
import { headers } from './break-in/headers.ts'
import { naughty } from './break-in/naughty.ts'
import { builtPages } from './break-in/pages.ts'
import { reach } from './break-in/reach.ts'
import { scrubbing } from './break-in/scrubbing.ts'
import { secretsLeft } from './break-in/secrets.ts'
import { uploads } from './break-in/uploads.ts'
import { webhook } from './break-in/webhook.ts'
import { openStage } from './stage/stage.ts'

/** In the order in which they are tried. */
const ATTACKS: readonly Attack[] = [
  webhook,
  headers,
  access,
  secretsLeft,
  bruteForce,
  naughty,
  uploads,
  reach,
  scrubbing,
  dependencies,
  browser,
]

const { values } = parseArgs({
  options: {
    /** The names of the attacks to try, with commas between. */
    only: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    short: { type: 'boolean', default: false },
    /** Writes docs/access.md instead of comparing it. */
    write: { type: 'boolean', default: false },
    /** Leaves the logs to be read, whatever comes out. */
    keep: { type: 'boolean', default: false },
  },
})
const all = ATTACKS.filter(({ isLongOnly }) => !(values.short && isLongOnly))
const names = values.only?.split(',') ?? all.map(({ name }) => name)
const unknown = names.filter((name) => ATTACKS.every((attack) => attack.name !== name))
if (unknown.length > 0) {
  throw new Error(`--only names ${unknown.join(', ')}; the attacks are ${ATTACKS.map(({ name }) => name)}`)
}

const leftOut: string[] = []

async function attempt(attack: Attack, ground: Ground): Promise<readonly string[]> {
  const startedAt = performance.now()
  // One that breaks has proven nothing.
  const findings = await attack
    .run(ground)
    .catch((error: unknown) =>
      error instanceof LeftOut
        ? error
        : [`could not be tried: ${error instanceof Error ? (error.stack ?? error.message) : error}`],
    )
  if (findings instanceof LeftOut) {
    console.log(`LEFT OUT ${attack.name}: ${findings.message}`)
    leftOut.push(attack.name)
    return []
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${findings.length === 0 ? 'ok    ' : 'FAILED'} ${attack.name} (${seconds} s): ${attack.holds}`)
  for (const finding of findings) console.log(`    ${finding}`)
  return findings
}

const secret = () => randomBytes(24).toString('base64url')
const secrets = { feed: secret(), seal: secret(), truelink: secret() }
console.log(`prove:break-in --seed ${values.seed}${values.short ? ' --short' : ''}`)
const stage = await openStage({
  ...(await builtPages()),
  KAPAO_FEED_SECRET: secrets.feed,
  KAPAO_SEAL_SECRET: secrets.seal,
  KAPAO_TRUELINK_SECRET: secrets.truelink,
})
const database = new pg.Client({ connectionString: stage.databaseUrl })
let isFine = false
try {
  await database.connect()
  const dice = new Dice(values.seed)
  const ground = {
    stage,
    database,
    secrets,
    dice,
    isShort: values.short,
    writesDocs: values.write,
    say: (line: string) => console.log(`       ${line}`),
  }
  const findings: string[] = []
  for (const attack of ATTACKS.filter(({ name }) => names.includes(name)))
    findings.push(...(await attempt(attack, ground)))
  const deaths = stage.actors.flatMap(({ ownDeaths }) => ownDeaths)
  for (const death of deaths) console.log(`DIED: ${death}`)
  // A run that tried nothing has proven nothing.
  isFine = findings.length === 0 && deaths.length === 0 && leftOut.length < names.length
  const without = leftOut.length === 0 ? '' : `, as far as it was tried: without ${leftOut}`
  console.log(
    isFine
      ? `nobody got in${without}`
      : `FAILED (seed ${values.seed}): ${findings.length} findings${without}`,
  )
} finally {
  await database.end()
  const isKept = values.keep || !isFine
  await stage.close(isKept)
  if (isKept) console.log(`logs: ${stage.folder}`)
}
process.exitCode = isFine ? 0 : 1
