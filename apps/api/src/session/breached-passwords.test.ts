import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerAccount } from '@kapao/contract/account'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { isPasswordAllowed } from '../member/register.ts'
import { isBreached } from './breached-passwords.ts'

const BREACHED = [
  'once-in-a-breach',
  'รหัสที่รั่วแล้ว',
  ...Array.from({ length: 999 }, (_, n) => `leaked number ${n}`),
]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kapao-breached-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function list(lineOf: (hash: string, n: number) => string, passwords = BREACHED): Promise<string> {
  const hashes = passwords.map((one) => createHash('sha1').update(one).digest('hex').toUpperCase())
  const path = join(folder, 'list.txt')
  await writeFile(path, hashes.toSorted().map(lineOf).join(''))
  return path
}

it.each([
  ['counts', (hash: string, n: number) => `${hash}:${n ** 3}\r\n`],
  ['hashes alone', (hash: string) => `${hash}\n`],
  ['small letters', (hash: string) => `${hash.toLowerCase()}:1\n`],
])('every password of a list with %s is found, and no other', async (_what, lineOf) => {
  const path = await list(lineOf)
  for (const one of BREACHED) expect([one, await isBreached(path, one)]).toEqual([one, true])
  for (let n = 0; n < 300; n += 1) expect(await isBreached(path, `never leaked ${n}`)).toBe(false)
})

it('a list of one, or of none, is searched too', async () => {
  const one = await list((hash) => hash, ['once-in-a-breach'])
  expect(await isBreached(one, 'once-in-a-breach')).toBe(true)
  expect(await isBreached(one, 'another')).toBe(false)
  expect(await isBreached(await list((hash) => hash, []), 'another')).toBe(false)
})

it('no member may choose one where there is a list', async () => {
  const path = await list((hash) => `${hash}:1\n`)
  const server = await startTestServer('th', { environment: { KAPAO_BREACHED_PASSWORDS: path } })
  try {
    const username = await server.verifiedPhone()
    const body = {
      name: 'Test Player',
      username,
      password: 'once-in-a-breach',
      bankCode: 'SCB',
      bankAccountName: 'TEST PLAYER',
      bankAccountNo: '9123456789',
      sourceCode: '',
    }
    expect(await server.ask(registerAccount, { body })).toMatchObject({
      message: 'INVALID_USER_INFO',
      details: { field: 'password' },
    })
    const judging = { refusesEasyPasswords: false, breachedPasswords: path }
    const place = server.operator.current()
    expect(await isPasswordAllowed(judging, place, { username, password: 'never leaked' })).toBe(true)
    expect(await isPasswordAllowed(judging, place, { username, password: 'leaked number 7' })).toBe(false)
  } finally {
    await server.stop()
  }
})
