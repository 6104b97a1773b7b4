import { listStatements } from '@kapao/contract/statement'
import { activateGame, transfer, withdraw } from '@kapao/contract/wallet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { startWorker } from './worker.ts'

let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
})
beforeEach(async () => {
  member = await server.member()
  await server.payIn(member, '1000.00')
})

function start() {
  const { database, operator, gateways, files, config, log } = server
  return startWorker({
    database,
    operator,
    gateways,
    files,
    sealKeys: config.sealKeys,
    giftKey: config.giftKey,
    log,
  })
}

async function withWorker(work: () => Promise<void>): Promise<void> {
  const worker = await start()
  try {
    await work()
  } finally {
    await worker.stop()
  }
}

const newestStatus = async () => {
  const { statements } = await server.give(listStatements, {
    body: { page: 1, limit: 1 },
    token: member.token,
  })
  return statements[0]?.status
}

describe('the worker by itself', () => {
  it('pays out a withdrawal', () =>
    withWorker(async () => {
      await server.give(withdraw, { body: { amount: 300 }, token: member.token })
      await expect.poll(newestStatus).toBe('SUCCESS')
      expect(await server.balance(member, 'hold')).toBe(0n)
    }))

  it('finds out what became of an unknown transfer', async () => {
    const provider = server.gateways.game('PG')
    await server.give(activateGame, { params: { code: 'PG' }, token: member.token })
    provider.script = 'lost-after'
    await server.give(transfer, { body: { from: 'WALLET', to: 'PG', amount: 100 }, token: member.token })
    provider.script = 'ok'
    await withWorker(() => expect.poll(newestStatus).toBe('SUCCESS'))
    expect(await server.balance(member, 'hold')).toBe(0n)
  })

  it('catches up with the bank’s feed', async () => {
    server.gateways.bank.feed.push(server.transferEvent(member, '55.00'))
    await withWorker(() => expect.poll(() => server.balance(member)).toBe(parseDecimal('1055.00')))
  })

  it('goes on after a turn that failed', async () => {
    const { bank } = server.gateways
    const payOut = bank.payOut.bind(bank)
    let isBroken = true
    bank.payOut = async (order) => {
      if (!isBroken) return payOut(order)
      isBroken = false
      throw new Error('a bug')
    }
    try {
      await server.give(withdraw, { body: { amount: 300 }, token: member.token })
      await withWorker(async () => {
        await expect.poll(() => isBroken).toBe(false)
        await server.database.query("update withdrawal set next_try_at = now() where state = 'sent'")
        await expect.poll(newestStatus).toBe('SUCCESS')
      })
    } finally {
      bank.payOut = payOut
    }
  })
})

describe('stopping', () => {
  it('takes no longer than the turn that is under way', async () => {
    const { bank } = server.gateways
    const readFeed = bank.readFeed.bind(bank)
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    let turns = 0
    bank.readFeed = async (cursor) => {
      turns += 1
      asked.resolve()
      await answered.promise
      return readFeed(cursor)
    }
    try {
      const worker = await start()
      await asked.promise
      const stopped = worker.stop()
      answered.resolve()
      await stopped
      expect(turns).toBe(1)
    } finally {
      bank.readFeed = readFeed
    }
  })

  it('leaves nothing running', async () => {
    const worker = await start()
    await worker.stop()
    await server.give(withdraw, { body: { amount: 300 }, token: member.token })
    const calls = server.gateways.bank.payOutCalls
    await server.database.query('select pg_sleep(0.7)')
    expect(server.gateways.bank.payOutCalls).toBe(calls)
    await server.work()
  })
})
