import { randomBytes, randomUUID } from 'node:crypto'
import { lookupDeposit } from '@kapao/contract/lookup'
import { listStatements } from '@kapao/contract/statement'
import { redeemTruelink } from '@kapao/contract/truelink'
import { sealLink } from '@kapao/contract/truelink-seal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { houseBalance } from '../../test/feed.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember
const lines: string[] = []

beforeAll(async () => {
  server = await startTestServer('th', { onLogLine: (line) => lines.push(line) })
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
})
beforeEach(async () => {
  server.gateways.vouchers.script = 'ok'
  server.gateways.vouchers.lostVerifies = 0
  member = await server.member()
})

function newGift(amount = '50.00'): string {
  const code = `GIFT${randomBytes(9).toString('hex')}`
  server.gateways.vouchers.issue(code, parseDecimal(amount))
  return code
}

/** Never twice the same, so that its sealed bytes are not either. */
const linkOf = (code: string) => `https://gift.truemoney.com/campaign/?utm=${randomUUID()}&v=${code}`

async function redeem(code: string, { of = member, key }: { of?: TestMember; key?: string } = {}) {
  const link = await sealLink(server.config.truelinkSecrets[0], linkOf(code))
  return server.ask(redeemTruelink, { body: { link }, token: of.token, ...(key && { key }) })
}

async function statement(of = member) {
  const { statements } = await server.give(listStatements, { body: { page: 1, limit: 5 }, token: of.token })
  return statements.map((row) => [row.statementType, row.status, row.from, row.to, row.amount])
}

const paid = (amount: string) => ['deposit', 'SUCCESS', 'BANK', 'WALLET', parseDecimal(amount)]

describe('a gift', () => {
  it('is credited once, with what the issuer says, from the issuer’s account in the books', async () => {
    const before = await houseBalance(server, 'voucher')
    const code = newGift('123.45')
    expect(await redeem(code)).toMatchObject({
      status: 200,
      answer: { message: 'SUCCESS', amount: parseDecimal('123.45') },
    })
    expect(await server.balance(member)).toBe(parseDecimal('123.45'))
    expect(await houseBalance(server, 'voucher')).toBe(before - parseDecimal('123.45'))
    expect(await statement()).toEqual([paid('123.45')])
    expect(await redeem(code)).toMatchObject({ status: 409, message: 'TRUELINK_DUPLICATE' })
    expect(await redeem(code, { of: await server.member() })).toMatchObject({ message: 'TRUELINK_DUPLICATE' })
  })

  it('of exactly two baht is taken, and a smaller one is left at the issuer', async () => {
    expect(await redeem(newGift('2.00'))).toMatchObject({ ok: true })
    const small = newGift('1.99')
    expect(await redeem(small)).toMatchObject({
      status: 400,
      message: 'TRUELINK_INVALID',
      details: { min: 2 },
    })
    expect(server.gateways.vouchers.gifts.get(small)?.takenBy).toBeNull()
  })

  it('that is unknown, expired or no gift is TRUELINK_INVALID, and one that is taken TRUELINK_DUPLICATE', async () => {
    expect(await redeem('NOSUCHGIFT')).toMatchObject({ message: 'TRUELINK_INVALID' })
    const expired = newGift()
    const taken = newGift()
    const { gifts } = server.gateways.vouchers
    const expiredGift = gifts.get(expired)
    const takenGift = gifts.get(taken)
    if (!expiredGift || !takenGift) throw new Error('no gifts')
    expiredGift.isExpired = true
    takenGift.takenBy = '0812345678'
    expect(await redeem(expired)).toMatchObject({ message: 'TRUELINK_INVALID' })
    expect(await redeem(taken)).toMatchObject({ message: 'TRUELINK_DUPLICATE' })
    // Ours, but by nothing that we know of: it cannot be told whose it was.
    takenGift.takenBy = '0700000001'
    expect(await redeem(taken)).toMatchObject({ message: 'TRUELINK_DUPLICATE' })
    expect(await server.balance(member)).toBe(0n)
    expect(await statement()).toEqual([])
  })

  it('in clear, badly sealed or from another host is TRUELINK_INVALID', async () => {
    const code = newGift()
    const foreign = await sealLink(server.config.truelinkSecrets[0], `https://evil.test/campaign/?v=${code}`)
    const otherKey = await sealLink('another secret', linkOf(code))
    for (const link of [linkOf(code), code, '', 'AAAA', foreign, otherKey]) {
      const answer = await server.ask(redeemTruelink, { body: { link }, token: member.token })
      expect(answer).toMatchObject({ status: 400, message: 'TRUELINK_INVALID' })
    }
    expect(server.gateways.vouchers.gifts.get(code)?.takenBy).toBeNull()
  })
})

