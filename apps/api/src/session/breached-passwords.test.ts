import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerAccount } from '@kapao/contract/account'
import { changeDeskPassword } from '@kapao/contract/desk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newAgent } from '../../test/chat.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { runStaffCommand } from '../staff/command.ts'
import { isBreached, proveBreachedList } from './breached-passwords.ts'
import { isPasswordAllowed } from './password-rule.ts'

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

describe('where there is a list', () => {
  let server: TestServer
  let path: string
  beforeAll(async () => {
    path = await list((hash) => `${hash}:1\n`)
    server = await startTestServer('th', { environment: { KAPAO_BREACHED_PASSWORDS: path } })
  })
  afterAll(() => server.stop())

  it('no member may choose one of it', async () => {
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
  })

  it('nor may one of the staff, at the desk', async () => {
    const agent = await newAgent(server)
    const change = (newPassword: string) =>
      agent.ask(changeDeskPassword, { body: { oldPassword: 'a-long-enough-password', newPassword } })
    expect(await change('leaked number 7')).toMatchObject({
      message: 'INVALID_USER_INFO',
      details: { field: 'newPassword' },
    })
    expect(await change('never leaked, and long')).toMatchObject({ ok: true })
  })

  it('nor by the command', async () => {
    const typed = ['leaked number 8', 'leaked number 8', 'never leaked, and long', 'never leaked, and long']
    const add = () =>
      runStaffCommand(server.database, ['add', 'nok', '--role', 'agent'], {
        say: () => {},
        askPassword: async () => typed.shift() ?? '',
        ask: async () => '',
        breachedPasswords: path,
        sealKeys: () => server.config.sealKeys,
      })
    await expect(add()).rejects.toThrow(/list of breached passwords. Nothing was changed/)
    typed.shift()
    await add()
    expect(await server.database.query(`select name from staff where name = 'nok'`)).toHaveLength(1)
  })
})

describe('the list is proven before anybody registers', () => {
  it('one as it is downloaded is taken', async () => {
    await proveBreachedList(await list((hash) => `${hash}:3\r\n`))
  })

  it('one that is not there, a folder, and one of something else are refused in words', async () => {
    await expect(proveBreachedList(join(folder, 'none'))).rejects.toThrow(
      /^KAPAO_BREACHED_PASSWORDS names .*none, which cannot be read: ENOENT/,
    )
    await expect(proveBreachedList(folder)).rejects.toThrow('which cannot be read: EISDIR')
    const passwords = await list((_hash, n) => `an ordinary password, number ${n}, as it was leaked\n`)
    await expect(proveBreachedList(passwords)).rejects.toThrow('does not begin with a SHA-1 in hexadecimal')
    await expect(proveBreachedList(await list(() => ''))).rejects.toThrow('does not begin with a SHA-1')
  })
})
