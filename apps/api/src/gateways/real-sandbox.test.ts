import { randomUUID } from 'node:crypto'
import { listSlips } from '@kapao/contract/slip'
import { redeemTruelink } from '@kapao/contract/truelink'
import { sealLink } from '@kapao/contract/truelink-seal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { type RealSandbox, startRealSandbox } from '../../test/real-sandbox.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { sendSlip } from '../../test/slip-pictures.ts'
import type { BankGateway } from './bank.ts'
import { openBankGateway } from './http-bank.ts'
import { openVoucherIssuer } from './http-voucher.ts'
import type { VoucherIssuer } from './voucher.ts'

const US = '0700000001'
const SOMEBODY = '0700000002'

let sandbox: RealSandbox
let bank: BankGateway
let issuer: VoucherIssuer
let server: TestServer
let member: TestMember

beforeAll(async () => {
  sandbox = await startRealSandbox()
  bank = openBankGateway(sandbox.url)
  issuer = openVoucherIssuer(sandbox.url)
  server = await startTestServer()
  server.gateways.bank.findTransfer = bank.findTransfer
  server.gateways.vouchers.verify = issuer.verify
  server.gateways.vouchers.redeem = issuer.redeem
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
  await sandbox.stop()
})
beforeEach(async () => {
  member = await server.member()
})

/** A transfer of the member's into the account that takes them, made at the bank. */
async function transferAtBank(amount: number, overrides: object = {}): Promise<string> {
  const { from, to } = server.transferEvent(member, '1.00')
  const made = await sandbox.control('/bank/transfer', { from, to, amount, currency: 'THB', ...overrides })
  return String(made.transRef)
}

async function newGift(amount: number, fault?: string): Promise<string> {
  const { link } = await sandbox.control('/vouchers', { amount, fault })
  return new URL(String(link)).searchParams.get('v') ?? ''
}

describe('the bank, asked about a transfer', () => {
  it('tells sender, receiver, amount and time of one that it knows', async () => {
    const { from, to } = server.transferEvent(member, '1.00')
    const transRef = await transferAtBank(1234.56)
    const found = await bank.findTransfer('014', transRef)
    expect(found).toMatchObject({
      kind: 'found',
      transfer: { transRef, from, to, amount: parseDecimal('1234.56'), currency: 'THB' },
    })
    const at = found.kind === 'found' ? Date.parse(found.transfer.at) : 0
    expect(Math.abs(Date.now() - at)).toBeLessThan(600_000)
  })

  it('has never heard of another, nor of what is no reference', async () => {
    expect(await bank.findTransfer('014', 'NEVER123456')).toEqual({ kind: 'not-found' })
    expect((await bank.findTransfer('014', '../payouts/1')).kind).not.toBe('found')
  })

  it('shows it to nobody who names another sending bank, or the right one by its symbol', async () => {
    const transRef = await transferAtBank(10)
    for (const other of ['004', 'SCB', '999'])
      expect(await bank.findTransfer(other, transRef)).toEqual({ kind: 'not-found' })
  })

  it('of a bank that has no number is asked by its symbol, or by what its slip says', async () => {
    const from = { bankCode: 'LDB', bankAccountNo: '9123456789', bankAccountName: 'SOMEBODY' }
    const transRef = await transferAtBank(10, { from })
    for (const sendingBank of ['LDB', '999'])
      expect(await bank.findTransfer(sendingBank, transRef)).toMatchObject({
        kind: 'found',
        transfer: { from },
      })
  })

  it.each([
    ['slip-captcha', { kind: 'wrong-captcha' }],
    ['slip-pending', { kind: 'pending' }],
    ['slip-not-found', { kind: 'not-found' }],
    ['slip-no-answer', { kind: 'unknown', reason: 'INTERNAL_ERROR' }],
  ])('with the fault %s says so once, and the truth then', async (fault, answer) => {
    const transRef = await transferAtBank(10)
    await sandbox.fault('bank', fault, 1)
    expect(await bank.findTransfer('014', transRef)).toEqual(answer)
    expect((await bank.findTransfer('014', transRef)).kind).toBe('found')
  })

  it('and not to be reached leaves the outcome unknown', async () => {
    const nobody = openBankGateway('http://127.0.0.1:9')
    expect((await nobody.findTransfer('014', 'ANY1234567')).kind).toBe('unknown')
  })
})

