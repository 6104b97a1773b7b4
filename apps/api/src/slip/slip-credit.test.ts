import { listStatements } from '@kapao/contract/statement'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { houseBalance } from '../../test/feed.ts'
import type { TestMember, TestServer } from '../../test/server.ts'
import { sendSlip, slipPng, transferAtBank } from '../../test/slip-pictures.ts'
import { handInAndJudge, onSlipServer, outcomeOf, slipsOf } from '../../test/slips.ts'

let server: TestServer
let member: TestMember

onSlipServer((started) => {
  server = started
})
beforeEach(async () => {
  member = await server.member()
})

const outcome = (of = member) => outcomeOf(server, of)
const handIn = (picture: Buffer, of = member) => handInAndJudge(server, of, picture)

describe('money is credited once', () => {
  it('by fifty uploads of one slip at once, judged by three workers while the feed tells of it, too', async () => {
    const event = transferAtBank(server, member, '44.44')
    const picture = await slipPng(event.transRef)
    await Promise.all(Array.from({ length: 50 }, () => sendSlip(server, member, picture)))
    // As if all had been read: reading them is not what may go wrong here.
    await server.database.query(
      "update slip set sending_bank = '014', trans_ref = $1 where state = 'waiting'",
      [event.transRef],
    )
    await Promise.all([
      ...Array.from({ length: 5 }, () => server.credit(event)),
      ...Array.from({ length: 3 }, () => server.judgeSlips()),
    ])
    await server.judgeSlips()
    const slips = await slipsOf(server, member)
    expect(slips).toHaveLength(50)
    expect(slips.filter((slip) => slip.status === 'SUCCESS')).toHaveLength(1)
    expect(slips.filter((slip) => slip.status === 'PENDING')).toHaveLength(0)
    expect(await server.balance(member)).toBe(parseDecimal('44.44'))
  })

  it('by twenty uploads of one slip at once', async () => {
    const event = transferAtBank(server, member, '33.33')
    const picture = await slipPng(event.transRef)
    await Promise.all(Array.from({ length: 20 }, () => sendSlip(server, member, picture)))
    await Promise.all(Array.from({ length: 3 }, () => server.judgeSlips()))
    const slips = await slipsOf(server, member)
    expect(slips).toHaveLength(20)
    expect(slips.filter((slip) => slip.status === 'SUCCESS')).toHaveLength(1)
    expect(slips.filter((slip) => slip.note === 'SLIP_REFNO_DUPLICATED')).toHaveLength(19)
    expect(await server.balance(member)).toBe(parseDecimal('33.33'))
  })

  it('by slip and feed at once, whoever wins', async () => {
    for (let round = 0; round < 8; round += 1) {
      const owner = await server.member()
      const event = transferAtBank(server, owner, '5.00')
      await sendSlip(server, owner, await slipPng(event.transRef))
      await Promise.all([server.judgeSlips(), server.credit(event), server.credit(event)])
      await server.judgeSlips()
      expect(await server.balance(owner)).toBe(parseDecimal('5.00'))
      expect(await outcome(owner)).toEqual(['SUCCESS', ''])
      const { total } = await server.give(listStatements, {
        body: { page: 1, limit: 10 },
        token: owner.token,
      })
      expect(total).toBe(1)
    }
  })

  it('by the feed after the slip, and by the slip after the feed', async () => {
    const first = transferAtBank(server, member, '10.00')
    await handIn(await slipPng(first.transRef))
    expect(await server.credit(first)).toBe('known')
    const second = transferAtBank(server, member, '20.00')
    expect(await server.credit(second)).toBe('credited')
    await handIn(await slipPng(second.transRef))
    expect(await outcome()).toEqual(['SUCCESS', ''])
    await handIn(await slipPng(second.transRef))
    expect(await outcome()).toEqual(['FAILED', 'SLIP_REFNO_DUPLICATED'])
    expect(await server.balance(member)).toBe(parseDecimal('30.00'))
  })
})

/** While money that comes into the deposit account is nobody’s by itself, whoever sent it. */
async function whileManual(work: () => Promise<void>) {
  await server.database.query(
    "update operator_account set mode = 'MANUAL' where purpose = 'deposit' and bank_code = 'KBANK'",
  )
  await server.operator.reload()
  try {
    await work()
  } finally {
    await server.database.query("update operator_account set mode = 'AUTO' where purpose = 'deposit'")
    await server.operator.reload()
  }
}

