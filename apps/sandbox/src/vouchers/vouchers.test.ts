import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sandboxForTests, type TestSandbox } from '../sandbox-for-tests.ts'

const US = '0700000001'
let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await sandboxForTests()
})
afterAll(() => sandbox.stop())
beforeEach(() => sandbox.call('DELETE', '/control/faults'))

async function newGift(amount = 50, fault?: string): Promise<string> {
  const { link } = (await sandbox.post('/control/vouchers', { amount, ...(fault && { fault }) })).body
  return new URL(String(link)).searchParams.get('v') ?? ''
}

const verify = (code: string, mobile = US) => sandbox.get(`/vouchers/${code}/verify?mobile=${mobile}`)
const redeem = (code: string, mobile = US) =>
  sandbox.post(`/vouchers/${code}/redeem`, { mobile, voucher_hash: code })
const said = (code: string) => ({ body: { status: { code } } })

describe('a gift', () => {
  it('is verified, then taken once, and its ticket is shown to whoever took it', async () => {
    const code = await newGift(12.5)
    expect(await verify(code)).toMatchObject({
      status: 200,
      body: {
        status: { code: 'SUCCESS' },
        data: { voucher: { amount_baht: '12.50', available: 1 }, my_ticket: null },
      },
    })
    const ticket = { my_ticket: { mobile: US, amount_baht: '12.50' } }
    expect(await redeem(code)).toMatchObject({
      status: 200,
      body: { status: { code: 'SUCCESS' }, data: ticket },
    })
    expect(await redeem(code)).toMatchObject(said('TARGET_USER_REDEEMED'))
    expect(await verify(code)).toMatchObject({
      body: { status: { code: 'TARGET_USER_REDEEMED' }, data: ticket },
    })
    expect(await redeem(code, '0700000002')).toMatchObject({ status: 400, ...said('VOUCHER_OUT_OF_STOCK') })
    expect((await verify(code, '0700000002')).body).toMatchObject({ data: { my_ticket: null } })
  })

  it('is taken by one of many at once', async () => {
    const code = await newGift()
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(code)))
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
  })

  it('that does not exist, and a number that is none, are told', async () => {
    expect(await verify('nothing')).toMatchObject({ status: 400, ...said('VOUCHER_NOT_FOUND') })
    expect(await verify(await newGift(), '1234567890')).toMatchObject(said('TARGET_USER_NOT_FOUND'))
    expect((await redeem('a b')).body).toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('a fault', () => {
  it.each([
    ['expired', 'VOUCHER_EXPIRED'],
    ['taken', 'VOUCHER_OUT_OF_STOCK'],
  ])('%s befalls the next gift that is asked for, for good', async (fault, status) => {
    const code = await newGift()
    await sandbox.fault('voucher', fault, 1)
    expect(await verify(code)).toMatchObject(said(status))
    expect(await redeem(code)).toMatchObject(said(status))
    expect(await verify(await newGift())).toMatchObject(said('SUCCESS'))
    expect(await verify(await newGift(5, fault))).toMatchObject(said(status))
  })

  it('no-ticket takes the gift and never shows the share of who has it', async () => {
    const switched = await newGift()
    await sandbox.fault('voucher', 'no-ticket', 1)
    for (const code of [switched, await newGift(50, 'no-ticket')]) {
      const voucher = { member: 1, redeemed_amount_baht: '50.00' }
      expect(await redeem(code)).toMatchObject({ status: 200, body: { data: { voucher, my_ticket: null } } })
      const again = await verify(code)
      expect(again).toMatchObject(said('TARGET_USER_REDEEMED'))
      expect(again.body).toMatchObject({ data: { voucher, my_ticket: null } })
    }
  })

  it('timeout-after takes the gift and loses the answer', async () => {
    const switched = await newGift()
    await sandbox.fault('voucher', 'timeout-after', 1)
    const born = await newGift(5, 'timeout-after')
    for (const code of [switched, born]) {
      expect(await sandbox.outlast(redeem(code))).toMatchObject({ status: 504 })
      expect(await verify(code)).toMatchObject(said('TARGET_USER_REDEEMED'))
    }
  })
})