describe('fifty at once', () => {
  it('take one gift once', async () => {
    const code = newGift('10.00')
    const others = await Promise.all(Array.from({ length: 5 }, () => server.member()))
    const before = server.gateways.vouchers.takings
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => redeem(code, { of: others[at % 5] ?? member })),
    )
    expect(answers.filter((one) => one.ok)).toHaveLength(1)
    expect(answers.filter((one) => !one.ok && one.message === 'TRUELINK_DUPLICATE')).toHaveLength(49)
    expect(server.gateways.vouchers.takings).toBe(before + 1)
    const balances = await Promise.all(others.map((one) => server.balance(one)))
    expect(balances.reduce((sum: bigint, one) => sum + one, 0n)).toBe(parseDecimal('10.00'))
  })

  it('of one intent, each sealed anew, get one answer', async () => {
    const code = newGift('10.00')
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(code, { key })))
    expect(answers.every((one) => one.ok)).toBe(true)
    expect(answers.filter((one) => one.isReplay)).toHaveLength(19)
    expect(await server.balance(member)).toBe(parseDecimal('10.00'))
    expect(await redeem(newGift(), { key })).toMatchObject({ status: 409, message: 'KEY_INVALID' })
  })
})

describe('an answer that gets lost', () => {
  it('is found by asking at once: what we have is paid', async () => {
    server.gateways.vouchers.script = 'lost-after'
    expect(await redeem(newGift('20.00'))).toMatchObject({ status: 200, ok: true })
    expect(await server.balance(member)).toBe(parseDecimal('20.00'))
  })

  it('and again: the member is told so, and the worker finds out, once', async () => {
    const issuer = server.gateways.vouchers
    issuer.script = 'lost-after'
    const code = newGift('20.00')
    const key = randomUUID()
    const verify = issuer.verify.bind(issuer)
    let asked = 0
    issuer.verify = async (...args) => {
      asked += 1
      return asked === 1 ? verify(...args) : { kind: 'unknown', reason: 'TimeoutError' }
    }
    const answer = await redeem(code, { key })
    expect(answer).toMatchObject({
      status: 202,
      answer: { status: 'IN_PROGRESS', amount: parseDecimal('20.00') },
    })
    expect(await statement()).toEqual([['deposit', 'PENDING', 'BANK', 'WALLET', parseDecimal('20.00')]])
    expect(await redeem(code)).toMatchObject({ message: 'TRUELINK_DUPLICATE' })
    await server.work()
    expect(await server.balance(member)).toBe(0n)
    issuer.verify = verify
    const redeemCalls = issuer.redeemCalls
    await Promise.all([server.work(), server.work()])
    expect(issuer.redeemCalls).toBe(redeemCalls)
    expect(await server.balance(member)).toBe(parseDecimal('20.00'))
    expect(await statement()).toEqual([paid('20.00')])
    expect(await redeem(code, { key })).toMatchObject({ status: 202, isReplay: true })
  })

  it('and never arrived: the worker takes the gift', async () => {
    server.gateways.vouchers.script = 'lost-before'
    expect(await redeem(newGift('20.00'))).toMatchObject({ status: 202 })
    server.gateways.vouchers.script = 'ok'
    await server.work()
    expect(await server.balance(member)).toBe(parseDecimal('20.00'))
  })

  it('and somebody else was faster: it fails, but only when the issuer has had the time to find ours', async () => {
    server.gateways.vouchers.script = 'lost-before'
    const code = newGift('20.00')
    await redeem(code)
    const gift = server.gateways.vouchers.gifts.get(code)
    if (!gift) throw new Error('no gift')
    gift.takenBy = '0812345678'
    await server.work()
    expect((await statement())[0]?.[1]).toBe('PENDING')
    await server.database.query(
      "update voucher_redemption set created_at = now() - interval '1 hour' where state = 'open'",
    )
    await server.work()
    expect((await statement())[0]?.[1]).toBe('FAILED')
    expect(await server.balance(member)).toBe(0n)
  })

  it('because our process died before sending: the worker goes on from the row', async () => {
    const issuer = server.gateways.vouchers
    const code = newGift('20.00')
    const redeemAtIssuer = issuer.redeem.bind(issuer)
    issuer.redeem = async () => {
      throw new Error('the process died')
    }
    const key = randomUUID()
    expect(await redeem(code, { key })).toMatchObject({ status: 500 })
    issuer.redeem = redeemAtIssuer
    await server.work()
    expect(await server.balance(member)).toBe(parseDecimal('20.00'))
    expect(await statement()).toEqual([paid('20.00')])
    // Whoever asks again is told what became of it, at once.
    expect(await redeem(code, { key })).toMatchObject({
      status: 200,
      answer: { message: 'SUCCESS', amount: parseDecimal('20.00') },
      isReplay: true,
    })
  })

  it('because our process died before sending a gift that then was another’s: the intent is judged anew', async () => {
    const issuer = server.gateways.vouchers
    const code = newGift('20.00')
    const redeemAtIssuer = issuer.redeem.bind(issuer)
    issuer.redeem = async () => {
      throw new Error('the process died')
    }
    const key = randomUUID()
    expect(await redeem(code, { key })).toMatchObject({ status: 500 })
    issuer.redeem = redeemAtIssuer
    const gift = issuer.gifts.get(code)
    if (!gift) throw new Error('no gift')
    gift.takenBy = '0812345678'
    await server.database.query(
      "update voucher_redemption set created_at = now() - interval '1 hour' where state = 'open'",
    )
    await server.work()
    expect(await redeem(code, { key })).toMatchObject({ status: 409, message: 'TRUELINK_DUPLICATE' })
  })
})