describe('a slip that the bank drew', () => {
  const newest = async () => {
    const { slips } = await server.give(listSlips, { body: { page: 1, limit: 1 }, token: member.token })
    return slips[0] && [slips[0].status, slips[0].note]
  }

  it.each([
    [undefined, ['SUCCESS', '']],
    ['rotated', ['SUCCESS', '']],
    ['noQr', ['FAILED', 'CANNOT_READ_CROPPED_IMAGE']],
    ['cropped', ['FAILED', 'CANNOT_READ_CROPPED_IMAGE']],
    ['badCrc', ['FAILED', 'INVALID_SLIP']],
    ['twoCodes', ['FAILED', 'UNSTABLE_REFNO_ON_SLIP']],
    ['tiny', ['FAILED', 'IMG_SIZE_UNABLE_TO_PROCESS']],
  ])('as %s is told in the right word', async (variant, outcome) => {
    const transRef = await transferAtBank(321.09)
    expect(await sendSlip(server, member, await sandbox.slip(transRef, variant))).toMatchObject({
      status: 200,
    })
    await server.judgeSlips()
    expect(await newest()).toEqual(outcome)
    expect(await server.balance(member)).toBe(parseDecimal(outcome[0] === 'SUCCESS' ? '321.09' : '0'))
  })

  it('is the member’s, too, when their bank goes by its other symbol there', async () => {
    member = await server.member({ bankCode: 'TMB' })
    const { from } = server.transferEvent(member, '1.00')
    const transRef = await transferAtBank(60, { from: { ...from, bankCode: 'TTB' } })
    await sendSlip(server, member, await sandbox.slip(transRef))
    await server.judgeSlips()
    expect(await newest()).toEqual(['SUCCESS', ''])
    expect(await server.balance(member)).toBe(parseDecimal('60.00'))
  })

  it('waits through every fault of the look-up, and is credited when the bank has come round', async () => {
    const picture = await sandbox.slip(await transferAtBank(50))
    await sendSlip(server, member, picture)
    for (const fault of ['slip-pending', 'slip-not-found', 'slip-no-answer', 'slip-masked', 'slip-captcha']) {
      await sandbox.fault('bank', fault, 1)
      await server.judgeSlips()
      expect(await newest()).toEqual(['PENDING', ''])
    }
    await server.judgeSlips()
    expect(await newest()).toEqual(['SUCCESS', ''])
    expect(await server.balance(member)).toBe(parseDecimal('50.00'))
  })

  it('fails after three wrong captchas, for a stranger’s transfer, and for one to a stranger', async () => {
    await sandbox.fault('bank', 'slip-captcha', 3)
    await sendSlip(server, member, await sandbox.slip(await transferAtBank(50)))
    for (let turn = 0; turn < 3; turn += 1) await server.judgeSlips()
    expect(await newest()).toEqual(['FAILED', 'TRIPPLE_WRONG_CAPTCHA'])
    const stranger = { bankCode: 'SCB', bankAccountNo: '0099887766', bankAccountName: 'STRANGER' }
    await sendSlip(server, member, await sandbox.slip(await transferAtBank(50, { from: stranger })))
    await server.judgeSlips()
    expect(await newest()).toEqual(['FAILED', 'NOT_MATCH'])
    await sendSlip(server, member, await sandbox.slip(await transferAtBank(50, { to: stranger })))
    await server.judgeSlips()
    expect(await newest()).toEqual(['FAILED', 'DEST_ACC_INVALID'])
    expect(await server.balance(member)).toBe(0n)
  })
})

