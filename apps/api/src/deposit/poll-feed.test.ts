import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import type { BankGateway } from '../gateways/bank.ts'
import { pollFeed } from './poll-feed.ts'

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
})

const poll = (bank: BankGateway = server.gateways.bank, database = server.database) =>
  pollFeed(database, server.operator, bank, server.log)

async function cursor(): Promise<string | undefined> {
  const [row] = await server.database.query<{ cursor: string }>('select cursor from feed_cursor')
  return row?.cursor
}

describe('catching up with the feed', () => {
  it('credits what no webhook told, in order, and remembers how far it came', async () => {
    const { feed } = server.gateways.bank
    feed.push(server.transferEvent(member, '10.00'), server.transferEvent(member, '20.00'))
    expect(await poll()).toBe(2)
    expect(await cursor()).toBe(String(feed.length))
    expect(await server.balance(member)).toBe(parseDecimal('30.00'))
    expect(await poll()).toBe(0)
    feed.push(server.transferEvent(member, '5.00'))
    expect(await poll()).toBe(1)
    expect(await server.balance(member)).toBe(parseDecimal('35.00'))
  })

  it('takes strangers’ and unmatched money along without stopping at it', async () => {
    server.gateways.bank.feed.push(
      server.transferEvent(member, '10.00', { to: { bankCode: 'SCB', bankAccountNo: '1' } }),
      server.transferEvent(member, '10.00', {
        from: { bankCode: 'SCB', bankAccountNo: '9222222222', bankAccountName: 'NOBODY' },
      }),
      server.transferEvent(member, '10.00'),
    )
    await poll()
    expect(await server.balance(member)).toBe(parseDecimal('10.00'))
  })

  it('reads a page again after a crash between its events, and credits each once', async () => {
    const { feed } = server.gateways.bank
    const before = await cursor()
    feed.push(server.transferEvent(member, '10.00'), server.transferEvent(member, '20.00'))
    let transactions = 0
    const crashing = {
      ...server.database,
      transaction: <T>(work: Parameters<typeof server.database.transaction<T>>[0]) => {
        transactions += 1
        if (transactions === 2) throw new Error('the process died')
        return server.database.transaction(work)
      },
    }
    await expect(poll(server.gateways.bank, crashing)).rejects.toThrow('the process died')
    expect(await server.balance(member)).toBe(parseDecimal('10.00'))
    expect(await cursor()).toBe(before)
    await poll()
    expect(await server.balance(member)).toBe(parseDecimal('30.00'))
  })

  it('reads a page again after a crash before the cursor was kept', async () => {
    server.gateways.bank.feed.push(server.transferEvent(member, '10.00'))
    const crashing = {
      ...server.database,
      query: <Row extends object>(text: string, values?: readonly unknown[]) => {
        if (text.startsWith('insert into feed_cursor')) throw new Error('the process died')
        return server.database.query<Row>(text, values)
      },
    }
    await expect(poll(server.gateways.bank, crashing)).rejects.toThrow('the process died')
    expect(await poll()).toBe(1)
    expect(await server.balance(member)).toBe(parseDecimal('10.00'))
  })

  it('waits while the bank does not answer', async () => {
    const before = await cursor()
    server.gateways.bank.feed.push(server.transferEvent(member, '10.00'))
    const silent: BankGateway = Object.assign(Object.create(server.gateways.bank), {
      readFeed: async () => null,
    })
    expect(await poll(silent)).toBe(0)
    expect(await cursor()).toBe(before)
    await poll()
    expect(await server.balance(member)).toBe(parseDecimal('10.00'))
  })

  it('is done by one process at a time, and all of it is done', async () => {
    server.gateways.bank.feed.push(server.transferEvent(member, '10.00'))
    const worked = await Promise.all(Array.from({ length: 5 }, () => poll()))
    expect(worked.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0)
    expect(await server.balance(member)).toBe(parseDecimal('10.00'))
    expect(await poll()).toBe(0)
  })
})
