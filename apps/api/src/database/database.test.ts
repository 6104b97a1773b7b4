import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../scripts/test-database.ts'
import { type Database, isOutage, openDatabase } from './database.ts'

let place: TestDatabase
let database: Database

beforeAll(async () => {
  place = await createTestDatabase()
  database = openDatabase(place.url, 3)
})
afterAll(async () => {
  await database.close()
  await place.drop()
})

/** As when the server dies: every connection but the asking one is cut, whatever it is doing. */
async function cutAllOthers(): Promise<void> {
  const cut = await database.query<{ cut: boolean }>(
    `select pg_terminate_backend(pid, 5000) as cut from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  expect(cut).toContainEqual({ cut: true })
}

describe('who waits for a run', () => {
  // Of its own, with room for every run: none that has begun waits for a connection.
  let roomy: Database
  beforeEach(() => {
    roomy = openDatabase(place.url, 6)
  })
  afterEach(() => roomy.close())

  const echo = (name: string) =>
    `select ordinality::int as asker, ${name} from unnest($1::int[]) with ordinality as t (${name}, ordinality)`
  const ask = (text: string, times: number, isWriting: boolean) =>
    Array.from({ length: times }, (_none, at) =>
      roomy.together(text, [at], isWriting ? { mark: `${text} ${at}` } : {}),
    )

  it('counts with all who wait for the same turn: those who change rows, of whichever statement', async () => {
    const asked = [...ask(echo('a'), 152, true), ...ask(echo('b'), 256, true)]
    // Two runs of twelve are at work. Six of 64 are left, two beside each other: three of them one after the other, of six connections each.
    const waiting = roomy.waiting()
    await Promise.all(asked)
    expect([waiting, roomy.waiting()]).toEqual([18, 0])
  })

  it('counts apart where each statement has turns of its own', async () => {
    const asked = [...ask(echo('c'), 128, false), ...ask(echo('d'), 272, false), ...ask(echo('e'), 64, true)]
    // Of the longest of the three two runs of eight are at work, and two times two of 64 are left.
    const waiting = roomy.waiting()
    await Promise.all(asked)
    expect(waiting).toBe(12)
  })
})

describe('a connection that nothing comes from', () => {
  it('is asked whether it still stands, those that only listen too', async () => {
    const asked = vi.spyOn(Socket.prototype, 'setKeepAlive')
    const watched = openDatabase(place.url, 1)
    await watched.query('select 1')
    await watched.listen('nothing', () => undefined)
    await watched.close()
    const askedOften = asked.mock.calls.filter(([isOn, afterMs = 0]) => isOn === true && afterMs <= 10_000)
    asked.mockRestore()
    expect(askedOften).toHaveLength(2)
  })

  it.each(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])(
    'or that cannot be made (%s) is an outage, and no fault of a statement',
    (code) => {
      expect(isOutage(Object.assign(new Error(code), { code }))).toBe(true)
      expect(isOutage(Object.assign(new Error(code), { code: 'ENOENT' }))).toBe(false)
    },
  )

  it('for there is no machine of that name is an outage', async () => {
    const elsewhere = openDatabase('postgres://kapao@nowhere.invalid:5432/kapao', 1)
    await expect(elsewhere.query('select 1')).rejects.toSatisfy(isOutage)
    await elsewhere.close()
  })
})

describe('a connection that breaks', () => {
  it('between two statements of a transaction fails that transaction and nothing else', async () => {
    const failed = database.transaction(async (tx) => {
      await tx.query('select 1')
      await cutAllOthers()
      await tx.query('select 2')
    })
    await expect(failed).rejects.toSatisfy(isOutage)
    expect(await database.query('select 3 as three')).toEqual([{ three: 3 }])
  })

  it('while it holds a lock lets the lock go, and the process live', async () => {
    const held = await database.tryLock('a lock')
    await cutAllOthers()
    await held?.release()
    const again = await database.tryLock('a lock')
    expect(again).not.toBeNull()
    await again?.release()
  })

  it('while a lock is asked for is given back: the next who asks has a new one', async () => {
    const { port, hostname } = new URL(place.url)
    const breaking = createServer((line) => {
      const onward = connect(Number(port), hostname)
      onward.on('close', () => line.destroy()).pipe(line)
      line.on('data', (said) => {
        if (said.includes('pg_try_advisory_lock')) onward.destroy()
        else onward.write(said)
      })
    })
    await once(breaking.listen(0, '127.0.0.1'), 'listening')
    const address = new URL(place.url)
    address.host = `127.0.0.1:${v.parse(v.object({ port: v.number() }), breaking.address()).port}`
    const alone = openDatabase(address.href, 1, 1_000)
    await expect(alone.tryLock('a lock')).rejects.toSatisfy(isOutage)
    expect(await alone.query('select 4 as four')).toEqual([{ four: 4 }])
    await alone.close()
    breaking.close()
  })
})

it('plans a statement for any values, from the first one on, and keeps what its address asks for', async () => {
  const address = new URL(place.url)
  address.searchParams.set('options', '-c statement_timeout=7s')
  const other = openDatabase(address.href, 1)
  for (const one of [database, other])
    expect(await one.query('show plan_cache_mode')).toEqual([{ planCacheMode: 'force_generic_plan' }])
  expect(await other.query('show statement_timeout')).toEqual([{ statementTimeout: '7s' }])
  expect(await other.query('show random_page_cost')).toEqual([{ randomPageCost: '1.1' }])
  await other.close()
  address.searchParams.set('options', '-c random_page_cost=3')
  const slower = openDatabase(address.href, 1)
  expect(await slower.query('show random_page_cost')).toEqual([{ randomPageCost: '3' }])
  await slower.close()
})

describe('an address', () => {
  it('may name the folder of a socket, and is planned for all the same', async () => {
    const { username, password, hostname, port, pathname } = new URL(place.url)
    const folder = await mkdtemp(join(tmpdir(), 'kapao-socket-'))
    // The run's own PostgreSQL has none.
    const socket = createServer((line) => {
      const onward = connect(Number(port), hostname)
      line.pipe(onward).pipe(line)
    })
    await once(socket.listen(join(folder, '.s.PGSQL.5432')), 'listening')
    const other = openDatabase(`postgresql://${username}:${password}@${pathname}?host=${folder}&port=5432`, 1)
    try {
      expect(await other.query('show plan_cache_mode')).toEqual([{ planCacheMode: 'force_generic_plan' }])
    } finally {
      await other.close()
      socket.close()
      await rm(folder, { recursive: true })
    }
  })

  it('that nobody can read ends the start without its password in any line', async () => {
    const env = { PATH: process.env.PATH, DATABASE_URL: 'postgres://kapao:a-secret@:host:5432/kapao' }
    const entry = join(import.meta.dirname, '../main-api.ts')
    const failure: unknown = await promisify(execFile)(process.execPath, [entry], { env }).catch(
      (error: unknown) => error,
    )
    const { stdout, stderr } = v.parse(v.object({ stdout: v.string(), stderr: v.string() }), failure)
    expect(stdout).toContain('DATABASE_URL is no address of a PostgreSQL')
    expect(stdout + stderr).not.toContain('a-secret')
  })

  it('without its kind is refused, before any of it is taken for a name', () => {
    expect(() => openDatabase('kapao:a-secret@host/kapao')).toThrow(/^DATABASE_URL is no address(?!.*secret)/)
  })
})

it('a listener that finds the database closed several times is one again, not many, when it opens', async () => {
  const heard: (string | null)[] = []
  await database.listen('news', (payload) => heard.push(payload))
  const name = new URL(place.url).pathname.slice(1)
  const elsewhere = new URL(place.url)
  elsewhere.pathname = '/postgres'
  const outside = openDatabase(elsewhere.href, 1)
  // From a connection that is there already.
  await database.query('select 1')
  await outside.query(`alter database "${name}" allow_connections false`)
  await cutAllOthers()
  await sleep(3_500)
  await outside.query(`alter database "${name}" allow_connections true`)
  await outside.close()
  await expect.poll(() => heard).toEqual([null])
  await sleep(1_500)
  const [row] = await database.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'kapao-listener'",
  )
  expect([heard, row?.count]).toEqual([[null], 1])
})
