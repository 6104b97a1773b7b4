import { sendingBankOf } from '@kapao/emv/bank-codes'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import { compareAll, comparePlanted, reconciling } from '../../test/reconciling.ts'
import type { TestServer } from '../../test/server.ts'
import { makeTraffic, type Traffic } from '../../test/traffic.ts'
import { beginByHand, reconcile } from './reconcile.ts'

let server: TestServer
let traffic: Traffic

onTestServer(async (started) => {
  server = started
  traffic = await makeTraffic(server)
})

const compare = () => compareAll(server)
const planted = (tables: readonly string[], sql: string) => comparePlanted(server, tables, sql)

const OUT = "(select id from game_transfer where direction = 'out')"
const PAID = "(select id from withdrawal where state = 'settled')"

describe('a difference from the bank is found', () => {
  it('a transfer that never came into the books, by its reference and amount', async () => {
    const { feed } = server.gateways.bank
    const event = server.transferEvent(traffic.member, '12.34')
    feed.push(event)
    const report = await compare()
    feed.pop()
    expect(report.differences).toEqual([
      {
        kind: 'deposit-missing',
        subject: `${event.to.bankCode}:${event.to.bankAccountNo} ${event.transRef}`,
        ours: 'not in the books',
        theirs: `1234 THB at ${event.at}`,
      },
    ])
  })

  it('but not one that is credited while we look', async () => {
    const event = server.transferEvent(traffic.member, '1.00')
    server.gateways.bank.feed.push(event)
    const report = await reconcile(
      { ...reconciling(server), isWhole: true, settle: () => server.credit(event) },
      await beginByHand(server.database),
    )
    expect(report.differences).toEqual([])
  })

  it('another amount there than here', async () => {
    const { feed } = server.gateways.bank
    const [event] = feed
    if (!event) throw new Error('no event')
    feed[0] = { ...event, amount: parseDecimal('400.01') }
    const report = await compare()
    feed[0] = event
    expect(report.differences).toMatchObject([
      { kind: 'deposit-amount', ours: '40000 THB', theirs: '40001 THB' },
    ])
  })

  it('but not where a bank goes by another of its names there', async () => {
    const { feed } = server.gateways.bank
    const [event] = feed
    if (!event) throw new Error('no event')
    feed[0] = { ...event, to: { ...event.to, bankCode: sendingBankOf(event.to.bankCode) } }
    expect(feed[0].to.bankCode).not.toBe(event.to.bankCode)
    const report = await planted(['withdrawal'], "update withdrawal set bank_code = '014'")
    feed[0] = event
    expect(report.differences).toEqual([])
  })

  it('a deposit that the bank knows nothing of', async () => {
    const [event] = server.gateways.bank.feed.splice(0, 1)
    if (!event) throw new Error('no event')
    expect(await compare()).toMatchObject({ differences: [] })
    server.gateways.bank.transfers.delete(event.transRef)
    expect((await compare()).differences).toMatchObject([
      { kind: 'deposit-unknown-there', theirs: 'no such transfer' },
    ])
    server.gateways.bank.feed.unshift(event)
  })

  it.each<[string, string, string]>([
    [
      'a payout of another amount',
      `update withdrawal set amount_minor = amount_minor - 1 where id = ${PAID}`,
      'payout',
    ],
    [
      'a payout under another reference',
      `update withdrawal set trans_ref = 'PO77' where id = ${PAID}`,
      'payout',
    ],
    [
      'a payout that we gave back',
      `update withdrawal set state = 'refused', refused_reason = 'X', trans_ref = null where id = ${PAID}`,
      'payout',
    ],
    ['a payout that we never ordered', `delete from withdrawal where id = ${PAID}`, 'payout-unknown-here'],
  ])('%s', async (_name, sql, kind) => {
    const kinds = (await planted(['withdrawal'], sql)).differences.map((one) => one.kind)
    expect(kinds).toContain(kind)
  })

  it('a payout that we gave back, asked for by its id', async () => {
    server.gateways.bank.hasList = false
    const report = await planted(
      ['withdrawal'],
      `update withdrawal set state = 'refused', refused_reason = 'X', trans_ref = null where id = ${PAID}`,
    )
    server.gateways.bank.hasList = true
    const found = report.differences.filter((one) => one.kind === 'payout')
    expect(found).toMatchObject([{ ours: 'refused', theirs: 'settled as PO1' }])
  })
})

