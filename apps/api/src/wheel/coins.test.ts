import { createQr } from '@kapao/contract/qrcode'
import { redeemTruelink } from '@kapao/contract/truelink'
import { sealLink } from '@kapao/contract/truelink-seal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { makeItNoon } from '../../test/days.ts'
import { deliver } from '../../test/feed.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { sendSlip, slipPng, transferAtBank } from '../../test/slip-pictures.ts'
import { coinsOf, giveCoins, proveWheel } from '../../test/wheels.ts'
import { creditEvent } from '../deposit/credit.ts'
import { coinsFor, postCoins } from './coins.ts'

let server: TestServer
let member: TestMember

/** One coin for each 100 baht, ten a day. */
const RULE = { THB: { each: 100, perDay: 10 } }

beforeAll(async () => {
  server = await startTestServer()
  await makeItNoon(server)
  await server.set('coinsPerDeposit', RULE)
})
afterAll(async () => {
  await proveWheel(server)
  await server.stop()
})
beforeEach(async () => {
  member = await server.member()
})

/** Writes a setting as an operator's tool might, however wrong. */
const write = (name: string, value: string) =>
  server.database.query('update operator_setting set value = $2 where name = $1', [name, value])

const ways: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'a bank transfer, told three times at once',
    async () => {
      const event = server.transferEvent(member, '250.00')
      await Promise.all([deliver(server, event), deliver(server, event), server.credit(event)])
      await deliver(server, event)
    },
  ],
  [
    'a QR code',
    async () => {
      const made = await server.give(createQr, {
        params: { provider: 'PAYTIMZ' },
        body: { amount: 250 },
        token: member.token,
      })
      const order = made.hasQrcode && server.gateways.bank.qrs.get(made.qrcodeId)
      if (!order) throw new Error('no code was made')
      const paid = { type: 'qr', reference: order.reference, to: order.to } as const
      const event = server.transferEvent(member, '250.00', paid)
      await Promise.all([server.credit(event), server.credit(event)])
    },
  ],
  [
    'a slip, and the feed after it',
    async () => {
      const event = transferAtBank(server, member, '250.00')
      await sendSlip(server, member, await slipPng(event.transRef))
      await server.judgeSlips()
      await server.credit(event)
    },
  ],
  [
    'a gift link, taken twice',
    async () => {
      const code = `GIFT${member.id}ABCDEFGHIJKLMN`
      server.gateways.vouchers.issue(code, parseDecimal('250.00'))
      const secret = server.config.truelinkSecrets[0]
      const link = await sealLink(secret, `https://gift.truemoney.com/campaign/?v=${code}`)
      const take = () => server.ask(redeemTruelink, { body: { link }, token: member.token })
      await Promise.all([take(), take()])
    },
  ],
]
it.each(ways)('%s brings its coins, once', async (_way, deposit) => {
  await deposit()
  expect(await server.balance(member)).toBe(parseDecimal('250.00'))
  expect(await coinsOf(server, member)).toBe(2)
})

it('money that belongs to nobody yet brings its coins when it finds its owner', async () => {
  const from = { bankCode: 'SCB', bankAccountNo: '9999999999', bankAccountName: 'NOBODY' }
  const event = transferAtBank(server, member, '300.00')
  expect(await server.credit({ ...event, from })).toBe('unmatched')
  await sendSlip(server, member, await slipPng(event.transRef))
  await server.judgeSlips()
  expect(await server.balance(member)).toBe(parseDecimal('300.00'))
  expect(await coinsOf(server, member)).toBe(3)
})

