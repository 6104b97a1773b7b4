import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  MEMBER,
  OPERATOR,
  QR_LIFE_MS,
  qrOrder,
  sandboxForTests,
  type TestSandbox,
} from '../sandbox-for-tests.ts'
import { PAYOUT_DELAY_MS } from '../timing.ts'

let sandbox: TestSandbox
let lastId = 0

beforeAll(async () => {
  sandbox = await sandboxForTests()
})
afterAll(() => sandbox.stop())

function payout(change: object = {}) {
  lastId += 1
  const { bankAccountName: _, ...from } = OPERATOR
  return { payoutId: `p${lastId}`, from, to: MEMBER, amount: 120.5, currency: 'THB', ...change }
}

const qr = (amount?: number) => qrOrder(amount, sandbox.now() + QR_LIFE_MS)

async function openQr(amount?: number) {
  const order = qr(amount)
  expect(await sandbox.post('/bank/qrs', order)).toEqual({ status: 200, body: { status: 'open' } })
  return order
}

async function statusOf(orderId: string): Promise<unknown> {
  return (await sandbox.get(`/bank/qrs/${orderId}`)).body.status
}

describe('payouts', () => {
  it('settle, move the money once, and answer a repeat alike', async () => {
    const to = { ...MEMBER, bankAccountNo: '1000000001' }
    const order = payout({ to })
    const first = await sandbox.post('/bank/payouts', order)
    expect(first.body).toEqual({ status: 'settled', transRef: expect.stringMatching(/^\d{8}[A-Z0-9]{12}$/) })
    expect(await sandbox.post('/bank/payouts', order)).toEqual(first)
    expect(await sandbox.get(`/bank/payouts/${order.payoutId}`)).toEqual(first)
    expect((await sandbox.get('/control/bank/accounts/1000000001')).body).toMatchObject({ balance: 120.5 })
  })

  it.each([{ amount: 120.51 }, { to: { ...MEMBER, bankAccountNo: '1999999999' } }])(
    'refuse their id for another payout: %j',
    async (change) => {
      const order = payout()
      await sandbox.post('/bank/payouts', order)
      const again = await sandbox.post('/bank/payouts', { ...order, ...change })
      expect(again).toMatchObject({ status: 409, body: { code: 'DUPLICATE_ID' } })
    },
  )

  it('refused by the switch stay refused and move nothing', async () => {
    await sandbox.fault('bank', 'refuse-payout', 1)
    const order = payout({ to: { ...MEMBER, bankAccountNo: '1000000002' } })
    const first = await sandbox.post('/bank/payouts', order)
    expect(first).toEqual({ status: 200, body: { status: 'refused', reason: 'ACCOUNT_REFUSED' } })
    expect(await sandbox.post('/bank/payouts', order)).toEqual(first)
    expect((await sandbox.get('/control/bank/accounts/1000000002')).status).toBe(404)
    expect((await sandbox.post('/bank/payouts', payout())).body).toMatchObject({ status: 'settled' })
  })

  it('in time-out are pending, then settled, while the call hangs; also over a restart', async () => {
    await sandbox.fault('bank', 'payout-timeout', 2)
    const orders = [payout(), payout({ to: { ...MEMBER, bankAccountNo: '1000000003' } })] as const
    const [first, second] = orders
    const hanging = sandbox.post('/bank/payouts', first)
    const state = async (id: string) => (await sandbox.get(`/bank/payouts/${id}`)).body.status
    await expect.poll(() => state(first.payoutId)).toBe('pending')
    sandbox.pass(PAYOUT_DELAY_MS)
    await expect.poll(() => state(first.payoutId)).toBe('settled')
    expect((await sandbox.outlast(hanging)).status).toBe(504)
    const broken = sandbox.post('/bank/payouts', second).catch(() => 'broken')
    await expect.poll(() => state(second.payoutId)).toBe('pending')
    await sandbox.restart()
    expect(await broken).toBe('broken')
    sandbox.pass(PAYOUT_DELAY_MS)
    await expect.poll(() => state(second.payoutId)).toBe('settled')
    const { entries } = (await sandbox.get('/control/bank/accounts/1000000003')).body
    expect(entries).toHaveLength(1)
  })

  it('that nobody ordered are not found', async () => {
    expect(await sandbox.get('/bank/payouts/never')).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
  })
})