describe('a payout at a bank without a list', () => {
  const PAYOUT = 'PO1'
  beforeAll(() => {
    server.gateways.bank.hasList = false
  })
  afterAll(() => {
    server.gateways.bank.hasList = true
  })

  it('is compared by its amount, asked of the bank that paid it', async () => {
    const report = await planted(
      ['withdrawal'],
      `update withdrawal set amount_minor = amount_minor - 1 where id = ${PAID}`,
    )
    expect(report.differences.filter((one) => one.kind === 'payout')).toMatchObject([
      {
        ours: expect.stringMatching(/^settled 29999 THB/),
        theirs: expect.stringMatching(/^settled 30000 THB/),
      },
    ])
    expect(report.unseen).toEqual({})
  })

  it('is no difference where the bank shows a part of the number alone, unless that is another’s', async () => {
    const { transfers } = server.gateways.bank
    const transfer = transfers.get(PAYOUT)
    if (!transfer) throw new Error('no payout')
    const { to } = transfer
    const shown = (bankAccountNo: string) =>
      transfers.set(PAYOUT, { ...transfer, to: { ...to, bankAccountNo } })
    shown(`xxx-x-x${to.bankAccountNo.slice(-5, -1)}-x`)
    const fitting = await compare()
    shown('xxx-x-xABCD-x'.replace('ABCD', to.bankAccountNo.slice(-5, -1) === '1111' ? '2222' : '1111'))
    const another = await compare()
    transfers.set(PAYOUT, transfer)
    expect(fitting).toMatchObject({ differences: [], unseen: {} })
    expect(another.differences).toMatchObject([{ kind: 'payout' }])
  })

  it('whose transfer the bank does not have is told to differ, so that it can be settled, and not as equal', async () => {
    const { transfers } = server.gateways.bank
    const transfer = transfers.get(PAYOUT)
    if (!transfer) throw new Error('no payout')
    transfers.delete(PAYOUT)
    const report = await compare()
    transfers.set(PAYOUT, transfer)
    expect(report.unseen).toEqual({})
    expect(report.differences).toMatchObject([
      { kind: 'payout', theirs: expect.stringContaining(`settled as ${PAYOUT}, a transfer that`) },
    ])
  })

  it('of which the bank does not say is told as unseen', async () => {
    const { lookups } = server.gateways.bank
    lookups.push({ kind: 'unknown', reason: 'TimeoutError' })
    const report = await compare()
    expect(report.differences).toEqual([])
    expect(Object.entries(report.unseen)).toEqual([
      [expect.stringMatching(/^withdrawal /), expect.stringContaining(`as ${PAYOUT}`)],
    ])
  })
})

it('an account that was or is written with dashes makes no difference', async () => {
  const { database, operator, gateways } = server
  const write = async (accountNo: string) => {
    await database.query(
      `update operator_account set account_no = $1 where replace(account_no, '-', '') = '9991000001'`,
      [accountNo],
    )
    await operator.reload()
  }
  await write('999-1-00000-1')
  const event = server.transferEvent(traffic.member, '3.00')
  gateways.bank.feed.push(event)
  gateways.bank.transfers.set(event.transRef, event)
  await server.credit(event)
  expect((await compare()).differences).toEqual([])
  // As an older version took it in; the feed that forgot it makes the bank be asked.
  const report = () =>
    planted(
      ['bank_event', 'ledger_account'],
      `update bank_event set account_no = '999-1-00000-1' where account_no = '9991000001';
       update ledger_account set code = replace(code, '9991000001', '999-1-00000-1')`,
    )
  expect((await report()).differences).toEqual([])
  gateways.bank.feed.pop()
  expect((await report()).differences).toEqual([])
  await write('9991000001')
  expect((await compare()).differences).toEqual([])
})

describe('a difference from a game is found', () => {
  const provider = () => server.gateways.game('PG')

  it.each([true, false])(
    'a transfer that we gave back and they have (with a list of theirs: %s)',
    async (hasList) => {
      provider().hasList = hasList
      const report = await planted(
        ['game_transfer'],
        `update game_transfer set state = 'refused', moved_minor = null where id = ${OUT}`,
      )
      provider().hasList = true
      expect(report.differences).toContainEqual(
        expect.objectContaining({ kind: 'transfer', ours: 'refused 0', theirs: 'moved 5000' }),
      )
    },
  )

  it('a transfer that they have and we never ordered', async () => {
    const order = {
      transferId: 'by-somebody',
      username: 'x',
      type: 'withdraw',
      credits: parseDecimal('5.00'),
    } as const
    provider().transfers.set(order.transferId, {
      order,
      outcome: { kind: 'confirmed', credits: order.credits, balance: null },
      hiddenFor: 0,
      pendingFor: 0,
    })
    const report = await compare()
    provider().transfers.delete(order.transferId)
    expect(report.differences).toEqual([
      {
        kind: 'transfer-unknown-here',
        subject: 'transfer by-somebody of x at PG',
        ours: 'no such transfer',
        theirs: 'withdraw of 500 credits',
      },
    ])
  })
})

it('one game is compared after the other: the worker has other work for its connections', async () => {
  let underWay = 0
  let most = 0
  const codes = [...server.operator.current().allGames.keys()]
  const lists = codes.map((code) => {
    const provider = server.gateways.game(code)
    const list = provider.listTransfers.bind(provider)
    return vi.spyOn(provider, 'listTransfers').mockImplementation(async (cursor) => {
      underWay += 1
      most = Math.max(most, underWay)
      await server.database.query('select 1')
      underWay -= 1
      return list(cursor)
    })
  })
  const report = await compare()
  for (const list of lists) list.mockRestore()
  expect(report).toMatchObject({ state: 'equal' })
  expect(codes.length).toBeGreaterThan(1)
  expect(most).toBe(1)
})

describe('a difference from the issuer of gifts is found', () => {
  it('another amount, a gift that we never credited, and one that we never got', async () => {
    const { gifts } = server.gateways.vouchers
    const gift = gifts.get(traffic.giftCode)
    if (!gift) throw new Error('no gift')
    gifts.set(traffic.giftCode, { ...gift, amount: parseDecimal('31.00') })
    expect((await compare()).differences).toMatchObject([
      { kind: 'gift', ours: 'redeemed 3000', theirs: 'taken 3100' },
    ])
    gifts.set(traffic.giftCode, { ...gift, takenBy: null })
    expect((await compare()).differences).toMatchObject([{ kind: 'gift', theirs: 'not taken by us' }])
    gifts.set(traffic.giftCode, gift)
    gifts.set('othergift', { ...gift })
    expect((await compare()).differences).toMatchObject([{ kind: 'gift-unknown-here', theirs: 'taken 3000' }])
    gifts.delete('othergift')
  })
})