describe('coins for a deposit', () => {
  it.each([
    ['0.01', 0, 0],
    ['99.99', 0, 0],
    ['100.00', 0, 1],
    ['199.99', 0, 1],
    ['1000.00', 0, 10],
    ['100000000.00', 0, 10],
    ['500.00', 7, 3],
    ['500.00', 10, 0],
    ['500.00', 12, 0],
  ])('of %s after %d today are %d', (amount, today, coins) => {
    expect(coinsFor(parseDecimal(amount), { each: parseDecimal('100.00'), perDay: 10 }, today)).toBe(coins)
  })

  it('reach the day’s most and no more, however many come at once', async () => {
    await Promise.all(Array.from({ length: 15 }, () => server.payIn(member, '100.00')))
    expect(await coinsOf(server, member)).toBe(10)
    await server.payIn(member, '5000.00')
    expect(await coinsOf(server, member)).toBe(10)
  })

  it('are counted anew the next day; what was given or won does not count', async () => {
    await giveCoins(server, member, 30)
    await server.payIn(member, '1000.00')
    await server.database.query('alter table coin_entry disable trigger append_only')
    await server.database.query(
      `update coin_entry set created_at = created_at - interval '1 day' where member_id = $1`,
      [member.id],
    )
    await server.database.query('alter table coin_entry enable trigger append_only')
    await server.payIn(member, '1000.00')
    expect(await coinsOf(server, member)).toBe(50)
  })

  const nothing: readonly (readonly [string, string, string])[] = [
    ['the wheel is switched off', 'wheelActive', 'false'],
    ['there is no rule for the currency', 'coinsPerDeposit', '{"LAK": {"each": 1, "perDay": 1}}'],
    ['a coin is for nothing', 'coinsPerDeposit', '{"THB": {"each": 0, "perDay": 10}}'],
    ['the rule is nonsense', 'coinsPerDeposit', '"many"'],
    ['the clock is nonsense', 'timeZone', '"Asia/Nowhere"'],
  ]
  it.each(nothing)(
    'are none while %s, and the deposit is credited all the same',
    async (_when, name, value) => {
      const [before] = await server.database.query<{ value: unknown }>(
        'select value from operator_setting where name = $1',
        [name],
      )
      await write(name, value)
      try {
        await server.payIn(member, '500.00')
      } finally {
        await write(name, JSON.stringify(before?.value))
      }
      expect(await server.balance(member)).toBe(parseDecimal('500.00'))
      expect(await coinsOf(server, member)).toBe(0)
    },
  )

  it('go with the deposit: one that is not settled in the end brings none', async () => {
    const failing = server.database.transaction(async (tx) => {
      await creditEvent(
        { ...tx, asked: new Set() },
        server.operator.current(),
        server.transferEvent(member, '500.00'),
        'webhook',
      )
      throw new Error('the machine stopped here')
    })
    await expect(failing).rejects.toThrow('stopped here')
    expect(await server.balance(member)).toBe(0n)
    expect(await coinsOf(server, member)).toBe(0)
  })
})

describe('the account of coins', () => {
  const entries = () =>
    server.database.query<{ amount: number; balanceAfter: number }>(
      'select amount, balance_after from coin_entry where member_id = $1 order by version',
      [member.id],
    )

  it('keeps every coin’s coming and going, in one line', async () => {
    await Promise.all(Array.from({ length: 20 }, () => giveCoins(server, member, 1)))
    const line = await entries()
    expect(line.map((entry) => entry.balanceAfter)).toEqual(Array.from({ length: 20 }, (_one, at) => at + 1))
  })

  it('takes the same thing once', async () => {
    const gift = { kind: 'gift', reference: crypto.randomUUID(), amount: 2 } as const
    expect(await postCoins(server.database, member.id, gift)).toEqual({ result: 'posted', coins: 2 })
    expect(await postCoins(server.database, member.id, gift)).toEqual({ result: 'duplicate', coins: 2 })
    expect(await entries()).toHaveLength(1)
  })

  it('never falls below nothing', async () => {
    await giveCoins(server, member, 2)
    const taken = { kind: 'spin', reference: crypto.randomUUID(), amount: -3 } as const
    expect(await postCoins(server.database, member.id, taken)).toEqual({ result: 'insufficient', coins: 2 })
    expect(await entries()).toHaveLength(1)
  })

  it.each([
    ['update member set coin = 99 where id = $1', 'coin_post alone'],
    [
      `insert into coin_entry (member_id, version, kind, reference, amount, balance_before, balance_after)
       values ($1, 1, 'gift', 'mine', 5, 0, 5)`,
      'coin_post alone',
    ],
    ['update coin_entry set amount = 5 where member_id = $1', 'append-only'],
    ['delete from coin_entry where member_id = $1', 'append-only'],
  ])('is changed by nothing else: %s', async (sql, reason) => {
    await expect(server.database.query(sql, [member.id])).rejects.toThrow(reason)
  })
})
