import { randomBytes } from 'node:crypto'
import { getProfile } from '@kapao/contract/account'
import { listStatements } from '@kapao/contract/statement'
import { activateGame, getWallet, transfer, withdraw } from '@kapao/contract/wallet'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { endOfLog, logSince } from '../../test/database-log.ts'
import { reconciling } from '../../test/reconciling.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { runMemberCommand } from '../member/command.ts'
import { sealLedger } from '../staff/audit-chain.ts'
import { startClock } from '../worker/clock.ts'
import { clockJobs } from '../worker/clock-jobs.ts'
import { tidy } from '../worker/tidy.ts'
import { grantServing } from './serving-user.ts'

const user = `serving_${randomBytes(6).toString('hex')}`
let ownerUrl: string
let servingUrl: string
let server: TestServer
beforeAll(async () => {
  server = await startTestServer('th', {
    comeBy: async (url) => {
      const serving = new URL(url)
      serving.username = user
      serving.password = 'a p@ss:word/'
      ownerUrl = url
      servingUrl = serving.href
      await grantServing(ownerUrl, servingUrl)
      return servingUrl
    },
  })
})
afterAll(async () => {
  await server.stop()
  const admin = new URL(ownerUrl)
  admin.pathname = '/postgres'
  const client = new pg.Client({ connectionString: admin.href })
  await client.connect()
  await client.query(`drop role ${user}`)
  await client.end()
})

it('serves members as the owner would: they come, pay in, play, withdraw, and are tidied up after', async () => {
  expect(await server.database.query('select current_user as who')).toEqual([{ who: user }])
  const member = await server.registeredMember()
  await server.payIn(member, '1000')
  const { token } = member
  await server.give(activateGame, { token, params: { code: 'PG' } })
  expect(
    await server.ask(transfer, { token, body: { from: 'WALLET', to: 'PG', amount: parseDecimal('100.00') } }),
  ).toMatchObject({
    ok: true,
  })
  expect(await server.ask(withdraw, { token, body: { amount: parseDecimal('500.00') } })).toMatchObject({
    ok: true,
  })
  expect(await server.give(getWallet, { token })).toMatchObject({
    wallet: { amount: parseDecimal('400.00') },
  })
  expect(await server.give(listStatements, { token, body: { page: 1, limit: 10 } })).toMatchObject({
    total: 3,
  })
  await tidy(server.database)
  await sealLedger(server.database)
  await runMemberCommand(server.database, ['log-out', member.phone])
  expect(await server.ask(getProfile, { token })).toMatchObject({ message: 'invalid-token' })
})

it('runs the clock as the owner would, each of its jobs', async () => {
  const { files, log, operator } = server
  const jobs = clockJobs({ ...reconciling(server), files, log })
  const clock = await startClock({ databaseUrl: servingUrl, operator, jobs, log, pollSeconds: 0.5 })
  try {
    for (const { name } of jobs) {
      // The time may have come for it just now.
      await clock.boss.send(name)
      await expect
        .poll(async () => (await clock.boss.findJobs(name)).map(({ state }) => state))
        .toContain('completed')
    }
    await clock.boss.supervise()
  } finally {
    await clock.stop()
  }
})

it.each([
  'alter table staff_audit disable trigger only_added',
  'update staff_audit set action = action',
  'delete from audit_link',
  'update ledger_entry set amount_minor = 0',
  'truncate statement',
  'drop table member',
  'create table public.mine (id int)',
  'create or replace function ledger_settled_id() returns bigint language sql as $$ select 1::bigint $$',
  "insert into migration (name) values ('9999')",
  'update pgboss.version set version = version - 1',
  'delete from pgboss.version',
  'create table pgboss.mine (id int)',
  "set session_replication_role = 'replica'",
  'create role another',
])('whoever takes over a process cannot: %s', async (statement) => {
  await expect(server.database.query(statement)).rejects.toThrow(/permission denied|must be owner/)
})

async function logIn(password: string): Promise<void> {
  const url = new URL(servingUrl)
  url.password = password
  const client = new pg.Client({ connectionString: url.href })
  client.on('error', () => undefined)
  await client.connect()
  await client.end()
}

it('may be done again, and gives a changed password its place', async () => {
  const changed = new URL(servingUrl)
  changed.password = 'another-password'
  await grantServing(ownerUrl, changed.href)
  await logIn('another-password')
  await expect(logIn('a p@ss:word/')).rejects.toThrow('password authentication failed')
})

it('its password reaches no log of statements', async () => {
  const owner = new URL(ownerUrl)
  owner.searchParams.set('options', '-c log_statement=all')
  const changed = new URL(servingUrl)
  changed.password = 'never-to-be-read'
  const before = endOfLog()
  await grantServing(owner.href, changed.href)
  const [told] = logSince(before)
  expect(told).toContain(`alter role "${user}" `)
  expect(told).not.toContain('never-to-be-read')
  await logIn('never-to-be-read')
})

it.each([
  ['accents, written in one sign or two', 'caf\u00e9-password', 'cafe\u0301-password'],
  ['letters of full width', '\uff30\uff41\uff53\uff53word-\u2168', 'Password-IX'],
  ['spaces of other kinds', 'pass\u00a0word\u3000one', 'pass word one'],
  ['what is not seen', 'pass\u00adword\ufeff', 'password'],
  ['Thai and Lao', 'รหัสผ่าน-ລະຫັດ', 'รหัสผ่าน-ລະຫັດ'],
])('logs in with a password with %s', async (_what, given, alike) => {
  const changed = new URL(servingUrl)
  changed.password = given
  await grantServing(ownerUrl, changed.href)
  await logIn(given)
  await logIn(alike)
})

it('is refused for the owner, and without a password', async () => {
  await expect(grantServing(ownerUrl, ownerUrl)).rejects.toThrow('the user that migrates')
  const bare = new URL(servingUrl)
  bare.password = ''
  await expect(grantServing(ownerUrl, bare.href)).rejects.toThrow('names no user with a password')
})