describe('money in suspense', () => {
  it('goes to the member whose slip proves it theirs', async () => {
    await whileManual(async () => {
      const to = { bankCode: 'KBANK', bankAccountNo: '9991000001' }
      const event = transferAtBank(server, member, '80.00', { to })
      const before = await houseBalance(server, 'suspense')
      expect(await server.credit(event)).toBe('unmatched')
      expect(await houseBalance(server, 'suspense')).toBe(before + parseDecimal('80.00'))
      await handIn(await slipPng(event.transRef))
      expect(await outcome()).toEqual(['SUCCESS', ''])
      expect(await server.balance(member)).toBe(parseDecimal('80.00'))
      expect(await houseBalance(server, 'suspense')).toBe(before)
      const { statements } = await server.give(listStatements, {
        body: { page: 1, limit: 10 },
        token: member.token,
      })
      expect(statements).toMatchObject([
        { statementType: 'deposit', status: 'SUCCESS', from: 'BANK', to: 'WALLET' },
      ])
    })
  })
})

describe('a payment of a code', () => {
  it('is left to the feed, which alone knows whose code it was', async () => {
    const to = { bankCode: 'KBANK', bankAccountNo: '9991000003' }
    const event = transferAtBank(server, member, '40.00', { to })
    await handIn(await slipPng(event.transRef))
    expect(await outcome()).toEqual(['PENDING', ''])
    expect(await server.balance(member)).toBe(0n)
    expect(await server.credit({ ...event, type: 'qr', reference: 'UNKNOWN1' })).toBe('unmatched')
    await server.judgeSlips()
    expect(await outcome()).toEqual(['SUCCESS', ''])
    expect(await server.balance(member)).toBe(parseDecimal('40.00'))
  })
})

describe('a transfer into an account that the bank masks', () => {
  /** What the bank answers when it is asked; the feed tells the whole number. */
  function masked(to: string, changes: Parameters<typeof transferAtBank>[3] = {}) {
    const event = transferAtBank(server, member, '45.00', changes)
    server.gateways.bank.transfers.set(event.transRef, {
      ...event,
      to: { bankCode: event.to.bankCode, bankAccountNo: to },
    })
    return event
  }

  it('waits for the feed to tell that it is ours, and is credited once', async () => {
    const event = masked('xxx-x-x0000-x')
    await handIn(await slipPng(event.transRef))
    expect(await outcome()).toEqual(['PENDING', ''])
    expect(await server.balance(member)).toBe(0n)
    expect(await server.credit(event)).toBe('credited')
    await server.judgeSlips()
    expect(await outcome()).toEqual(['SUCCESS', ''])
    expect(await server.balance(member)).toBe(parseDecimal('45.00'))
  })

  it('is the member’s whose slip proves it, when the feed tells of it and not whose it is', async () => {
    const event = masked('x-0001')
    const stranger = { bankCode: 'SCB', bankAccountNo: 'xxx-x-xxxxx-x', bankAccountName: 'T***' }
    expect(await server.credit({ ...event, from: stranger })).toBe('unmatched')
    await handIn(await slipPng(event.transRef))
    expect(await outcome()).toEqual(['SUCCESS', ''])
    expect(await server.balance(member)).toBe(parseDecimal('45.00'))
  })

  it('is nobody’s of ours, when no account of ours fits the mask', async () => {
    await handIn(await slipPng(masked('xxx-x-x1234-x').transRef))
    expect(await outcome()).toEqual(['FAILED', 'DEST_ACC_INVALID'])
  })
})

