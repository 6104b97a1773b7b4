import { randomUUID } from 'node:crypto'
import { activateBonus, clearBonus } from '@kapao/contract/bonus'
import { withdrawAll } from '@kapao/contract/wallet'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { offerBonus, openGame, putIn } from '../../test/bonuses.ts'
import { until } from '../../test/chat.ts'
import { startTestServer, type TestMember, TestServer } from '../../test/server.ts'
import { buildApp } from '../http/app.ts'

let here: TestServer
let elsewhere: TestServer
let member: TestMember

beforeAll(async () => {
  here = await startTestServer()
  const { config, database, operator, gateways } = here
  elsewhere = new TestServer({ ...here, app: await buildApp({ config, database, operator, gateways }) })
  await offerBonus(here, 'HALF')
})
afterAll(async () => {
  await here.proveBooks()
  await elsewhere.app.close()
  await here.stop()
})
beforeEach(async () => {
  vi.restoreAllMocks()
  await here.database.query('delete from rate_window')
  member = await here.member()
  await here.payIn(member, '200.00')
  await openGame(here, member)
})

/** Asks, and once its game is being emptied asks the other process under the same key. `letGo` lets the game give what it has. */
async function askBoth<T>(ask: (server: TestServer) => Promise<T>) {
  const isAsked = Promise.withResolvers<void>()
  const mayGo = Promise.withResolvers<void>()
  const game = here.gateways.game('PG')
  game.beforeTransfer = async () => {
    game.beforeTransfer = null
    isAsked.resolve()
    await mayGo.promise
  }
  const first = ask(here)
  await isAsked.promise
  const looks = vi.spyOn(here.database, 'together')
  const second = ask(elsewhere)
  const secondWaits = () =>
    until(
      () => looks.mock.calls.filter(([text]) => /join intent i on i\.member_id = a\./.test(text)).length >= 3,
      'the second waits',
    )
  return { first, second, secondWaits, letGo: mayGo.resolve }
}

const everything = (key: string) => (server: TestServer) =>
  server.ask(withdrawAll, { body: { amount: 200 }, token: member.token, key })

it('a repeat of a withdrawal waits for the games that the first is emptying, and is not refused for what is on its way', async () => {
  await putIn(here, member, 200)
  const { first, second, secondWaits, letGo } = await askBoth(everything(randomUUID()))
  await secondWaits()
  letGo()
  expect(await first).toMatchObject({ ok: true, isReplay: false })
  expect(await second).toMatchObject({ ok: true, isReplay: true })
  expect(await here.balance(member)).toBe(0n)
})

it('a repeat of a cancelled bonus waits so, too', async () => {
  await here.give(activateBonus, { params: { code: 'HALF' }, token: member.token })
  await here.payIn(member, '100.00')
  await putIn(here, member, 350)
  const key = randomUUID()
  const { first, second, secondWaits, letGo } = await askBoth((server) =>
    server.ask(clearBonus, { token: member.token, key }),
  )
  await secondWaits()
  letGo()
  expect(await first).toMatchObject({ ok: true, isReplay: false, answer: { message: 'BONUS_CLEAR' } })
  expect(await second).toMatchObject({ ok: true, isReplay: true, answer: { message: 'BONUS_CLEAR' } })
})

it('a withdrawal that was refused once the games were empty may be tried again under its key', async () => {
  const key = randomUUID()
  await putIn(here, member, 150)
  const ask = (amount: number) => here.ask(withdrawAll, { body: { amount }, token: member.token, key })
  expect(await ask(300)).toMatchObject({ ok: false, message: 'MONEY_NOT_ENOUGH' })
  await here.payIn(member, '100.00')
  expect(await ask(300)).toMatchObject({ ok: true, isReplay: false })
})

it('what another took up because its process seemed dead is paid out once, whoever comes first', async () => {
  await putIn(here, member, 100)
  await here.payIn(member, '300.00')
  const { first, second, letGo } = await askBoth(everything(randomUUID()))
  await here.database.query(
    "update intent set created_at = now() - interval '10 minutes' where status is null",
  )
  expect(await second).toMatchObject({ ok: true, isReplay: false })
  letGo()
  expect(await first).toMatchObject({ ok: true, isReplay: true })
  expect(await here.balance(member)).toBe(parseDecimal('300.00'))
})
