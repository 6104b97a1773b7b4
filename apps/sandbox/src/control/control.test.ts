import { writeLaoQr } from '@kapao/emv/lao-qr'
import { fromMinorUnits } from '@kapao/money/minor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MEMBER, OPERATOR, qrOrder, sandboxForTests, type TestSandbox } from '../sandbox-for-tests.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await sandboxForTests()
})
afterAll(() => sandbox.stop())

describe('SMS', () => {
  it('are read by phone, newest first, whichever way the number is written', async () => {
    const first = { messageId: 'm1', to: '0812345678', text: 'code 123456' }
    expect((await sandbox.post('/sms/messages', first)).body).toEqual({ accepted: true })
    await sandbox.post('/sms/messages', first)
    await sandbox.post('/sms/messages', { messageId: 'm2', to: '+66 81 234 5678', text: 'code 654321' })
    const { messages } = (await sandbox.get('/control/sms/0812345678')).body
    expect(messages).toMatchObject([
      { text: 'code 654321' },
      { text: 'code 123456', sentAt: expect.any(String) },
    ])
    expect((await sandbox.get('/control/sms/0899999999')).body).toEqual({ messages: [] })
  })

  it('fail by the switch and then never arrive', async () => {
    await sandbox.fault('sms', 'fail', 1)
    const sent = await sandbox.post('/sms/messages', { messageId: 'm3', to: '0800000001', text: 'x' })
    expect(sent.status).toBe(500)
    expect((await sandbox.get('/control/sms/0800000001')).body).toEqual({ messages: [] })
  })

  it('are slow by the switch, and arrive', async () => {
    await sandbox.fault('sms', 'slow', 1)
    const sending = sandbox.post('/sms/messages', { messageId: 'm4', to: '0800000002', text: 'x' })
    expect((await sandbox.get('/control/sms/0800000002')).body).toEqual({ messages: [] })
    expect((await sandbox.outlast(sending)).body).toEqual({ accepted: true })
    expect((await sandbox.get('/control/sms/0800000002')).body.messages).toHaveLength(1)
  })
})

describe('games', () => {
  it('are seen as the provider sees them, and won and lost', async () => {
    await sandbox.post('/games/PG/accounts', { username: 'kp1', password: 'p' })
    const order = { transferId: 't1', username: 'kp1', type: 'deposit', amount: 50 }
    await sandbox.post('/games/PG/transfers', order)
    expect(await sandbox.post('/control/games/PG/kp1/play', { result: 25.5 })).toMatchObject({
      body: { balance: 75.5 },
    })
    expect((await sandbox.post('/control/games/PG/kp1/play', { result: -0.5 })).body).toEqual({ balance: 75 })
    const tooMuch = await sandbox.post('/control/games/PG/kp1/play', { result: -75.01 })
    expect(tooMuch).toMatchObject({ status: 409, body: { code: 'INSUFFICIENT' } })
    expect((await sandbox.get('/control/games/PG/kp1')).body).toEqual({
      balance: 75,
      transfers: [{ transferId: 't1', type: 'deposit', amount: 50, status: 'success' }],
    })
  })

  it('know no other codes and no other players', async () => {
    expect((await sandbox.get('/control/games/NOPE/kp1')).status).toBe(404)
    expect((await sandbox.get('/control/games/PG/nobody')).status).toBe(404)
  })
})

