import {
  assignConversation,
  deskInbox,
  deskLogin,
  deskMe,
  endConversation,
  getDeskConversation,
} from '@kapao/contract/desk'
import { TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Agent, conversationIdOf, newAgent, newGuest, say, until } from '../../test/chat.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import type { SealKeys } from '../sealing/seal.ts'
import { runStaffCommand, StaffCommandError } from './command.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(() => server.database.query('delete from rate_window'))

/** Runs the command; `typed` are the passwords that someone types, null where nobody is there; `answer` says the rest, from what was said. */
async function staff(
  words: string,
  typed: string[] | null = null,
  answer: (said: string) => string = () => '',
  { said = [], sealKeys = () => server.config.sealKeys }: { said?: string[]; sealKeys?: () => SealKeys } = {},
): Promise<string> {
  await runStaffCommand(server.database, words.split(' '), {
    say: (line) => void said.push(line),
    askPassword: typed && (async () => typed.shift() ?? ''),
    ask: async () => answer(said.join('\n')),
    sealKeys,
    breachedPasswords: null,
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
    ['second-factor nobody', null, /There is no nobody/],
    ['second-factor-off nobody', null, /There is no nobody/],
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

it('the open conversations of a disabled one are nobody’s again, which the desk is told and the trail keeps', async () => {
  const one = await newAgent(server)
  const colleague = await newAgent(server)
  const take = async (who: Agent) => {
    const guest = newGuest()
    await say(server, guest, 'hello')
    const params = { conversationId: await conversationIdOf(server, guest) }
    await who.give(assignConversation, { params, body: { staffId: who.staffId } })
    return params
  }
  const assignee = async (params: { conversationId: string }) =>
    (await colleague.give(getDeskConversation, { params })).conversation.assignee
  const params = await take(one)
  const theirs = await take(colleague)
  const [row] = await server.database.query<{ id: bigint }>(
    'select id from chat_conversation where public_id = $1',
    [params.conversationId],
  )
  const told: (string | null)[] = []
  await server.database.listen('chat', (payload) => told.push(payload))
  expect(await staff(`disable ${one.name}`)).toContain('nobody’s from now on: 1.')
  expect(await assignee(params)).toBeNull()
  expect(await assignee(theirs)).toMatchObject({ staffId: colleague.staffId })
  await until(() => told.includes(JSON.stringify({ conversation: String(row?.id) })), 'the desk is told')
  const trail = await server.database.query(
    `select details, staff_id from staff_audit where action = 'conversation-assigned' and conversation_id = $1 order by id`,
    [params.conversationId],
  )
  expect(trail.at(-1)).toEqual({ details: { to: null }, staffId: null })
})

it('whom a disabled one was to help again finds somebody: an ended conversation is nobody’s again, too', async () => {
  const one = await newAgent(server)
  const colleague = await newAgent(server)
  const guest = newGuest()
  await say(server, guest, 'hello')
  const params = { conversationId: await conversationIdOf(server, guest) }
  await one.give(endConversation, { params, body: { asksRating: false } })
  await one.give(assignConversation, { params, body: { staffId: one.staffId } })
  expect(await staff(`disable ${one.name}`)).not.toContain('nobody’s')
  await say(server, guest, 'hello again')
  const body = { filter: 'unassigned', order: 'newest', search: '', page: 1, limit: 100 } as const
  const { conversations } = await colleague.give(deskInbox, { body })
  expect(conversations.map(({ conversationId }) => conversationId)).toContain(params.conversationId)
})

describe('a first password', () => {
  /** As if so much time had gone by since it was made. */
  const wait = (name: string, time: string) =>
    server.database.query(
      'update staff set password_expires_at = password_expires_at - $2::interval where name = $1',
      [name, time],
    )
  const FIRST = /first password, until \d{4}-\d\d-\d\dT[\d:.]+Z/
  const lineOf = async (name: string) =>
    (await staff('list')).split('\n').find((line) => line.startsWith(`${name} `))

  it('runs out a day after it was made, which the command and the list say', async () => {
    const said = await staff('add first --role agent --generate', ['not', 'asked'])
    expect(said).toContain('It runs out in 24 hours: first chooses another at the desk before.')
    expect(await lineOf('first')).toMatch(FIRST)
    await wait('first', '23 hours 59 minutes')
    expect(await logIn('first', generated(said))).toMatchObject({ ok: true })
    await wait('first', '1 minute')
    expect(await logIn('first', generated(said))).toMatchObject({ message: 'OTP_EXPIRED' })
  })

  it('is what a reset makes, too, where nobody types one; another reset makes another', async () => {
    const one = await newAgent(server)
    const before = generated(await staff(`reset ${one.name}`))
    await wait(one.name, '1 day')
    expect(await logIn(one.name, before)).toMatchObject({ message: 'OTP_EXPIRED' })
    const after = generated(await staff(`reset ${one.name}`))
    expect(await logIn(one.name, after)).toMatchObject({ ok: true })
  })

  it('is none that was typed, even after one that was made', async () => {
    await staff('add typed --role agent', ['a-typed-password', 'a-typed-password'])
    expect(await lineOf('typed')).not.toMatch(FIRST)
    await staff('reset typed --generate')
    expect(await lineOf('typed')).toMatch(FIRST)
    const said = await staff('reset typed', ['a-typed-password', 'a-typed-password'])
    expect(said).toBe('typed has a new password and is logged out everywhere.')
    expect(await lineOf('typed')).not.toMatch(FIRST)
  })
})

describe('a second factor', () => {
  const codeOf = (said: string) => {
    const app = URI.parse(/^otpauth:.*$/m.exec(said)?.[0] ?? '')
    return app instanceof TOTP ? app.generate() : ''
  }

  it('is there once a code has shown that the app has it; its recovery codes are shown once', async () => {
    const one = await newAgent(server)
    const said = await staff(`second-factor ${one.name}`, null, codeOf)
    expect(said).toContain(`otpauth://totp/Kapao:${one.name}?issuer=Kapao&secret=`)
    expect(said).toContain('▄')
    expect(said.match(/^ {2}[a-z2-9]{5}(-[a-z2-9]{5}){2}$/gm)).toHaveLength(10)
    expect(await one.ask(deskMe)).toMatchObject({ message: 'EXPIRED_AUTH_TOKEN' })
    expect(await logIn(one.name, 'a-long-enough-password')).toMatchObject({ message: 'UNVERIFIED_OTP' })
    expect(await staff('list')).toMatch(new RegExp(`${one.name}.*second factor`))
  })

  it('is not there when the code was wrong, or nobody typed one', async () => {
    const one = await newAgent(server)
    for (const typed of ['000', ''])
      await expect(staff(`second-factor ${one.name}`, null, () => typed)).rejects.toThrow(
        /not its code.*Nothing was changed/,
      )
    expect(await one.ask(deskMe)).toMatchObject({ ok: true })
    expect(await logIn(one.name, 'a-long-enough-password')).toMatchObject({ ok: true })
  })

  it('is shown to nobody where there is no key to seal it with', async () => {
    const one = await newAgent(server)
    const said: string[] = []
    const sealKeys = () => {
      throw new StaffCommandError('no key')
    }
    await expect(staff(`second-factor ${one.name}`, null, codeOf, { said, sealKeys })).rejects.toThrow(
      'no key',
    )
    expect(said).toEqual([])
  })

  it('is kept sealed, and its recovery codes as hashes', async () => {
    const one = await newAgent(server)
    const said = await staff(`second-factor ${one.name}`, null, codeOf)
    const secret = /secret=(\w+)/.exec(said)?.[1] ?? 'none'
    const [row] = await server.database.query<{ kept: string }>(
      `select f.secret_sealed::text || (select string_agg(code_hash::text, '') from staff_recovery_code c where c.staff_id = f.staff_id) as kept
       from staff_second_factor f join staff s on s.id = f.staff_id where s.name = $1`,
      [one.name],
    )
    const kept = Buffer.from((row?.kept ?? '').replaceAll('\\x', ''), 'hex').toString('latin1')
    expect(kept).not.toContain(secret)
    for (const code of said.match(/\w{5}-\w{5}-\w{5}/g) ?? []) expect(kept).not.toContain(code)
  })

  it('can be switched off, and another take its place', async () => {
    const one = await newAgent(server)
    await expect(staff(`second-factor-off ${one.name}`)).rejects.toThrow('has no second factor')
    await staff(`second-factor ${one.name}`, null, codeOf)
    await staff(`second-factor ${one.name}`, null, codeOf)
    const [count] = await server.database.query<{ codes: number }>(
      `select count(*)::int as codes from staff_recovery_code c join staff s on s.id = c.staff_id where s.name = $1`,
      [one.name],
    )
    expect(count?.codes).toBe(10)
    await staff(`second-factor-off ${one.name}`)
    expect(await logIn(one.name, 'a-long-enough-password')).toMatchObject({ ok: true })
  })

  it('is noted by the database too, without what it is', async () => {
    const one = await newAgent(server)
    await staff(`second-factor ${one.name}`, null, codeOf)
    await staff(`second-factor-off ${one.name}`)
    const rows = await server.database.query(
      `select operation, coalesce(after, before) as row from operator_change where table_name = 'staff_second_factor'
       and coalesce(after, before) ->> 'staff_id' = (select id::text from staff where name = $1) order by id`,
      [one.name],
    )
    const row = { staff_id: expect.any(Number) }
    expect(rows).toEqual([
      { operation: 'INSERT', row },
      { operation: 'DELETE', row },
    ])
  })
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
    'staff-second-factor-off',
    'staff-second-factor-on',
  ])
})
