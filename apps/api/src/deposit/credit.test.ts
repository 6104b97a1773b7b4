import { cancelQr, createQr, getQr } from '@kapao/contract/qrcode'
import { listStatements } from '@kapao/contract/statement'
import { announceDeposit } from '@kapao/contract/wallet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { deliver, houseBalance, unmatched } from '../../test/feed.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import type { FeedEvent } from '../gateways/bank.ts'
import { post } from '../ledger/accounts.ts'

let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.proveBooks()
  // All money that came in is somewhere: with members, or waiting.
  const [owed] = await server.database.query<{ total: bigint }>(
    `select coalesce(sum(balance_minor), 0)::bigint as total from ledger_account where member_id is not null`,
  )
  expect(await houseBalance(server, 'bank')).toBe(
    -((owed?.total ?? 0n) + (await houseBalance(server, 'suspense'))),
  )
  await server.stop()
})
beforeEach(async () => {
  member = await server.member()
})

async function openQr(amount = 100, provider = 'KBANK') {
  const made = await server.give(createQr, { params: { provider }, body: { amount }, token: member.token })
  if (!made.hasQrcode) throw new Error('no code was made')
  const order = server.gateways.bank.qrs.get(made.qrcodeId)
  if (!order) throw new Error('the bank does not know the code')
  return { id: made.qrcodeId, order }
}

/** Somebody’s phone paid the code: any sender, the code’s own account and reference. */
function qrPaid(
  order: Awaited<ReturnType<typeof openQr>>['order'],
  changes: Partial<FeedEvent> = {},
): FeedEvent {
  return server.transferEvent(member, '0.01', {
    type: 'qr',
    from: { bankCode: 'BBL', bankAccountNo: '9000000001', bankAccountName: 'SOMEONE ELSE' },
    to: order.to,
    amount: order.amount,
    reference: order.reference,
    ...changes,
  })
}

const statements = async () => {
  const answer = await server.give(listStatements, { body: { page: 1, limit: 100 }, token: member.token })
  return answer.statements
}

describe('a paid code', () => {
  it('credits its member, whoever paid, and is shown as paid', async () => {
    const { id, order } = await openQr(250.25)
    expect(await server.credit(qrPaid(order))).toBe('credited')
    expect(await server.balance(member)).toBe(parseDecimal('250.25'))
    expect(await server.ask(getQr, { params: { provider: 'KBANK' }, token: member.token })).toMatchObject({
      answer: { hasQrcode: false, status: 'PAID', qrcodeId: id, amount: parseDecimal('250.25') },
    })
    expect(await statements()).toMatchObject([
      {
        statementType: 'deposit',
        status: 'SUCCESS',
        from: 'BANK',
        to: 'WALLET',
        amount: parseDecimal('250.25'),
      },
    ])
  })

  it('credits what was really paid, when that is not what was asked for', async () => {
    const { order } = await openQr(100)
    expect(await server.credit(qrPaid(order, { amount: parseDecimal('99.50') }))).toBe('credited')
    expect(await server.balance(member)).toBe(parseDecimal('99.50'))
  })

  it('credits each of two payments: both are real money', async () => {
    const { order } = await openQr(100)
    expect(await server.credit(qrPaid(order))).toBe('credited')
    expect(await server.credit(qrPaid(order))).toBe('credited')
    expect(await server.balance(member)).toBe(parseDecimal('200.00'))
  })

  it.each(['cancelled', 'replaced', 'expired', 'refused by the provider'])(
    'that was %s before still ends with its member',
    async (how) => {
      const { id, order } = await openQr(100)
      if (how === 'cancelled') {
        await server.give(cancelQr, {
          params: { provider: 'KBANK' },
          body: { qrcodeId: id },
          token: member.token,
        })
      }
      if (how === 'replaced') await openQr(70)
      if (how === 'expired') {
        await server.database.query(
          "update qr_code set state = 'expired', expires_at = now() where id = $1",
          [id],
        )
      }
      if (how === 'refused by the provider') {
        await server.database.query("update qr_code set state = 'refused' where id = $1", [id])
      }
      expect(await server.credit(qrPaid(order))).toBe('credited')
      expect(await server.balance(member)).toBe(parseDecimal('100.00'))
    },
  )

  it('of another biller’s account is not guessed at', async () => {
    const { order } = await openQr(100, 'KBANK')
    const elsewhere = server.operator.current().accounts.find((account) => account.qrProvider === 'PAYTIMZ')
    const to = { bankCode: elsewhere?.bankCode ?? '', bankAccountNo: elsewhere?.accountNo ?? '' }
    expect(await server.credit(qrPaid(order, { to }))).toBe('unmatched')
    expect(await server.balance(member)).toBe(0n)
  })
})