it('a gift of which the issuer says nothing is called no bad one, and can be taken as soon as it does', async () => {
  const [code, key] = [newGift(), randomUUID()]
  server.gateways.vouchers.script = 'down'
  const answered = await redeem(code, { key })
  expect(answered).toMatchObject({ status: 503, message: 'OVERLOADED', details: { retryAfter: 5 } })
  expect(await server.balance(member)).toBe(0n)
  server.gateways.vouchers.script = 'ok'
  expect(await redeem(code, { key })).toMatchObject({ status: 200 })
  expect(await server.balance(member)).toBe(parseDecimal('50.00'))
})

describe('a code', () => {
  it('is in no log line and in no table, and its sealed copy is gone when it has been used', async () => {
    const codes = [newGift(), newGift()]
    await redeem(codes[0] ?? '')
    server.gateways.vouchers.script = 'down'
    await redeem(codes[1] ?? '')
    const dump = await server.database.query<{ row: string }>(
      'select r::text as row from voucher_redemption r',
    )
    for (const code of codes) {
      expect(lines.join('\n')).not.toContain(code)
      expect(dump.map((one) => one.row).join('\n')).not.toContain(code)
      expect(dump.map((one) => one.row).join('\n')).not.toContain(Buffer.from(code).toString('hex'))
    }
    const kept = await server.database.query(
      "select 1 from voucher_redemption where state <> 'open' and sealed_code is not null",
    )
    expect(kept).toEqual([])
  })
})

describe('in Laos', () => {
  it('a wallet in baht takes gifts, and one in kip is offered none', async () => {
    const laos = await startTestServer('la')
    const baht = await laos.member({ currency: 'BAHT' })
    const kip = await laos.member({ currency: 'LAK' })
    laos.gateways.vouchers.issue('GIFTINLAOS', parseDecimal('30.00'))
    const body = { link: await sealLink(laos.config.truelinkSecrets[0], 'GIFTINLAOS') }
    expect((await laos.give(lookupDeposit, { token: kip.token })).wallets).toEqual([])
    expect((await laos.give(lookupDeposit, { token: baht.token })).wallets).toHaveLength(1)
    expect(await laos.ask(redeemTruelink, { body, token: kip.token })).toMatchObject({
      message: 'TRUELINK_INVALID',
    })
    expect(await laos.ask(redeemTruelink, { body, token: baht.token })).toMatchObject({ ok: true })
    expect(await laos.balance(baht)).toBe(parseDecimal('30.00'))
    await laos.proveBooks()
    await laos.stop()
  })
})
