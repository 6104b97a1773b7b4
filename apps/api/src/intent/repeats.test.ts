import { randomUUID } from 'node:crypto'
import { activateGame, transfer, withdraw } from '@kapao/contract/wallet'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { until } from '../../test/chat.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('th', { turnsAway: true })
  await server.set('requestsPerMinute', 100_000)
})
afterAll(() => server.stop())
afterEach(() => {
  vi.restoreAllMocks()
})

/** Counts how often those who wait have looked for the first answer, from now on. */
function countLooks(): () => number {
  const asked = vi.spyOn(server.database, 'together')
  return () => asked.mock.calls.filter(([text]) => /join intent i on i\.member_id = a\./.test(text)).length
}

it('counts none of those that wait for the first answer of their own intent', async () => {
  const members = [await server.member(), await server.member()]
  for (const one of members) {
    await server.payIn(one, '100.00')
    await server.give(activateGame, { params: { code: 'PG' }, token: one.token })
  }
  const body = { from: 'WALLET', to: 'PG', amount: 1 } as const
  const provider = server.gateways.game('PG')
  const asked: (() => void)[] = []
  provider.beforeTransfer = () => new Promise((resolve) => asked.push(resolve))
  try {
    const intents = members.map((one) => ({ one, key: randomUUID() }))
    const send = (times: number) =>
      intents.flatMap(({ one, key }) =>
        Array.from({ length: times }, () => server.ask(transfer, { token: one.token, key, body })),
      )
    const firsts = send(1)
    await until(() => asked.length === 2, 'the two firsts are with the provider')
    const looks = countLooks()
    const some = send(24)
    await until(() => looks() >= 48, 'all of them wait')
    // With the two firsts and those that wait these would be eighty, of fifty places.
    const more = send(15)
    const answered = Promise.all([...firsts, ...some, ...more])
    const before = looks()
    await until(() => looks() >= before + 2 * 78, 'the others wait, too')
    for (const answer of asked) answer()
    const answers = await answered
    expect(answers.filter(({ ok, isReplay }) => ok && isReplay)).toHaveLength(78)
    expect(answers.filter(({ ok, isReplay }) => ok && !isReplay)).toHaveLength(2)
  } finally {
    for (const answer of asked) answer()
    provider.beforeTransfer = null
  }
})

it('lets repeats that come with their first wait without a connection', async () => {
  const one = await server.member()
  await server.payIn(one, '100.00')
  const key = randomUUID()
  const looks = countLooks()
  const begin = server.database.transaction
  // Of one that had not come by then nothing is said: it begins a transaction of its own, and finds it done.
  let begunMeanwhile = 0
  const transactions = vi.spyOn(server.database, 'transaction').mockImplementation(async (work) => {
    await until(() => looks() >= 4 * 29, 'the others wait')
    begunMeanwhile ||= transactions.mock.calls.length
    return begin(work)
  })
  const ask = () => server.ask(withdraw, { token: one.token, key, body: { amount: 100 } })
  const answers = await Promise.all(Array.from({ length: 30 }, ask))
  expect(answers.filter(({ ok, isReplay }) => ok && isReplay)).toHaveLength(29)
  expect(begunMeanwhile).toBe(1)
})