describe('QR orders', () => {
  it('are open, then paid by what the code says, and the feed tells the reference', async () => {
    const order = await openQr(99.99)
    expect(await statusOf(order.orderId)).toBe('open')
    const paid = await sandbox.post('/control/bank/pay', { qr: ` ${order.payload}\n`, from: MEMBER })
    expect(paid.body).toMatchObject({ amount: 99.99 })
    const { transRef } = paid.body
    const status = (await sandbox.get(`/bank/qrs/${order.orderId}`)).body
    expect(status).toEqual({ status: 'paid', transRef, paidAt: expect.any(String) })
    const seen = await sandbox.get(`/bank/transfers/${String(transRef)}?sendingBank=014`)
    expect(seen.body).toMatchObject({ from: MEMBER, amount: 99.99 })
    await expect
      .poll(() => sandbox.receiver.received.map((webhook) => JSON.parse(webhook.body)))
      .toContainEqual(expect.objectContaining({ type: 'qr', transRef, reference: order.reference }))
  })

  it('are opened once: the same again is the same, another content is refused', async () => {
    const order = await openQr()
    expect((await sandbox.post('/bank/qrs', order)).body).toEqual({ status: 'open' })
    const other = { ...qr(1), orderId: order.orderId }
    expect(await sandbox.post('/bank/qrs', other)).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE_ID' },
    })
  })

  it.each([{ amount: 1 }, { reference: 'OTHER' }, { currency: 'LAK' }])(
    'whose payload says something else than %j are refused',
    async (change) => {
      const answer = await sandbox.post('/bank/qrs', { ...qr(), ...change })
      expect(answer).toMatchObject({ status: 400, body: { code: 'PAYLOAD_MISMATCH' } })
    },
  )

  it('with no QR in the payload, or an end in the past, are refused', async () => {
    const unreadable = await sandbox.post('/bank/qrs', { ...qr(), payload: 'hello' })
    expect(unreadable).toMatchObject({ status: 400, body: { code: 'PAYLOAD_UNREADABLE' } })
    expect(await sandbox.post('/bank/qrs', qrOrder(1, sandbox.now() - 1000))).toMatchObject({
      status: 400,
      body: { code: 'EXPIRED' },
    })
  })

  it('cannot be paid when paid, cancelled or expired, unless late-pay lets it through', async () => {
    const paid = await openQr()
    await sandbox.post('/control/bank/pay', { qr: paid.payload })
    const cancelled = await openQr()
    expect((await sandbox.call('DELETE', `/bank/qrs/${cancelled.orderId}`)).body).toEqual({
      status: 'cancelled',
    })
    const expired = await openQr(5)
    sandbox.pass(QR_LIFE_MS)
    expect(await statusOf(expired.orderId)).toBe('expired')
    for (const [order, code] of [
      [paid, 'QR_PAID'],
      [cancelled, 'QR_CANCELLED'],
      [expired, 'QR_EXPIRED'],
    ] as const) {
      const refused = await sandbox.post('/control/bank/pay', { qr: order.payload })
      expect(refused).toMatchObject({ status: 409, body: { code } })
      await sandbox.fault('bank', 'late-pay', 1)
      expect((await sandbox.post('/control/bank/pay', { qr: order.payload })).status).toBe(200)
      expect(await statusOf(order.orderId)).toBe('paid')
    }
    expect((await sandbox.call('DELETE', `/bank/qrs/${paid.orderId}`)).body).toEqual({ status: 'paid' })
  })

  it('that nobody opened cannot be paid, asked for or cancelled', async () => {
    const order = qr()
    expect((await sandbox.post('/control/bank/pay', { qr: order.payload })).status).toBe(404)
    expect((await sandbox.post('/control/bank/pay', { qr: 'hello' })).body.code).toBe('QR_UNREADABLE')
    expect((await sandbox.get('/bank/qrs/never')).status).toBe(404)
    expect((await sandbox.call('DELETE', '/bank/qrs/never')).status).toBe(404)
  })
})

describe('accounts', () => {
  it('are told whole to who looks a transfer up, and both masked under slip-masked', async () => {
    const { body } = await sandbox.post('/control/bank/transfer', { from: MEMBER, to: OPERATOR, amount: 1 })
    const told = async () =>
      (await sandbox.get(`/bank/transfers/${String(body.transRef)}?sendingBank=014`)).body
    expect(await told()).toMatchObject({ to: { bankAccountNo: OPERATOR.bankAccountNo } })
    await sandbox.fault('bank', 'slip-masked', 1)
    expect(await told()).toMatchObject({
      from: { ...MEMBER, bankAccountNo: 'xxxxx2334x' },
      to: { bankAccountNo: 'xxxxx0001x' },
    })
  })

  it('show every entry with its sign and its other side, newest first, and may fall below zero', async () => {
    const rich = { bankCode: 'BBL', bankAccountNo: '2000000001', bankAccountName: 'RICH ONE' }
    const poor = { bankCode: 'KTB', bankAccountNo: '2000000002', bankAccountName: 'POOR ONE' }
    await sandbox.post('/control/bank/transfer', { from: poor, to: rich, amount: 0.1 })
    await sandbox.post('/control/bank/transfer', { from: poor, to: rich, amount: 0.2 })
    const { body } = await sandbox.get('/control/bank/accounts/2000000001')
    expect(body).toMatchObject({
      balance: 0.3,
      entries: [{ amount: 0.2, counterparty: poor }, { amount: 0.1 }],
    })
    expect((await sandbox.get('/control/bank/accounts/2000000002')).body).toMatchObject({ balance: -0.3 })
  })

  it('outlive a restart', async () => {
    await sandbox.restart()
    expect((await sandbox.get('/control/bank/accounts/2000000001')).body).toMatchObject({ balance: 0.3 })
  })
})