describe('faults', () => {
  it('are listed, used up by their times, and cleared', async () => {
    expect((await sandbox.get('/control/faults')).body.faults).toEqual([])
    await sandbox.fault('game:PG', 'refuse', 2)
    await sandbox.fault('bank', 'silent')
    const order = { username: 'kp1', type: 'deposit', amount: 1 }
    await sandbox.post('/games/PG/transfers', { transferId: 'f1', ...order })
    expect((await sandbox.get('/control/faults')).body.faults).toEqual([
      { target: 'game:PG', fault: 'refuse', times: 1 },
      { target: 'bank', fault: 'silent', times: null },
    ])
    await sandbox.post('/games/PG/transfers', { transferId: 'f2', ...order })
    const { body } = await sandbox.post('/games/PG/transfers', { transferId: 'f3', ...order })
    expect(body).toMatchObject({ status: 'success' })
    await sandbox.fault('sms', 'slow')
    await sandbox.call('DELETE', '/control/faults?target=bank&fault=silent')
    expect((await sandbox.get('/control/faults')).body.faults).toMatchObject([{ target: 'sms' }])
    expect((await sandbox.call('DELETE', '/control/faults')).body).toEqual({ faults: [] })
  })

  it('outlive a restart', async () => {
    await sandbox.fault('game:UFABET', 'maintenance')
    await sandbox.restart()
    expect((await sandbox.get('/games/UFABET/login-form')).status).toBe(503)
    await sandbox.call('DELETE', '/control/faults')
  })
})

describe('vouchers and slips', () => {
  it('a voucher is a gift link', async () => {
    const { link } = (await sandbox.post('/control/vouchers', { amount: 50 })).body
    expect(link).toMatch(/^https:\/\/gift\.truemoney\.com\/campaign\/\?v=[A-Za-z0-9]{18,35}$/)
  })

  it.each([undefined, 'noQr', 'badCrc', 'rotated', 'cropped', 'twoCodes', 'tiny'])(
    'a slip is a PNG (%s)',
    async (variant) => {
      const { transRef } = (
        await sandbox.post('/control/bank/transfer', { from: MEMBER, to: OPERATOR, amount: 5 })
      ).body
      const answer = await fetch(`${sandbox.url()}/control/bank/slip`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ transRef, variant }),
      })
      expect(answer.headers.get('content-type')).toBe('image/png')
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG')
    },
  )
})

it('a transfer can be made as if it had been made a while ago', async () => {
  const order = { from: MEMBER, to: OPERATOR, amount: 5, minutesAgo: 90 }
  const { transRef } = (await sandbox.post('/control/bank/transfer', order)).body
  const { at } = (await sandbox.call('GET', `/bank/transfers/${transRef}?sendingBank=014`)).body
  expect(Math.round((Date.now() - Date.parse(String(at))) / 60_000)).toBe(90)
})