describe('a bank transfer', () => {
  it('from the member’s registered account is credited, whether it was announced or not', async () => {
    expect(await server.credit(server.transferEvent(member, '123.45'))).toBe('credited')
    await server.give(announceDeposit, { body: { amount: 50 }, token: member.token })
    expect(await server.credit(server.transferEvent(member, '60.00'))).toBe('credited')
    expect(await server.balance(member)).toBe(parseDecimal('183.45'))
  })

  it('is known however the bank writes the account number', async () => {
    const spelled = `${member.bankAccountNo.slice(0, 3)}-${member.bankAccountNo.slice(3, 4)} ${member.bankAccountNo.slice(4)}`
    const from = { bankCode: 'SCB', bankAccountNo: spelled, bankAccountName: 'X' }
    expect(await server.credit(server.transferEvent(member, '10.00', { from }))).toBe('credited')
  })

  it('with a note of the sender’s own is still theirs', async () => {
    const event = server.transferEvent(member, '10.00', { reference: 'FOR GAMES' })
    expect(await server.credit(event)).toBe('credited')
    expect(await server.balance(member)).toBe(parseDecimal('10.00'))
  })

  it('into an account that is not ours is none of our business', async () => {
    const to = { bankCode: 'SCB', bankAccountNo: '1111111111' }
    const event = server.transferEvent(member, '10.00', { to })
    expect(await server.credit(event)).toBe('not-ours')
    expect(
      await server.database.query('select 1 from bank_event where trans_ref = $1', [event.transRef]),
    ).toEqual([])
  })
})

