// `npm run prove:journeys [-- --only deposit --short --postgres embedded --redis none --keep]`: does a player notice that there are several processes?
// The journeys that run against one process, in a browser, against three of the API and two workers behind a balancer that remembers
// nobody. Where a journey restarts its Kapao, all of it is replaced, process by process, and one API and one worker are killed. Ends with 1
// when anything is found. `--short`: the way of the money alone, with one of the API and one worker killed while a QR code waits to be paid, and
// again where the journey restarts its Kapao.
import { parseArgs } from 'node:util'
import { found } from './bank-test/finding.ts'
import { builtPages } from './break-in/pages.ts'
import { SHORT, SPECS, walkJourneys } from './scale/journeys.ts'
import { openScaledStage } from './scale/scaled-stage.ts'

const { values } = parseArgs({
  options: {
    postgres: { type: 'string', default: 'system' },
    redis: { type: 'string', default: 'system' },
    /** Specs by name. */
    only: { type: 'string', multiple: true },
    short: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})
const say = (line: string) => console.log(line)
const specs = values.short ? [SHORT.spec] : (values.only ?? SPECS)
const pages = await builtPages()
const stage = await openScaledStage({
  isEmbedded: values.postgres === 'embedded',
  old: values.short ? null : undefined,
  hasRedis: values.redis !== 'none',
  // The outside world at its own pace, for people to walk through.
  more: { ...pages, KAPAO_SANDBOX_TIME_SCALE: '1' },
  say,
})
let isFine = false
try {
  for (const line of stage.description) say(line)
  const journeys = await walkJourneys(stage, specs, values.short, say)
  const findings = [...journeys, ...stage.ownDeaths().map((death) => found('died-by-itself', death))]
  say(`requests by process: ${stage.served().join(', ')}; turned away by the balancer: ${stage.turnedAway()}`)
  for (const { kind, detail } of findings) say(`${kind}: ${detail}`)
  isFine = findings.length === 0
  say(isFine ? 'every journey came to its end' : 'FAILED')
} finally {
  await stage.close(values.keep || !isFine)
  if (values.keep || !isFine) say(`logs: ${stage.folder}`)
}
process.exitCode = isFine ? 0 : 1
