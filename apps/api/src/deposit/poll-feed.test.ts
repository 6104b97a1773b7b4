import { activateBonus } from '@kapao/contract/bonus'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { offerBonus, openGame } from '../../test/bonuses.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import type { BankGateway } from '../gateways/bank.ts'
import { FEED_IS_BEHIND, pollFeed } from './poll-feed.ts'

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

const poll = (bank: BankGateway = server.gateways.bank, database = server.database, log = server.log) =>
  pollFeed({ database, operator: server.operator, providers: server.gateways.providers, bank, log })

/** The bank, except for how its feed answers. */
const bankWhose = (readFeed: BankGateway['readFeed']): BankGateway =>
  Object.assign(Object.create(server.gateways.bank), { readFeed })

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

  it('credits one member’s in order, also where the games have to be asked for the first of them', async () => {
    await offerBonus(server, 'HALF')
    const inviter = await server.member()
    await server.database.query('insert into invite (invitee_id, inviter_id) values ($1, $2)', [
      member.id,
      inviter.id,
    ])
    await openGame(server, member)
    await server.give(activateBonus, { params: { code: 'HALF' }, token: member.token })
    server.gateways.bank.feed.push(
      server.transferEvent(member, '1000.00'),
      server.transferEvent(member, '50.00'),
    )
    await poll()
    expect(await server.balance(member)).toBe(parseDecimal('1550.00'))
    const earned = await server.database.query<{ earnedMinor: bigint }>(
      'select earned_minor from invite where invitee_id = $1',
      [member.id],
    )
    const percent = BigInt(server.operator.current().invitePercent)
    expect(earned).toEqual([{ earnedMinor: (parseDecimal('1000.00') * percent) / 100n }])
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
    expect(await poll(bankWhose(async () => ({ reason: 'down' })))).toBe(0)
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

describe('money that does not arrive is seen', () => {
  const figure = async (name: string) => {
    const { body } = await server.app.inject({ method: 'GET', url: '/metrics' })
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1])
  }
  const age = () => figure('kapao_feed_read_age_seconds')
  /** As if the feed had been read an hour ago. */
  const anHourAgo = () =>
    server.database.query("update feed_cursor set read_at = now() - interval '1 hour' where name = 'bank'")

  it('by how long the feed has not been read, which only a reading makes less', async () => {
    await poll()
    expect(await age()).toBeLessThan(60)
    await anHourAgo()
    await poll(bankWhose(async () => ({ reason: 'down' })))
    expect(await age()).toBeGreaterThan(3_599)
    // Without anything new, too.
    expect(await poll()).toBe(0)
    expect(await age()).toBeLessThan(60)
  })

  it('while the feed has much more to tell than was read', async () => {
    const { feed } = server.gateways.bank
    await poll()
    await anHourAgo()
    const behind = Array.from({ length: FEED_IS_BEHIND }, () => server.transferEvent(member, '1.00'))
    feed.push(...behind)
    expect(await poll()).toBe(FEED_IS_BEHIND)
    expect(await age()).toBeGreaterThan(3_599)
    await poll()
    expect(await age()).toBeLessThan(60)
  })

  it('in an installation that has never read it', async () => {
    await server.database.query('update feed_cursor set read_at = null')
    await server.database.query("update migration set applied_at = applied_at - interval '2 hours'")
    expect(await age()).toBeGreaterThan(7_199)
  })

  it('by a line of the log whenever the feed cannot be read', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    await poll(undefined, undefined, log)
    expect(lines).toEqual([])
    await poll(
      bankWhose(async () => ({ reason: 'down' })),
      undefined,
      log,
    )
    expect(lines.join('')).toContain('the bank feed cannot be read')
  })

  it('by the events that could not be read', async () => {
    const before = await figure('kapao_feed_unreadable')
    const at = (await cursor()) ?? '0'
    await poll(bankWhose(async () => ({ events: [], unreadable: 2, cursor: at })))
    await poll()
    expect(await figure('kapao_feed_unreadable')).toBe(before + 2)
  })
})
