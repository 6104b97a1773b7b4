import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  costOf,
  handInAll,
  largeSlips,
  MOST_ABOVE_IDLE_BYTES,
  SLIPS_AT_ONCE,
} from '../../../../bench/slip-load.ts'
import { firstWord } from '../../../../scripts/first-word.ts'
import { freePort } from '../../../../scripts/free-ports.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

/** Ends what hangs: a machine that others keep busy takes minutes for so many pictures. */
const LONGEST_MS = 1_200_000

let server: TestServer
let member: TestMember
const children: ChildProcess[] = []

beforeAll(async () => {
  server = await startTestServer()
  member = await server.member()
})
afterAll(async () => {
  for (const child of children) {
    if (child.kill()) await once(child, 'exit')
  }
  await server.stop()
})

/** One of our processes as it runs in earnest, on the test's database and files, with nobody outside to ask. */
async function start(entry: string, port: number): Promise<number> {
  const { databaseUrl, filesFolder } = server.config
  const child = fork(new URL(`../${entry}.ts`, import.meta.url), {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      KAPAO_FILES: filesFolder,
      PORT: String(port),
      KAPAO_GATEWAY_URL: 'http://127.0.0.1:9',
      KAPAO_LOG_LEVEL: 'silent',
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  await firstWord(child)
  if (child.pid === undefined) throw new Error(`${entry} did not start`)
  return child.pid
}

/** Slips whose picture was looked at: the code was read, or it failed. */
async function lookedAt(): Promise<number> {
  const [row] = await server.database.query<{ figure: number }>(
    "select count(*)::int as figure from slip where trans_ref is not null or state <> 'waiting'",
  )
  return row?.figure ?? 0
}

describe('twenty slips of 10 MB at once', { timeout: LONGEST_MS }, () => {
  it('cost the server less than 256 MB above idle, and the worker too', async () => {
    const slips = await largeSlips()
    const port = await freePort()
    const pids = [await start('main-api', port), await start('main-worker', port)]
    const [api, worker] = await costOf(pids, async () => {
      const statuses = await handInAll(`http://127.0.0.1:${port}`, member.token, slips)
      expect(statuses).toEqual(Array.from({ length: SLIPS_AT_ONCE }, () => 200))
      await expect.poll(lookedAt, { interval: 500, timeout: LONGEST_MS }).toBe(SLIPS_AT_ONCE)
    })
    const read = await server.database.query("select 1 from slip where trans_ref = '2026112100LARGE0001'")
    expect(read).toHaveLength(SLIPS_AT_ONCE - 1)
    for (const cost of [api, worker]) {
      expect((cost?.peak ?? Number.NaN) - (cost?.idle ?? 0)).toBeLessThan(MOST_ABOVE_IDLE_BYTES)
    }
  })
})