describe('bad input', () => {
  const transfer = { from: MEMBER, to: OPERATOR, amount: 5 }
  const payout = { payoutId: 'bad', from: OPERATOR, to: MEMBER, amount: 5, currency: 'THB' }
  const credits = { transferId: 'bad', username: 'kp1', type: 'deposit', amount: 5 }
  it.each<[string, unknown]>([
    ['/control/bank/transfer', '{"from":'],
    ['/control/bank/transfer', '[]'],
    ['/control/bank/transfer', 'null'],
    ['/control/bank/transfer', { ...transfer, amount: '5' }],
    ['/control/bank/transfer', { ...transfer, amount: 0 }],
    ['/control/bank/transfer', { ...transfer, amount: -5 }],
    ['/control/bank/transfer', { ...transfer, minutesAgo: -1 }],
    ['/control/bank/transfer', { ...transfer, minutesAgo: 1.5 }],
    ['/control/bank/transfer', { ...transfer, amount: 5.001 }],
    ['/control/bank/transfer', { ...transfer, amount: 100_000_000.01 }],
    ['/control/bank/transfer', JSON.stringify(transfer).replace(':5}', ':1e309}')],
    ['/control/bank/transfer', { ...transfer, to: { ...OPERATOR, bankAccountNo: '12-34' } }],
    ['/control/bank/transfer', { ...transfer, to: MEMBER }],
    ['/control/bank/transfer', { ...transfer, from: { ...MEMBER, bankAccountName: '' } }],
    ['/control/bank/pay', {}],
    ['/control/bank/pay', { qr: qrOrder().payload, from: {} }],
    ['/bank/payouts', { ...payout, currency: 'USD' }],
    ['/bank/payouts', { ...payout, payoutId: '' }],
    ['/bank/payouts', { ...payout, amount: null }],
    ['/bank/qrs', { ...qrOrder(), provider: 'PROMPTPAY' }],
    ['/bank/qrs', { ...qrOrder(), expiresAt: 'tomorrow' }],
    ['/games/PG/transfers', { ...credits, type: 'steal' }],
    ['/games/PG/transfers', { ...credits, amount: 0.001 }],
    ['/games/PG/transfers', { ...credits, username: '../x' }],
    ['/games/PG/accounts', { username: 'a b', password: 'p' }],
    ['/control/games/PG/kp1/play', { result: 'all' }],
    ['/control/faults', { target: 'game:PG', fault: 'late' }],
    ['/control/faults', { target: 'moon', fault: 'late' }],
    ['/control/faults', { target: 'bank', fault: 'late', times: 0 }],
    ['/control/faults', { target: 'bank', fault: 'late', times: 1.5 }],
    ['/control/vouchers', { amount: 0 }],
    ['/sms/messages', { messageId: 'x', to: 'mum', text: 'x' }],
  ])('%s refuses %j and changes nothing', async (path, body) => {
    const before = await state()
    const answer = await sandbox.post(path, body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', message: expect.any(String) } })
    expect(await state()).toEqual(before)
  })

  async function state(): Promise<unknown> {
    const paths = [
      '/control/bank/accounts/0099000011',
      '/control/games/PG/kp1',
      '/control/faults',
      '/bank/feed',
    ]
    return Promise.all(paths.map(sandbox.get))
  }

  it('a body beyond the limit is refused', async () => {
    const answer = await sandbox.post('/control/bank/pay', { qr: 'x'.repeat(100_000) })
    expect(answer).toMatchObject({ status: 413, body: { code: 'BAD_REQUEST' } })
  })

  it('a page from elsewhere is refused', async () => {
    const foreign = await fetch(`${sandbox.url()}/control/faults`, {
      headers: { origin: 'https://evil.test' },
    })
    expect(foreign.status).toBe(403)
  })
})

describe('Laos', () => {
  it('pays a LAO QR in kip, and a baht account in baht', async () => {
    const laos = await sandboxForTests('la')
    const to = { bankCode: 'BCEL', bankAccountNo: '010110000000001001', bankAccountName: 'KAPAO LAO' }
    const qr = { iin: '12345678', receiverId: 'KAPAO1', reference: 'L1', currency: 'LAK' as const }
    const payload = writeLaoQr({ ...qr, amount: fromMinorUnits(5_000_000n) })
    const order = {
      orderId: 'l1',
      provider: 'KBANK',
      reference: 'L1',
      amount: 50_000,
      currency: 'LAK',
      to,
      payload,
    }
    const opened = await laos.post('/bank/qrs', {
      ...order,
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    })
    expect(opened.body).toEqual({ status: 'open' })
    expect((await laos.post('/control/bank/pay', { qr: payload })).body).toMatchObject({ amount: 50_000 })
    const { events } = (await laos.get('/bank/feed')).body
    expect(events).toMatchObject([{ currency: 'LAK', reference: 'L1', from: { bankCode: 'BCEL' } }])
    const baht = { bankCode: 'BCEL', bankAccountNo: '999100000000000011' }
    await laos.post('/control/bank/transfer', { from: MEMBER, to: baht, amount: 100 })
    expect((await laos.get('/bank/feed?after=1')).body.events).toMatchObject([
      { currency: 'BAHT', amount: 100 },
    ])
    // That is the wire's word: who looks at the console reads THB.
    const panels = JSON.stringify((await laos.get('/console/live?lang=en')).body)
    expect(panels).toContain('100.00 THB')
    expect(panels).toContain('(THB)')
    expect(panels).not.toContain('BAHT')
    await laos.stop()
  })
})