describe('a transfer whose sender the bank masks', () => {
  const maskOf = (accountNo: string) => `xxx-x-x${accountNo.slice(5, 9)}-x`
  const manual = { bankCode: 'KBANK', bankAccountNo: '9991000001' }

  /** What the bank answers when it is asked; the feed tells the whole numbers. */
  function masked(of: TestMember, mask = maskOf(of.bankAccountNo)) {
    const event = transferAtBank(server, of, '35.00', { to: manual })
    const from = { ...event.from, bankAccountNo: mask, bankAccountName: 'T*** P***' }
    const to = { ...event.to, bankAccountNo: maskOf(event.to.bankAccountNo) }
    server.gateways.bank.transfers.set(event.transRef, { ...event, from, to })
    return event
  }

  it('waits for the feed to tell who it is, and is credited once', async () => {
    const event = masked(member)
    await handIn(await slipPng(event.transRef))
    expect(await outcome()).toEqual(['PENDING', ''])
    expect(await server.balance(member)).toBe(0n)
    expect(await server.credit(event)).toBe('credited')
    await server.judgeSlips()
    expect(await outcome()).toEqual(['SUCCESS', ''])
    expect(await server.balance(member)).toBe(parseDecimal('35.00'))
  })

  it('is the member’s whom the feed names, where money has to be proven', async () => {
    await whileManual(async () => {
      const event = masked(member)
      await handIn(await slipPng(event.transRef))
      expect(await outcome()).toEqual(['PENDING', ''])
      expect(await server.credit(event)).toBe('unmatched')
      await server.judgeSlips()
      expect(await outcome()).toEqual(['SUCCESS', ''])
      await handIn(await slipPng(event.transRef))
      expect(await outcome()).toEqual(['FAILED', 'SLIP_REFNO_DUPLICATED'])
      expect(await server.balance(member)).toBe(parseDecimal('35.00'))
    })
  })

  it('is not another’s whose number the mask fits as well', async () => {
    await whileManual(async () => {
      const alike = await server.member({ bankAccountNo: `8${member.bankAccountNo.slice(1)}` })
      const event = masked(member)
      await handIn(await slipPng(event.transRef), alike)
      expect(await outcome(alike)).toEqual(['PENDING', ''])
      expect(await server.credit(event)).toBe('unmatched')
      await server.judgeSlips()
      expect(await outcome(alike)).toEqual(['FAILED', 'NOT_MATCH'])
      expect(await server.balance(alike)).toBe(0n)
    })
  })

  it('is nobody’s for certain where the feed masks them, too', async () => {
    await whileManual(async () => {
      const event = masked(member)
      const from = { ...event.from, bankAccountNo: maskOf(event.from.bankAccountNo) }
      expect(await server.credit({ ...event, from })).toBe('unmatched')
      await handIn(await slipPng(event.transRef))
      expect(await outcome()).toEqual(['PENDING', ''])
      await server.database.query(
        "update slip set created_at = now() - interval '61 minutes', checks = 60 where state = 'waiting'",
      )
      await server.judgeSlips()
      expect(await outcome()).toEqual(['FAILED', 'UNKNOW_ERROR'])
      expect(await server.balance(member)).toBe(0n)
    })
  })

  it('is another’s at once, when the mask does not fit the member’s number', async () => {
    const [last = ''] = member.bankAccountNo.slice(-1)
    const wrong = `xxx-x-xxxxx-${(Number(last) + 1) % 10}`
    await handIn(await slipPng(masked(member, wrong).transRef))
    expect(await outcome()).toEqual(['FAILED', 'NOT_MATCH'])
  })
})

describe('the amount', () => {
  it('is the bank’s, and of a transfer that is not proven the member’s it is not told', async () => {
    const mine = transferAtBank(server, member, '12.34')
    await sendSlip(server, member, await slipPng(mine.transRef), { fields: { amount: '99999' } })
    await server.judgeSlips()
    expect((await slipsOf(server, member))[0]).toMatchObject({ amount: parseDecimal('12.34') })
    const theirs = transferAtBank(server, await server.member(), '777.00')
    await handIn(await slipPng(theirs.transRef))
    expect((await slipsOf(server, member))[0]).toMatchObject({ amount: 0n, note: 'NOT_MATCH' })
  })
})

it('a slip of the operator’s own transfer is nobody’s, also where a member holds the number it came from', async () => {
  const from = { bankCode: 'SCB', bankAccountNo: '9991000009', bankAccountName: 'KAPAO CO LTD' }
  await server.database.query('update member set bank_code = $2, bank_account_no = $3 where id = $1', [
    member.id,
    from.bankCode,
    from.bankAccountNo,
  ])
  const own = transferAtBank(server, member, '90.00', { from })
  await handIn(await slipPng(own.transRef))
  expect(await outcome()).toEqual(['FAILED', 'NOT_MATCH'])
  expect(await server.balance(member)).toBe(0n)
})
