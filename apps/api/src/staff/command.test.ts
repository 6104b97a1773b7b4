import { deskLogin, deskMe } from '@kapao/contract/desk'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newAgent } from '../../test/chat.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { runStaffCommand } from './command.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(() => server.database.query('delete from rate_window'))

/** Runs the command; `typed` are the passwords that someone types, null where nobody is there. */
async function staff(words: string, typed: string[] | null = null): Promise<string> {
  const said: string[] = []
  await runStaffCommand(server.database, words.split(' '), {
    say: (line) => void said.push(line),
    askPassword: typed && (async () => typed.shift() ?? ''),
  })
  return said.join('\n')
}
const logIn = (name: string, password: string) => server.ask(deskLogin, { body: { name, password } })
const generated = (said: string) => /^Password: (\S+)$/m.exec(said)?.[1] ?? ''

describe('adding', () => {
  it('makes an account whose password was typed twice, and shows it nowhere', async () => {
    const said = await staff('add Nok --role agent --display น้องนก', ['a-typed-password', 'a-typed-password'])
    expect(said).toBe('Added nok, agent. Customers see น้องนก.')
    expect(await logIn('nok', 'a-typed-password')).toMatchObject({
      ok: true,
      answer: { staff: { name: 'nok', displayName: 'น้องนก', role: 'agent' } },
    })
    const [row] = await server.database.query<{ passwordHash: string }>(
      `select password_hash from staff where name = 'nok'`,
    )
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('makes a password where nobody can be asked, and shows it once', async () => {
    const password = generated(await staff('add lek --role admin'))
    expect(password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
    expect(await logIn('lek', password)).toMatchObject({ ok: true, answer: { staff: { role: 'admin' } } })
    expect(await staff('list')).not.toContain(password)
  })

  it.each([
    ['add x', null, /--role is agent or admin/],
    ['add boss --role owner', null, /--role is agent or admin/],
    ['add x --role agent', null, /A name has 2 to 40/],
    ["add o'neil --role agent", null, /A name has 2 to 40/],
    ['add shorty --role agent', ['short', 'short'], /10 to 128 characters. Nothing was changed/],
    ['add easy --role agent', ['1234567890', '1234567890'], /first that are guessed. Nothing was changed/],
    ['add somchai-desk --role agent', ['Somchai.Desk7', 'Somchai.Desk7'], /first that are guessed/],
    ['add typo --role agent', ['a-typed-password', 'a-tpyed-password'], /not the same. Nothing was changed/],
    ['reset nobody', null, /There is no nobody/],
    ['disable nobody', null, /There is no nobody/],
    ['add', null, /npm run staff/],
    ['remove demo', null, /npm run staff/],
    ['add two names --role agent', null, /npm run staff/],
    ['list --what', null, /npm run staff/],
  ])('%s is refused in words', async (words, typed, message) => {
    await expect(staff(words, typed)).rejects.toThrow(message)
  })

  it('never takes a name twice', async () => {
    await staff('add twin --role agent')
    await expect(staff('add TWIN --role admin')).rejects.toThrow('There is a twin already.')
  })
})

it('a reset gives a new password and logs out everywhere', async () => {
  const one = await newAgent(server)
  const password = generated(await staff(`reset ${one.name} --generate`, ['not', 'asked']))
  expect(await one.ask(deskMe)).toMatchObject({ message: 'EXPIRED_AUTH_TOKEN' })
  expect(await logIn(one.name, password)).toMatchObject({ ok: true })
})

it('a disabled one is out at once and stays out until enabled', async () => {
  const one = await newAgent(server)
  await staff(`disable ${one.name}`)
  expect(await one.ask(deskMe)).toMatchObject({ message: 'EXPIRED_AUTH_TOKEN' })
  expect(await logIn(one.name, 'a-long-enough-password')).toMatchObject({ message: 'INACTIVE_USER' })
  expect(await staff('list')).toMatch(new RegExp(`${one.name}.*disabled`))
  await staff(`enable ${one.name}`)
  expect(await logIn(one.name, 'a-long-enough-password')).toMatchObject({ ok: true })
})

it('everything is written down', async () => {
  const rows = await server.database.query<{ action: string }>(
    `select distinct action from staff_audit where staff_id is null and action like 'staff-%' order by action`,
  )
  expect(rows.map((row) => row.action)).toEqual([
    'staff-added',
    'staff-disabled',
    'staff-enabled',
    'staff-reset',
  ])
})
