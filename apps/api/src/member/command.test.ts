import { getProfile } from '@kapao/contract/account'
import { login } from '@kapao/contract/login'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'
import { runMemberCommand } from './command.ts'

let server: TestServer
let member: TestMember
onTestServer((started) => {
  server = started
})
beforeEach(async () => {
  member = await server.registeredMember()
})

const command = (...words: string[]) => runMemberCommand(server.database, words)
const seen = (token: string) => server.ask(getProfile, { token })
const logIn = () => server.ask(login, { body: { username: member.phone, password: member.password } })

async function lastAudit() {
  const [row] = await server.database.query<{ action: string; details: unknown; staffId: bigint | null }>(
    'select action, details, staff_id from staff_audit order by id desc limit 1',
  )
  return row
}

it('logs a member out everywhere, nobody else, and writes down by whom, without the phone', async () => {
  vi.stubEnv('SUDO_USER', 'somchai')
  onTestFinished(() => void vi.unstubAllEnvs())
  const other = await server.registeredMember()
  const { token: elsewhere } = await server.give(login, {
    body: { username: member.phone, password: member.password },
  })
  const written = `${member.phone.slice(0, 3)}-${member.phone.slice(3)}`
  expect(await command('log-out', written)).toBe(
    `${member.phone} is logged out everywhere (sessions ended: 2), and may log in again.`,
  )
  for (const token of [member.token, elsewhere])
    expect(await seen(token)).toMatchObject({ status: 401, message: 'invalid-token' })
  expect(await seen(other.token)).toMatchObject({ ok: true })
  const entry = await lastAudit()
  const details = { sessions: 2, by: 'somchai' }
  expect(entry).toMatchObject({ action: 'member-logged-out', staffId: null, details })
  expect(JSON.stringify(entry?.details)).not.toContain(member.phone)
  expect(await logIn()).toMatchObject({ ok: true })
})

it('keeps a disabled member out until enabled, and both are written down', async () => {
  await command('disable', member.phone)
  expect(await lastAudit()).toMatchObject({ action: 'member-disabled' })
  expect(await seen(member.token)).toMatchObject({ message: 'invalid-token' })
  expect(await logIn()).toMatchObject({ message: 'INACTIVE_USER' })
  expect(await command('enable', member.phone)).toBe(`${member.phone} may log in again.`)
  expect(await lastAudit()).toMatchObject({ action: 'member-enabled' })
  expect(await logIn()).toMatchObject({ ok: true })
})

it.each([
  [[], /npm run member/],
  [['log-out'], /npm run member/],
  [['remove', '0812345678'], /npm run member/],
  [['toString', '0812345678'], /npm run member/],
  [['log-out', '0812345678', 'too'], /npm run member/],
  [['log-out', '0800000000'], /There is no member with the phone 0800000000/],
])('%j is refused in words, and nothing is written', async (words, message) => {
  const before = await lastAudit()
  await expect(command(...words)).rejects.toThrow(message)
  expect(await lastAudit()).toEqual(before)
})
