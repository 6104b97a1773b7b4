import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from './free-ports.ts'
import { putStandIn, service, standIns } from './launch-stand-ins.ts'
import { type Launched, launch } from './launched.ts'
import { outsideBeside, refuseMissingSecrets } from './outside-address.ts'
import { commandOf, isAlive, type ProcessRecord, recordOf } from './processes.ts'

let folder: string
let env: NodeJS.ProcessEnv
let running: Launched[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kapao-launch-'))
  chmodSync(folder, 0o755)
  running = []
  for (const [path, text] of Object.entries(standIns)) putStandIn(folder, path, text)
  const { DATABASE_URL: _, ...inherited } = process.env
  env = {
    ...inherited,
    KAPAO_TEST_ENTRIES: join(folder, 'entries'),
    KAPAO_DATA: join(folder, 'data'),
    KAPAO_REGION: 'th',
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
  }
})

afterEach(async () => {
  for (const launched of running) launched.process.kill('SIGTERM')
  await Promise.all(running.map((launched) => launched.ended))
  await expect.poll(left).toEqual([])
  const remembered = JSON.parse(readOr(join(folder, 'data', 'database.json'), '{}'))
  if (typeof remembered.home === 'string') rmSync(remembered.home, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
})

function readOr(path: string, fallback: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return fallback
  }
}

function start(more: NodeJS.ProcessEnv = {}): Launched {
  const launched = launch({ ...env, ...more })
  running.push(launched)
  return launched
}

/** The children that the launcher wrote down: database (the keeper), api, worker, sandbox. */
function children(): Record<string, ProcessRecord> {
  const records: ProcessRecord[] = JSON.parse(readOr(join(folder, 'data', 'processes.json'), '[]'))
  return Object.fromEntries(records.map((record) => [record.name, record]))
}

function child(name: string): ProcessRecord {
  const record = children()[name]
  if (record === undefined) throw new Error(`no ${name} was started`)
  return record
}

function clusterFolder(): string {
  const remembered = JSON.parse(readFileSync(join(folder, 'data', 'database.json'), 'utf8'))
  return join(remembered.home ?? join(folder, 'data', 'database'), 'cluster-18')
}

function postmaster(): ProcessRecord {
  const pid = Number(readFileSync(join(clusterFolder(), 'postmaster.pid'), 'utf8').split('\n')[0])
  const record = recordOf('postgres', pid)
  if (record === null) throw new Error('no postmaster lives')
  return record
}

/** What still runs of anything this test started. */
function left(): string[] {
  const recorded = Object.values(children())
    .filter(isAlive)
    .map(({ name }) => name)
  const visible = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
  const ours = visible.filter((pid) => pid !== process.pid && commandOf(pid).includes(folder)).map(commandOf)
  return [...recorded, ...ours]
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

function kill(...records: ProcessRecord[]): void {
  for (const { pid } of records) process.kill(pid, 'SIGKILL')
}

const makePurse = 'CREATE TABLE purse AS SELECT 42 AS coins'
const readPurse = 'SELECT coins FROM purse'
const purse = [{ coins: 42 }]

test('Ctrl-C stops everything with exit code 0, and the next start finds the data', async () => {
  const first = start({ KAPAO_SEAL_SECRET: 'of our own' })
  const { databaseUrl } = await first.ready
  // What `npm run reconcile` asks when its environment says nothing.
  const outside = outsideBeside({}, { dataFolder: join(folder, 'data'), sandboxPort: 8090 })
  expect(outside).toBe(`http://127.0.0.1:${env.SANDBOX_PORT}`)
  expect(() => refuseMissingSecrets({}, join(folder, 'data'))).toThrow('KAPAO_SEAL_SECRET')
  await query(databaseUrl, makePurse)
  expect(left()).not.toEqual([])
  first.process.kill('SIGINT')
  // npm and the terminal both pass it on: that is still one Ctrl-C.
  first.process.kill('SIGINT')
  expect(await first.ended).toBe(0)
  expect(first.output()).toContain('Stopping: Ctrl-C (SIGINT) ...')
  expect(left()).toEqual([])
  const second = await start().ready
  expect(await query(second.databaseUrl, readPurse)).toEqual(purse)
})

test('when the launcher is killed, everything ends by itself, and the next start has lost nothing', async () => {
  const first = start()
  const { databaseUrl } = await first.ready
  await query(databaseUrl, makePurse)
  first.process.kill('SIGKILL')
  await expect.poll(left).toEqual([])
  const second = await start().ready
  expect(await query(second.databaseUrl, readPurse)).toEqual(purse)
})

test('when launcher and keeper are killed at once, the next start takes the orphaned database over', async () => {
  const first = start()
  const { databaseUrl } = await first.ready
  await query(databaseUrl, makePurse)
  const orphan = postmaster()
  kill(child('database'))
  first.process.kill('SIGKILL')
  await first.ended
  const second = await start().ready
  expect(await query(second.databaseUrl, readPurse)).toEqual(purse)
  expect(isAlive(orphan)).toBe(false)
})

test('when everything is killed at once, the next start works and has lost nothing', async () => {
  const first = start()
  const { databaseUrl } = await first.ready
  await query(databaseUrl, makePurse)
  kill(postmaster(), ...Object.values(children()).filter(isAlive))
  first.process.kill('SIGKILL')
  await first.ended
  const second = await start().ready
  expect(await query(second.databaseUrl, readPurse)).toEqual(purse)
})

test('a killed PostgreSQL comes back on the same address', async () => {
  const launched = start()
  const { databaseUrl } = await launched.ready
  await query(databaseUrl, makePurse)
  kill(postmaster())
  // First: what it had begun to answer may still be answered by the one that is killed.
  await expect.poll(() => launched.output()).toContain('PostgreSQL had stopped and was started again.')
  await expect.poll(() => query(databaseUrl, readPurse).catch(() => 'not yet')).toEqual(purse)
})

test('a killed keeper is replaced, and the database answers on the same address', async () => {
  const launched = start()
  const { databaseUrl } = await launched.ready
  const before = child('database')
  kill(before)
  await expect.poll(() => children().database?.pid ?? before.pid).not.toBe(before.pid)
  await expect.poll(() => query(databaseUrl, 'SELECT 1 AS one').catch(() => 'not yet')).toEqual([{ one: 1 }])
})

test('a service that dies is started again', async () => {
  const launched = start()
  const { url } = await launched.ready
  kill(child('api'))
  await expect.poll(() => launched.output()).toContain('The api ended; it starts again')
  await expect
    .poll(async () =>
      fetch(url).then(
        ({ status }) => status,
        () => 'not yet',
      ),
    )
    .toBe(200)
})

test('a pid file whose pid now belongs to another process does not stop the start', async () => {
  const first = start()
  await first.ready
  first.process.kill('SIGTERM')
  await first.ended
  const stale = `${process.pid}\n${clusterFolder()}\n1600000000\n5432\n\n127.0.0.1\n\nready\n`
  writeFileSync(join(clusterFolder(), 'postmaster.pid'), stale)
  await start().ready
})

test('a second start on the same data says who has it and leaves the first alone', async () => {
  const first = start()
  const { url } = await first.ready
  const second = start({ PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) })
  expect(await second.ended).toBe(1)
  expect(second.output()).toBe(
    `The data folder ${join(folder, 'data')} is already in use by a running Kapao (process ${first.process.pid}). Stop that one first.\n`,
  )
  expect((await fetch(url)).status).toBe(200)
})

