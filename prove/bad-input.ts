// `npm run prove:bad-input [-- --requests 10000 --seed 1 --call createQr]`: bad requests to every call, made from the server's own OpenAPI
// document. Each must be refused with a code of the catalogue that the document names for that call, none may fail the server, and
// none may change anything. Ends with 1 when anything is found.
import { randomInt } from 'node:crypto'
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import pg from 'pg'
import { type BadRequest, badRequests } from './bad-input/bad-request.ts'
import { type Described, describedCalls } from './bad-input/document.ts'
import { type Answer, faultIn } from './bad-input/judge.ts'
import { changedTables, stateOf } from './bad-input/state.ts'
import { Dice } from './bank-test/dice.ts'
import { joinPlayer } from './bank-test/players.ts'
import { demand } from './bank-test/wire.ts'
import { openStage } from './stage/stage.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    /** Only this call. */
    call: { type: 'string' },
  },
})
const requests = Number(values.requests)
const seed = Number(values.seed)
if (!Number.isInteger(requests) || requests < 1)
  throw new Error(`--requests is no number: ${values.requests}`)
if (!Number.isInteger(seed)) throw new Error(`--seed is no number: ${values.seed}`)

/** So many calls are tried at the same time. */
const LANES = 8
const agent = new Agent({ keepAlive: true, maxSockets: LANES })

function send(url: string, method: string, { path, headers, body }: BadRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const to = new URL(url)
    const sent = request(
      {
        agent,
        host: to.hostname,
        port: to.port,
        method,
        path: `/api${path}`,
        headers: {
          'x-requested-with': 'kapao',
          'idempotency-key': crypto.randomUUID(),
          ...headers,
          ...(body && { 'content-length': String(body.length) }),
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    sent.once('error', reject)
    sent.end(body ?? undefined)
  })
}

interface Tried {
  readonly call: Described
  readonly sent: number
  readonly kinds: ReadonlyMap<string, number>
  readonly fault: string | null
}

async function tryCall(call: Described, apiUrl: string, token: string): Promise<Tried> {
  const kinds = new Map<string, number>()
  let sent = 0
  const details = await fc.check(
    fc.asyncProperty(badRequests(call, token), async (bad) => {
      const answer = await send(apiUrl, call.method, bad)
      sent += 1
      kinds.set(String(answer.status), (kinds.get(String(answer.status)) ?? 0) + 1)
      const fault = faultIn(call, bad.why === 'an address beside', answer)
      if (fault !== null) throw new Error(fault)
    }),
    { numRuns: requests, seed },
  )
  const [worst] = details.counterexample ?? []
  const fault =
    worst === undefined
      ? null
      : `${worst.why}: ${call.method} ${worst.path.slice(0, 200)} ${JSON.stringify(worst.headers)} ${worst.body?.toString('latin1').slice(0, 300) ?? ''}\n    ${details.errorInstance instanceof Error ? details.errorInstance.message : ''}`
  return { call, sent, kinds, fault }
}

const stage = await openStage()
const database = new pg.Client({ connectionString: stage.databaseUrl })
let isFine = false
try {
  await database.connect()
  console.log(`prove:bad-input --requests ${requests} --seed ${seed}`)
  const player = await joinPlayer(stage, new Dice(values.seed))
  // Nothing but these requests may move anything; and they come faster than anybody's.
  await database.query(`update operator_setting set value = '1000000000' where name like '%PerMinute'`)
  for (const actor of stage.actors) {
    if (actor.name !== 'worker' && actor.name !== 'api') continue
    await actor.kill()
    if (actor.name === 'api') await actor.start()
  }
  const calls = describedCalls(await demand(`${stage.apiUrl}/openapi.json`, 'GET')).filter(
    ({ name }) => values.call === undefined || name === values.call,
  )
  if (calls.length === 0) throw new Error(`there is no call ${values.call}`)
  const before = await stateOf(database)
  const waiting = [...calls]
  const tried: Tried[] = []
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let call = waiting.shift(); call; call = waiting.shift()) {
        const one = await tryCall(call, stage.apiUrl, player.token)
        tried.push(one)
        const kinds = [...one.kinds].sort().map(([status, count]) => `${count} × ${status}`)
        console.log(`${one.fault === null ? 'ok    ' : 'FAILED'} ${call.name}: ${kinds.join(', ')}`)
        if (one.fault !== null) console.log(`    ${one.fault}`)
      }
    }),
  )
  const changed = changedTables(before, await stateOf(database))
  const faults = tried.filter(({ fault }) => fault !== null).length
  const deaths = stage.actors.flatMap(({ ownDeaths }) => ownDeaths)
  const sent = tried.reduce((sum, one) => sum + one.sent, 0)
  console.log(`${sent} bad requests to ${tried.length} calls; calls at fault: ${faults}`)
  console.log(changed.length === 0 ? 'nothing was changed' : `CHANGED: ${changed.join(', ')}`)
  for (const death of deaths) console.log(`DIED: ${death}`)
  isFine = faults === 0 && changed.length === 0 && deaths.length === 0
} finally {
  agent.destroy()
  await database.end()
  await stage.close(!isFine)
  if (!isFine) console.log(`logs: ${stage.folder}`)
}
process.exitCode = isFine ? 0 : 1
