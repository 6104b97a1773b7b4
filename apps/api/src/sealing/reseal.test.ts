import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { redeemTruelink } from '@kapao/contract/truelink'
import { sealLink } from '@kapao/contract/truelink-seal'
import { activateGame, getGameAccount, resetGamePassword } from '@kapao/contract/wallet'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { newAgent } from '../../test/chat.ts'
import { startTestServer, type TestMember, TestServer } from '../../test/server.ts'
import { readConfig } from '../environment/config.ts'
import { buildApp } from '../http/app.ts'
import { enrol, SecondFactor } from '../staff/second-factor.ts'
import { reseal } from './reseal.ts'
import { unseal } from './seal.ts'

const [old, next] = ['the-seal-secret-of-before', 'the-next-seal-secret']

let server: TestServer
let member: TestMember
/** The processes as they are replaced one after the other: with the old secret alone at first, with the next alone in the end. */
let before: TestServer
let prepared: TestServer
let changed: TestServer
let after: TestServer

async function startBeside(secrets: Record<string, string>): Promise<TestServer> {
  const { database, operator, gateways, files, reader, log } = server
  const config = readConfig({
    DATABASE_URL: server.config.databaseUrl,
    KAPAO_FILES: server.config.filesFolder,
    KAPAO_LOG_LEVEL: 'silent',
    ...secrets,
  })
  const app = await buildApp({ config, database, operator, gateways, takesAll: true })
  const stop = () => app.close()
  return new TestServer({ app, config, database, operator, gateways, files, reader, log, stop })
}

beforeAll(async () => {
  server = await startTestServer()
  before = await startBeside({ KAPAO_SEAL_SECRET: old })
  const gifts = { KAPAO_GIFT_SECRET: old }
  prepared = await startBeside({ ...gifts, KAPAO_SEAL_SECRET: old, KAPAO_SEAL_SECRET_OTHER: next })
  changed = await startBeside({ ...gifts, KAPAO_SEAL_SECRET: next, KAPAO_SEAL_SECRET_OTHER: old })
  after = await startBeside({ ...gifts, KAPAO_SEAL_SECRET: next })
})
afterAll(async () => {
  for (const one of [before, prepared, changed, after]) await one.stop()
  await server.stop()
})
beforeEach(async () => {
  server.gateways.vouchers.script = 'ok'
  member = await server.member()
})

function newGift(): string {
  const code = `GIFT${randomBytes(9).toString('hex')}`
  server.gateways.vouchers.issue(code, parseDecimal('50.00'))
  return code
}

async function redeem(at: TestServer, code: string) {
  const link = await sealLink(at.config.truelinkSecrets[0], `https://gift.truemoney.com/campaign/?v=${code}`)
  return at.ask(redeemTruelink, { body: { link }, token: member.token })
}

const game = () => ({ params: { code: 'PG' }, token: member.token })
const passwordAt = async (at: TestServer) => (await at.give(getGameAccount, game())).password

it('every process reads the game passwords of those beside it, and the last one after all was sealed anew', async () => {
  await before.give(activateGame, game())
  const first = await passwordAt(before)
  for (const one of [prepared, changed]) expect(await passwordAt(one)).toBe(first)
  await changed.give(resetGamePassword, game())
  const second = await passwordAt(changed)
  expect(second).not.toBe(first)
  expect(await passwordAt(prepared)).toBe(second)
  await prepared.give(resetGamePassword, game())
  const third = await passwordAt(changed)
  await reseal(server.database, changed.config.sealKeys)
  expect(await passwordAt(after)).toBe(third)
})

it('a gift is taken once, whichever processes are asked, and whatever its issuer says', async () => {
  const code = newGift()
  expect(await redeem(before, code)).toMatchObject({ ok: true })
  server.gateways.vouchers.issue(code, parseDecimal('50.00'))
  for (const one of [prepared, changed, after])
    expect(await redeem(one, code)).toMatchObject({ message: 'TRUELINK_DUPLICATE' })
  const later = newGift()
  expect(await redeem(changed, later)).toMatchObject({ ok: true })
  server.gateways.vouchers.issue(later, parseDecimal('50.00'))
  expect(await redeem(prepared, later)).toMatchObject({ message: 'TRUELINK_DUPLICATE' })
})

it('a gift whose answer got lost under the old secret is credited under the next', async () => {
  server.gateways.vouchers.script = 'lost-before'
  expect(await redeem(before, newGift())).toMatchObject({ status: 202 })
  server.gateways.vouchers.script = 'ok'
  await reseal(server.database, changed.config.sealKeys)
  await after.work()
  expect(await server.balance(member)).toBe(parseDecimal('50.00'))
})

it('second factors are sealed anew, and what nobody can open is left as it is and told', async () => {
  const agent = await newAgent(server)
  const factor = SecondFactor.make('Kapao', agent.name)
  const [staff] = await server.database.query<{ id: bigint }>('select id from staff where name = $1', [
    agent.name,
  ])
  if (!staff) throw new Error('no such staff')
  const { sealKeys } = before.config
  await server.database.transaction((tx) => enrol(tx, staff.id, { sealKeys, factor, step: 0 }))
  // The last one to seal was under a secret that is neither: the test server's own.
  await server.give(activateGame, game())
  const kept = () => server.database.query('select sealed_password from game_account order by member_id')
  await reseal(server.database, changed.config.sealKeys)
  const asItWas = await kept()
  const again = await reseal(server.database, changed.config.sealKeys)
  expect(again).toEqual([
    { what: 'game passwords', anew: 0, before: asItWas.length - 1, unreadable: 1 },
    { what: 'gifts on their way', anew: 0, before: 0, unreadable: 0 },
    { what: 'second factors', anew: 0, before: 1, unreadable: 0 },
  ])
  expect(await kept()).toEqual(asItWas)
  expect(await passwordAt(server)).toMatch(/^\w{10}$/)
  const [row] = await server.database.query<{ secretSealed: Buffer }>(
    'select secret_sealed from staff_second_factor where staff_id = $1',
    [staff.id],
  )
  if (!row) throw new Error('no second factor')
  expect(unseal(after.config.sealKeys, row.secretSealed)).toBe(factor.secret)
})

it.each([
  ['KAPAO_SEAL_SECRET is not set', { KAPAO_SEAL_SECRET_OTHER: old }],
  ['KAPAO_SEAL_SECRET is not set', { KAPAO_SEAL_SECRET: 'kapao-seal', KAPAO_SEAL_SECRET_OTHER: old }],
  ['KAPAO_SEAL_SECRET_OTHER is not set', { KAPAO_SEAL_SECRET: next }],
  [
    'KAPAO_SEAL_SECRET must have 16 characters or more in production. Nothing was changed.',
    { KAPAO_MODE: 'production', KAPAO_SEAL_SECRET: 'short', KAPAO_SEAL_SECRET_OTHER: old },
  ],
])('the command says that %s, and changes nothing', async (words, secrets) => {
  const env = { PATH: process.env.PATH, DATABASE_URL: server.config.databaseUrl, ...secrets }
  const entry = join(import.meta.dirname, '../main-reseal.ts')
  await expect(promisify(execFile)(process.execPath, [entry], { env })).rejects.toMatchObject({
    code: 1,
    stdout: '',
    // A line of words, and no stack.
    stderr: expect.stringMatching(new RegExp(`^${words}.*\\n$`)),
  })
})
