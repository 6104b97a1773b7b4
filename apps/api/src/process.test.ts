import { fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../scripts/test-database.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await createTestDatabase()
})
afterAll(() => place.drop())

/** All that a process logs from its start until it has ended by itself, or as it is told to when it is ready. */
async function logged(entry: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const child = fork(new URL(`${entry}.ts`, import.meta.url), {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      KAPAO_GATEWAY_URL: 'http://127.0.0.1:9',
      ...environment,
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (child.stdout === null) throw new Error('no output')
  child.once('message', () => child.kill())
  const [lines] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return lines
}

it('the API does not start with a list of breached passwords that is not there', async () => {
  const list = { KAPAO_BREACHED_PASSWORDS: '/nowhere/list.txt' }
  expect(await logged('main-api', { DATABASE_URL: place.url, ...list })).toContain(
    'KAPAO_BREACHED_PASSWORDS names /nowhere/list.txt, which cannot be read: ENOENT',
  )
})

describe.each([
  ['main-api', 'stopping'],
  ['main-worker', 'stopping'],
  ['main-migrate', 'the database is up to date'],
])('%s', (entry, line) => {
  it('logs from the level on that is set', async () => {
    const at = (level: string) => logged(entry, { DATABASE_URL: place.url, KAPAO_LOG_LEVEL: level })
    expect(await at('info')).toContain(`"msg":"${line}"`)
    expect(await at('fatal')).toBe('')
  })

  it('says why it cannot start', async () => {
    expect(await logged(entry, { KAPAO_LOG_LEVEL: 'fatal' })).toContain('DATABASE_URL is not set')
  })
})
