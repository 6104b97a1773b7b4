// What is a refusal in the mouth of a game or a bank, and what is only said by something in front of it.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { openBankGateway } from './http-bank.ts'
import { openGameProviders } from './http-game-provider.ts'
import { openVoucherIssuer } from './http-voucher.ts'
import { openSmsGateway } from './sms.ts'

interface Said {
  readonly status: number
  readonly body: object
}

let said: Said = { status: 500, body: {} }
const gateway = createServer((_request, response) =>
  response.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.body)),
)
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
})
afterAll(() => {
  gateway.closeAllConnections()
  gateway.close()
})

const account = { bankCode: 'SCB', bankAccountNo: '9123456789' }
const amount = parseDecimal('100.00')

const CALLS = {
  'a deposit': () => transfer('deposit'),
  'a withdrawal': () => transfer('withdraw'),
  'the standing of a transfer': () => provider().transferStanding(randomUUID()),
  'the end of a transfer': () => provider().cancelTransfer(randomUUID()),
  'a new account': () => provider().createAccount('somebody', 'a password'),
  'a new password': () => provider().setPassword('somebody', 'a password'),
  'a text message': () =>
    openSmsGateway(url).send({ messageId: randomUUID(), to: '0812345678', text: '123456' }),
  'a payout': () =>
    bank().payOut({
      payoutId: randomUUID(),
      from: account,
      to: { ...account, bankAccountName: 'SOMEBODY' },
      amount,
      currency: 'THB',
    }),
  'the standing of a payout': () => bank().payoutStanding(randomUUID()),
  'a transfer by its reference': () => bank().findTransfer('014', 'REF1234567'),
  'a payment code': () =>
    bank().openQr({
      orderId: randomUUID(),
      provider: 'KBANK',
      reference: 'KP1',
      amount,
      currency: 'THB',
      expiresAt: new Date().toISOString(),
      to: { ...account, bankAccountName: 'SOMEBODY' },
      payload: '',
    }),
}

const bank = () => openBankGateway(url)
const provider = () => openGameProviders(url)('PG')
const transfer = (type: 'deposit' | 'withdraw') =>
  provider().transfer({ transferId: randomUUID(), username: 'somebody', type, credits: amount })

const FROM_IN_FRONT: readonly Said[] = [
  { status: 408, body: { message: 'Request Timeout' } },
  { status: 408, body: { code: 'BAD_REQUEST' } },
  { status: 425, body: { message: 'Too Early' } },
  { status: 429, body: { code: 'RATE_LIMITED', message: 'slow down' } },
  { status: 400, body: { message: 'Bad Request' } },
  { status: 400, body: { code: 'SOMETHING_ELSE' } },
  { status: 404, body: { message: 'no Route matched with those values' } },
]

describe.each(Object.entries(CALLS))('%s', (_name, call) => {
  it.each(FROM_IN_FRONT)('is unknown after $status $body', async (one) => {
    said = one
    expect((await call()).kind).toBe('unknown')
  })
})

it.each([
  ['a deposit', 200, { status: 'refused', reason: 'LOCKED_FUNDS' }, 'LOCKED_FUNDS'],
  ['a withdrawal', 404, { code: 'NO_ACCOUNT' }, 'NO_ACCOUNT'],
  ['a deposit', 401, { code: 'NOT_SIGNED' }, 'NOT_SIGNED'],
  ['the end of a transfer', 200, { status: 'refused', reason: 'CANCELLED' }, 'CANCELLED'],
  ['a new account', 400, { code: 'BAD_REQUEST' }, 'BAD_REQUEST'],
  ['a new password', 404, { code: 'NO_ACCOUNT' }, 'NO_ACCOUNT'],
  ['a text message', 500, { code: 'SMS_FAILED' }, 'SMS_FAILED'],
  ['a text message', 400, { code: 'BAD_REQUEST' }, 'BAD_REQUEST'],
  ['a payout', 200, { status: 'refused', reason: 'ACCOUNT_REFUSED' }, 'ACCOUNT_REFUSED'],
  ['a payout', 400, { code: 'BAD_REQUEST' }, 'BAD_REQUEST'],
  ['a payment code', 400, { code: 'PAYLOAD_MISMATCH' }, 'PAYLOAD_MISMATCH'],
] as const)('%s is refused by %i %o', async (name, status, body, reason) => {
  said = { status, body }
  expect(await CALLS[name]()).toEqual({ kind: 'refused', reason })
})

it.each(['the standing of a transfer', 'the standing of a payout', 'a transfer by its reference'] as const)(
  '%s is "never heard of it" only in the other side’s own words',
  async (name) => {
    said = { status: 404, body: { code: 'NOT_FOUND', message: 'no such thing' } }
    expect(await CALLS[name]()).toEqual({ kind: 'not-found' })
  },
)

it.each([
  [404, { code: 'NO_CALL' }],
  [404, { code: 'NOT_FOUND' }],
  [404, { code: 'NO_ACCOUNT' }],
  [405, {}],
  [501, {}],
  [204, {}],
  [200, {}],
  [202, { status: 'refused', reason: 'CANCELLED' }],
])('who answers %i %o has not ended a transfer', async (status, body) => {
  said = { status, body }
  expect((await CALLS['the end of a transfer']()).kind).toBe('unknown')
})

it.each([
  [{ member: 1, redeemed_amount_baht: '1,250.50' }, parseDecimal('1250.50')],
  // Of one for several people it cannot be told which part is ours.
  [{ member: 3, redeemed_amount_baht: '90.00' }, null],
  [{ redeemed_amount_baht: '90.00' }, null],
  [{ member: 1 }, null],
  [{ member: 1, redeemed_amount_baht: '0.00' }, null],
])('a gift that we have taken already, %o, is ours, and %s of it', async (voucher, ours) => {
  const data = { voucher: { amount_baht: '1,250.50', ...voucher }, my_ticket: null }
  said = { status: 400, body: { status: { code: 'TARGET_USER_REDEEMED' }, data } }
  expect(await openVoucherIssuer(url).verify('code', '0700000001')).toEqual({ kind: 'ours', amount: ours })
})
