import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { type RealSandbox, startRealSandbox } from '../../test/real-sandbox.ts'
import { openBankGateway } from './http-bank.ts'
import { openGameProviders } from './http-game-provider.ts'
import { openVoucherIssuer } from './http-voucher.ts'

let sandbox: RealSandbox

beforeAll(async () => {
  sandbox = await startRealSandbox()
})
afterAll(() => sandbox.stop())

describe('the lists of the outside world', () => {
  it('the bank’s payouts, settled and refused, and from a cursor on', async () => {
    const bank = openBankGateway(sandbox.url)
    const order = (amount: string) => ({
      payoutId: randomUUID(),
      from: { bankCode: 'KBANK', bankAccountNo: '9910000001' },
      to: { bankCode: 'SCB', bankAccountNo: '9123456789', bankAccountName: 'TEST PLAYER' },
      amount: parseDecimal(amount),
      currency: 'THB',
    })
    const [paid, refused] = [order('300.25'), order('100.00')]
    const outcome = await bank.payOut(paid)
    await sandbox.fault('bank', 'refuse-payout', 1)
    await bank.payOut(refused)
    const first = await bank.listPayouts('0')
    if (first === null || first === 'none') throw new Error('no list')
    const transRef = outcome.kind === 'confirmed' ? outcome.transRef : ''
    const { bankCode, bankAccountNo } = paid.to
    expect(first.items).toEqual([
      { ...paid, to: { bankCode, bankAccountNo }, status: 'settled', transRef },
      { ...refused, to: { bankCode, bankAccountNo }, status: 'refused' },
    ])
    expect(await bank.listPayouts(first.cursor)).toEqual({ items: [], cursor: first.cursor })
  })

  it('a game’s transfers, with what really moved', async () => {
    const provider = openGameProviders(sandbox.url)('PG')
    const username = `u${randomUUID().slice(0, 8)}`
    await provider.createAccount(username, 'password1')
    const move = (type: 'deposit' | 'withdraw', credits: string) =>
      provider.transfer({ transferId: randomUUID(), username, type, credits: parseDecimal(credits) })
    await move('deposit', '20.00')
    await sandbox.fault('game:PG', 'partial', 1)
    await move('withdraw', '10.00')
    await sandbox.fault('game:PG', 'refuse', 1)
    await move('deposit', '5.00')
    const page = await provider.listTransfers('0')
    if (page === null || page === 'none') throw new Error('no list')
    expect(page.items.map(({ type, standing }) => [type, standing])).toEqual([
      ['deposit', { kind: 'confirmed', credits: 2000n, balance: 2000n }],
      ['withdraw', { kind: 'confirmed', credits: 500n, balance: 1500n }],
      ['deposit', { kind: 'refused', reason: 'REFUSED' }],
    ])
    await sandbox.fault('game:PG', 'maintenance', 1)
    expect(await provider.listTransfers('0')).toBe(null)
  })

  it('the gifts that a number has taken', async () => {
    const issuer = openVoucherIssuer(sandbox.url)
    const { link } = await sandbox.control('/vouchers', { amount: 1234.5 })
    const code = new URL(String(link)).searchParams.get('v') ?? ''
    await issuer.redeem(code, '0700000001')
    expect(await issuer.listTaken('0700000001', '0')).toMatchObject({
      items: [{ code, amount: parseDecimal('1234.50') }],
    })
    expect(await issuer.listTaken('0700000009', '0')).toMatchObject({ items: [] })
  })
})

/** A bank that answers everything with this. */
async function bankThatAnswers(status: number, body: string) {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { bank: openBankGateway(`http://127.0.0.1:${port}`), stop: () => server.close() }
}

it('an event of the feed that the database could not keep holds up none of its page', async () => {
  const account = { bankCode: 'KBANK', bankAccountNo: '9910000001' }
  const event = {
    transRef: 'T1',
    type: 'transfer',
    from: { ...account, bankAccountName: 'SOMEBODY' },
    to: account,
    amount: 10,
    currency: 'THB',
    reference: null,
    at: '2026-03-01T10:00:00Z',
  }
  const events = [
    { ...event, at: '0000-01-01T00:00:00Z' },
    { ...event, amount: 1e18 },
    { ...event, transRef: 'T\0' },
    { ...event, transRef: 'T'.repeat(5_000) },
    event,
  ]
  const { bank, stop } = await bankThatAnswers(200, JSON.stringify({ events, cursor: '5' }))
  const page = await bank.readFeed('0')
  stop()
  expect(page).toMatchObject({ events: [{ transRef: 'T1' }], unreadable: 4, cursor: '5' })
})

describe('an outside world without lists', () => {
  it.each([
    [404, '{}', 'none'],
    [501, '{}', 'none'],
    [500, '{}', null],
    [200, '{"payouts": "many", "cursor": "0"}', null],
    [200, '{"payouts": [{"payoutId": 1}], "cursor": "1"}', null],
    [200, 'not json', null],
  ])('answers %i %s: %s', async (status, body, expected) => {
    const { bank, stop } = await bankThatAnswers(status, body)
    expect(await bank.listPayouts('0')).toBe(expected)
    stop()
  })

  it('and one that is not there at all is asked again later', async () => {
    expect(await openBankGateway('http://127.0.0.1:9').listPayouts('0')).toBe(null)
  })
})