describe('money that belongs to nobody we know', () => {
  const nobody = { bankCode: 'KTB', bankAccountNo: '9111111111', bankAccountName: 'MISS UNKNOWN' }
  const sameNumber = () => ({
    bankCode: 'KTB',
    bankAccountNo: member.bankAccountNo,
    bankAccountName: member.bankAccountName,
  })

  it.each([
    ['of an unknown sender', () => ({ from: nobody }), 'UNKNOWN_SENDER'],
    ['of the member’s number at another bank', () => ({ from: sameNumber() }), 'UNKNOWN_SENDER'],
    ['in a currency that the account does not have', () => ({ currency: 'LAK' }), 'OTHER_CURRENCY'],
    [
      'with a reference that we never gave',
      () => ({ type: 'qr', reference: 'KPNEVERGIVEN00', from: nobody }),
      'UNKNOWN_REFERENCE',
    ],
  ])('%s waits in the list, and its money in suspense', async (_what, changes, reason) => {
    const waiting = (await unmatched(server)).length
    const suspense = await houseBalance(server, 'suspense')
    const event = server.transferEvent(member, '77.70', changes())
    expect(await server.credit(event)).toBe('unmatched')
    expect(await server.credit(event)).toBe('known')
    expect(await houseBalance(server, 'suspense')).toBe(suspense + 7_770n)
    expect((await unmatched(server)).slice(waiting)).toMatchObject([
      { unmatchedReason: reason, amountMinor: 7_770n, currency: event.currency },
    ])
    expect(await server.balance(member)).toBe(0n)
    expect(await statements()).toEqual([])
  })

  it('is not kept where its money would not be in suspense, and comes again', async () => {
    const event = server.transferEvent(member, '77.70', { from: nobody })
    // What stands under the number that the event will have.
    const [taken] = await server.database.query<{ reference: string }>(
      "select (nextval(pg_get_serial_sequence('bank_event', 'id')) + 1)::text as reference",
    )
    const from = { house: 'bank', code: 'TEST:1', currency: 'THB' } as const
    const to = { house: 'suspense', code: 'elsewhere', currency: 'THB' } as const
    const planted = {
      kind: 'deposit-unmatched',
      reference: taken?.reference ?? '',
      amount: event.amount,
    } as const
    await server.database.transaction((tx) => post(tx, { ...planted, from, to }))
    await expect(server.credit(event)).rejects.toThrow('stands in the books already')
    expect(await server.credit(event)).toBe('unmatched')
  })

  describe('from the operator’s own account', () => {
    // The account that pays out, which a member came to hold before the operator did.
    const payout = { bankCode: 'SCB', bankAccountNo: '9991000009' }
    const from = { ...payout, bankAccountNo: '999-1-00000-9', bankAccountName: 'KAPAO CO LTD' }

    it('waits, also where a member holds that number', async () => {
      await server.database.query('update member set bank_code = $2, bank_account_no = $3 where id = $1', [
        member.id,
        payout.bankCode,
        payout.bankAccountNo,
      ])
      expect(await server.credit(server.transferEvent(member, '77.70', { from }))).toBe('unmatched')
      expect((await unmatched(server)).at(-1)).toMatchObject({ unmatchedReason: 'OWN_ACCOUNT' })
      expect(await server.balance(member)).toBe(0n)
    })

    it('waits, also when it paid a member’s code', async () => {
      const { order } = await openQr()
      expect(await server.credit(qrPaid(order, { from }))).toBe('unmatched')
      expect(await server.balance(member)).toBe(0n)
    })
  })

  it('in an account that people look after by hand waits for them', async () => {
    const event = server.transferEvent(member, '77.70')
    await server.database.query("update operator_account set mode = 'MANUAL' where purpose = 'deposit'")
    await server.operator.reload()
    try {
      expect(await server.credit(event)).toBe('unmatched')
      expect((await unmatched(server)).at(-1)).toMatchObject({ unmatchedReason: 'MANUAL_ACCOUNT' })
    } finally {
      await server.database.query("update operator_account set mode = 'AUTO' where purpose = 'deposit'")
      await server.operator.reload()
    }
  })
})

describe('one transfer is credited once', () => {
  it('when it is told twenty times at once', async () => {
    const event = server.transferEvent(member, '500.00')
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(server, event)))
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await server.balance(member)).toBe(parseDecimal('500.00'))
    expect(await statements()).toHaveLength(1)
  })

  it('when the webhook tells it and the poll finds it', async () => {
    const event = server.transferEvent(member, '500.00')
    await deliver(server, event)
    server.gateways.bank.feed.push(event)
    await server.work()
    expect(await server.balance(member)).toBe(parseDecimal('500.00'))
  })

  it('when the poll found it and the webhook comes late', async () => {
    const event = server.transferEvent(member, '500.00')
    server.gateways.bank.feed.push(event)
    await server.work()
    await deliver(server, event)
    expect(await server.balance(member)).toBe(parseDecimal('500.00'))
  })

  it('but two transfers of the same amount at the same moment are two', async () => {
    const at = new Date().toISOString()
    await server.credit(server.transferEvent(member, '500.00', { at }))
    await server.credit(server.transferEvent(member, '500.00', { at }))
    expect(await server.balance(member)).toBe(parseDecimal('1000.00'))
  })
})

it('in Laos, kip sent into the kip account by a member in baht is not taken for baht', async () => {
  const lao = await startTestServer('la')
  try {
    const inBaht = await lao.member({ currency: 'BAHT' })
    expect(await lao.credit(lao.transferEvent(inBaht, '50000.00'))).toBe('unmatched')
    expect(await lao.balance(inBaht)).toBe(0n)
    expect(await houseBalance(lao, 'suspense')).toBe(parseDecimal('50000.00'))
    const inKip = await lao.member({ currency: 'LAK' })
    expect(await lao.credit(lao.transferEvent(inKip, '50000.00'))).toBe('credited')
    await lao.proveBooks()
  } finally {
    await lao.stop()
  }
})