describe('the issuer of gifts', () => {
  it('gives a gift once, and tells whose it is', async () => {
    const code = await newGift(12.5)
    expect(await issuer.verify(code, US)).toEqual({ kind: 'open', amount: parseDecimal('12.50') })
    expect(await issuer.redeem(code, US)).toEqual({ kind: 'ours', amount: parseDecimal('12.50') })
    expect(await issuer.redeem(code, US)).toEqual({ kind: 'ours', amount: parseDecimal('12.50') })
    expect(await issuer.verify(code, US)).toEqual({ kind: 'ours', amount: parseDecimal('12.50') })
    expect(await issuer.verify(code, SOMEBODY)).toEqual({ kind: 'taken' })
    expect(await issuer.redeem(code, SOMEBODY)).toEqual({ kind: 'taken' })
  })

  it('knows no other gift, and no number that is none', async () => {
    expect(await issuer.verify('nothing', US)).toEqual({ kind: 'refused', reason: 'VOUCHER_NOT_FOUND' })
    expect(await issuer.redeem('nothing', US)).toEqual({ kind: 'refused', reason: 'VOUCHER_NOT_FOUND' })
    expect((await issuer.verify(await newGift(5), '1234567890')).kind).toBe('refused')
  })

  it.each([
    ['expired', { kind: 'refused', reason: 'VOUCHER_EXPIRED' }],
    ['taken', { kind: 'taken' }],
  ])('says that a gift with the fault %s is none of ours', async (fault, standing) => {
    const born = await newGift(5, fault)
    const switched = await newGift(5)
    await sandbox.fault('voucher', fault, 1)
    for (const code of [switched, born]) {
      expect(await issuer.verify(code, US)).toEqual(standing)
      expect(await issuer.redeem(code, US)).toEqual(standing)
    }
  })

  it('that does not show the share of who has it tells what was redeemed of the whole', async () => {
    const code = await newGift(12.5, 'no-ticket')
    expect((await issuer.redeem(code, US)).kind).toBe('unknown')
    expect(await issuer.verify(code, US)).toEqual({ kind: 'ours', amount: parseDecimal('12.50') })
    expect(await issuer.verify(code, SOMEBODY)).toEqual({ kind: 'taken' })
  })

  it('that takes a gift and loses the answer leaves it unknown, and ours when it is asked', async () => {
    const code = await newGift(7, 'timeout-after')
    expect((await issuer.redeem(code, US)).kind).toBe('unknown')
    expect(await issuer.verify(code, US)).toEqual({ kind: 'ours', amount: parseDecimal('7.00') })
  })

  it('and not to be reached leaves it unknown', async () => {
    const nobody = openVoucherIssuer('http://127.0.0.1:9')
    expect((await nobody.verify('any', US)).kind).toBe('unknown')
    expect((await nobody.redeem('any', US)).kind).toBe('unknown')
  })
})

describe('a gift link', () => {
  async function redeem(code: string, of = member) {
    const link = await sealLink(
      server.config.truelinkSecrets[0],
      `https://gift.truemoney.com/campaign/?v=${code}`,
    )
    return server.ask(redeemTruelink, { body: { link }, token: of.token, key: randomUUID() })
  }

  it('pays what the issuer says, also when its answer gets lost', async () => {
    expect(await redeem(await newGift(20))).toMatchObject({ ok: true, status: 200 })
    expect(await redeem(await newGift(30, 'timeout-after'))).toMatchObject({ ok: true })
    expect(await redeem(await newGift(7, 'no-ticket'))).toMatchObject({ ok: true, status: 200 })
    await server.work()
    expect(await server.balance(member)).toBe(parseDecimal('57.00'))
  })

  it('that has expired, was taken or is too small pays nothing and says why', async () => {
    expect(await redeem(await newGift(20, 'expired'))).toMatchObject({ message: 'TRUELINK_INVALID' })
    expect(await redeem(await newGift(20, 'taken'))).toMatchObject({ message: 'TRUELINK_DUPLICATE' })
    expect(await redeem(await newGift(1.99))).toMatchObject({ message: 'TRUELINK_INVALID' })
    expect(await server.balance(member)).toBe(0n)
  })

  it('is paid once when ten members send it fifty times at the same moment', async () => {
    const members = await Promise.all(Array.from({ length: 10 }, () => server.member()))
    const code = await newGift(40)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => redeem(code, members[at % 10] ?? member)),
    )
    expect(answers.filter((one) => one.ok)).toHaveLength(1)
    expect(answers.filter((one) => !one.ok && one.message === 'TRUELINK_DUPLICATE')).toHaveLength(49)
    const balances = await Promise.all(members.map((one) => server.balance(one)))
    expect(balances.toSorted((one, other) => Number(other - one))[0]).toBe(parseDecimal('40.00'))
    expect(balances.filter((one) => one > 0n)).toHaveLength(1)
  })
})
