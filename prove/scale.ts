// `npm run prove:scale [-- --seconds 120 --seed 1 --old <commit> --postgres embedded --redis none --keep]`: does it hold with several processes? Three
// of the API and two workers stand behind a balancer that remembers nobody, over the system's PostgreSQL and Redis and a bucket of an S3
// server.
// The bank test runs against them while the release before is replaced by this one, process by process, then this one by itself (no call may
// lose its answer to either), and while one API, one worker and Redis are killed; the clock's jobs go on. Ends with 1 when anything is found.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bankTest } from './bank-test/bank-test.ts'
import { Dice } from './bank-test/dice.ts'
import { found } from './bank-test/finding.ts'
import { reportOf } from './bank-test/report.ts'
import { checkAcross } from './scale/across.ts'
import { checkClock } from './scale/clock.ts'
import { openScaledStage } from './scale/scaled-stage.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    /** The commit of the release that is replaced. */
    old: { type: 'string' },
    /** `system`: that of the system's packages, where there is one. */
    postgres: { type: 'string', default: 'system' },
    /** `none`: as it is without a REDIS_URL. */
    redis: { type: 'string', default: 'system' },
    keep: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
if (!(seconds > 0)) throw new Error(`--seconds is no number above 0: ${values.seconds}`)

const say = (line: string) => console.log(line)
say(`prove:scale --seconds ${seconds} --seed ${values.seed}`)
const stage = await openScaledStage({
  isEmbedded: values.postgres === 'embedded',
  old: values.old,
  hasRedis: values.redis !== 'none',
  say,
})
let isFine = false
try {
  let lostToRestart = 0
  let killedAt = new Date()
  for (const line of stage.description) say(line)
  const result = await bankTest({
    world: { apiUrl: stage.balancerUrl, sandboxUrl: stage.sandboxUrl },
    databaseUrl: stage.databaseUrl,
    seconds,
    dice: new Dice(values.seed),
    say,
    async begin() {},
    async disturb(endsAt, history) {
      const part = (endsAt - Date.now()) / 5
      const deploy = async () => {
        await sleep(part)
        const before = history.mark()
        const done = await stage.deploy()
        const lost = history.lost(before)
        say(`${done}; calls that lost their answer to it: ${lost.length}`)
        for (const one of lost) say(`  ${one}`)
        return lost.length
      }
      const lostToNew = await deploy()
      if (stage.canOldLeave) lostToRestart += lostToNew
      else say('  the release before is known not to know how to leave: that is not judged')
      lostToRestart += await deploy()
      await sleep(part)
      const redis = stage.killRedis()
      killedAt = new Date()
      say(await stage.killOne())
      if (redis !== null) say(await redis)
      await sleep(Math.max(part, endsAt - Date.now()))
    },
  })
  say('across processes:')
  const across = await checkAcross(stage.apiUrls, say)
  const clock = await checkClock(stage.databaseUrl, killedAt, say)
  const deaths = stage.ownDeaths().map((death) => found('died-by-itself', death))
  const lost =
    lostToRestart === 0
      ? []
      : [found('lost', `${lostToRestart} calls lost their answer while processes were replaced in order`)]
  const findings = [...result.findings, ...across, ...clock, ...deaths, ...lost]
  say(`requests by process: ${stage.served().join(', ')}; turned away by the balancer: ${stage.turnedAway()}`)
  say(reportOf({ ...result, findings }))
  isFine = findings.length === 0
  say(isFine ? 'nothing was lost, doubled or shown wrong' : `FAILED (seed ${values.seed})`)
} finally {
  await stage.close(values.keep || !isFine)
  if (values.keep || !isFine) say(`logs: ${stage.folder}`)
}
process.exitCode = isFine ? 0 : 1