test.for(['PORT', 'SANDBOX_PORT'])('a busy %s is one clear line, and nothing stays behind', async (name) => {
  const port = Number(env[name])
  const server = await new Promise<Server>((resolve) => {
    const busy = createServer().listen(port, '127.0.0.1', () => resolve(busy))
  })
  const launched = start()
  expect(await launched.ended).toBe(1)
  expect(launched.output()).toBe(
    `Port ${port} is in use by another program. Set ${name} to another one, for example ${name}=${port + 1000}.\n`,
  )
  expect(left()).toEqual([])
  server.close()
})

test('a data folder that cannot be written is one clear line', async () => {
  writeFileSync(join(folder, 'file'), '')
  const launched = start({ KAPAO_DATA: join(folder, 'file', 'data') })
  expect(await launched.ended).toBe(1)
  expect(launched.output()).toMatch(/^Kapao cannot write to its data folder .*: a file is in the way\. .*\n$/)
})

test('an unknown mode, an unknown region and a senseless port are one clear line each', async () => {
  const mode = start({ KAPAO_MODE: 'Production' })
  expect(await mode.ended).toBe(1)
  expect(mode.output()).toBe('KAPAO_MODE must be production or nothing; it is "Production".\n')
  const region = start({ KAPAO_REGION: 'vn' })
  expect(await region.ended).toBe(1)
  expect(region.output()).toBe('KAPAO_REGION must be th or la; it is "vn".\n')
  const port = start({ PORT: '80800' })
  expect(await port.ended).toBe(1)
  expect(port.output()).toBe('PORT must be a port number from 1 to 65535; it is "80800".\n')
})

test('the machine’s name, which many shells keep as HOST, is no place to listen at', async () => {
  putStandIn(folder, 'apps/api/src/main-api.ts', service('Number(process.env.PORT), process.env.HOST'))
  const { url } = await start({ HOST: 'nowhere.invalid' }).ready
  expect((await fetch(url)).status).toBe(200)
})

test('for real no sandbox is started, and without an outside nothing is', async () => {
  putStandIn(folder, 'apps/sandbox/src/main.ts', 'process.exit(3)')
  const production = { KAPAO_MODE: 'production', KAPAO_GATEWAY_URL: 'https://adapters.example' }
  const { sandboxUrl } = await start(production).ready
  expect(sandboxUrl).toBe(production.KAPAO_GATEWAY_URL)
  expect(Object.keys(children())).not.toContain('sandbox')
  const without = start({ KAPAO_MODE: 'production', KAPAO_DATA: join(folder, 'other') })
  expect(await without.ended).toBe(1)
  expect(without.output()).toMatch(/^KAPAO_MODE=production starts no sandbox: set KAPAO_GATEWAY_URL .*\n$/)
})

test('a service that breaks at the start is shown in its own words, and nothing stays behind', async () => {
  putStandIn(
    folder,
    'apps/sandbox/src/main.ts',
    "console.log(JSON.stringify({ level: 60, msg: 'the box is empty' })); process.exit(3)",
  )
  const launched = start()
  expect(await launched.ended).toBe(1)
  expect(launched.output()).toContain('The sandbox ended with code 3. Its last words:\n  the box is empty\n')
  expect(launched.output()).toContain(join(folder, 'data', 'logs', 'sandbox.log'))
  expect(left()).toEqual([])
})

if (process.getuid?.() === 0) {
  test('as root in a private folder, the database lives where its user can reach it', async () => {
    chmodSync(folder, 0o700)
    const first = start()
    const { databaseUrl } = await first.ready
    expect(first.output()).toMatch(/cannot look into .*; the database lives in \/var\/lib\/kapao\//)
    await query(databaseUrl, makePurse)
    first.process.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    const second = await start().ready
    expect(await query(second.databaseUrl, readPurse)).toEqual(purse)
  })
}
