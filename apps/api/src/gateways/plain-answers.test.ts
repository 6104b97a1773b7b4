// What an honest adapter answers as its language writes it: null where there is nothing, a body left out, a figure finer than money.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { openBankGateway } from './http-bank.ts'
import { openGameProviders } from './http-game-provider.ts'

let said: { readonly status: number; readonly text: string }
const gateway = createServer((_request, response) =>
  response.writeHead(said.status, { 'content-type': 'application/json' }).end(said.text),
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

const says = (body: object) => {
  said = { status: 200, text: JSON.stringify(body) }
}
const provider = () => openGameProviders(url)('PG')
const bank = () => openBankGateway(url)
const transfer = () =>
  provider().transfer({
    transferId: randomUUID(),
    username: 'somebody',
    type: 'withdraw',
    credits: parseDecimal('100.00'),
  })

it.each([null, 112.3456, 'a lot', undefined])(
  'a transfer that is told with a balance of %s has moved what it says',
  async (balance) => {
    says({ status: 'success', amount: 100, balance })
    expect(await transfer()).toEqual({ kind: 'confirmed', credits: 10_000n, balance: null })
    expect(await provider().transferStanding(randomUUID())).toMatchObject({ kind: 'confirmed' })
  },
)

it('one that is told with a sign is told of nothing that could be booked', async () => {
  says({ status: 'success', amount: -100 })
  expect(await transfer()).toMatchObject({ kind: 'unknown' })
})

it.each([null, 4711])('a refusal for %s is one', async (reason) => {
  says({ status: 'refused', reason })
  expect(await transfer()).toEqual({ kind: 'refused', reason: 'REFUSED' })
  expect(await bank().payoutStanding(randomUUID())).toEqual({ kind: 'refused', reason: 'REFUSED' })
})

it.each([undefined, null, 4711, '', 'the last one'])(
  'a balance that is told with %s as the last transfer that it counts is told without one',
  async (after) => {
    says({ balance: 12.5, after })
    expect(await provider().balance('somebody')).toEqual({ credits: 1_250n, after: null })
  },
)

it('a balance may be told with the last transfer that it counts', async () => {
  const after = randomUUID()
  says({ balance: 12.5, after })
  expect(await provider().balance('somebody')).toEqual({ credits: 1_250n, after })
})

it('an account is made, and a password taken, by an answer without a body that says that it has none', async () => {
  said = { status: 204, text: '' }
  expect(await provider().createAccount('somebody', 'a password')).toEqual({ kind: 'confirmed' })
  expect(await provider().setPassword('somebody', 'a password')).toEqual({ kind: 'confirmed' })
  // It has told of no money.
  expect(await transfer()).toMatchObject({ kind: 'unknown' })
  said = { status: 200, text: '' }
  expect(await provider().setPassword('somebody', 'a password')).toMatchObject({ kind: 'unknown' })
})

it('a list ends where there is no cursor any more, and has what was refused without a reference', async () => {
  const ref = { bankCode: 'SCB', bankAccountNo: '9123456789' }
  const payout = { payoutId: 'p-1', from: ref, to: ref, amount: 100, currency: 'THB', status: 'refused' }
  says({ payouts: [{ ...payout, transRef: null }], cursor: '1' })
  expect(await bank().listPayouts('0')).toMatchObject({ items: [{ payoutId: 'p-1' }], cursor: '1' })
  says({ payouts: [], cursor: null })
  expect(await bank().listPayouts('1')).toEqual({ items: [], cursor: '1' })
})

const event = {
  transRef: 'TR1',
  type: 'qr',
  from: { bankCode: 'SCB', bankAccountNo: '9123456789', bankAccountName: 'SOMEBODY' },
  to: { bankCode: 'KBANK', bankAccountNo: '9910000001' },
  amount: 100,
  currency: 'THB',
  reference: 'KP1',
  at: '2026-11-21T10:00:00+07:00',
}

it.each([
  ['of nobody', { from: null }],
  ['of whom nothing is known', { from: { bankCode: null, bankAccountNo: '', bankAccountName: null } }],
  ['whose sender is left out', { from: undefined }],
])('money %s has come all the same', async (_whose, part) => {
  says({ events: [{ ...event, ...part }], cursor: '1' })
  expect(await bank().readFeed('0')).toMatchObject({
    unreadable: 0,
    events: [
      { transRef: 'TR1', reference: 'KP1', from: { bankCode: '', bankAccountNo: '', bankAccountName: '' } },
    ],
  })
})

it('so has what comes without a kind or a reference; one that does not say where it went is none', async () => {
  says({
    events: [
      { ...event, type: undefined, reference: undefined },
      { ...event, to: null },
    ],
    cursor: '1',
  })
  expect(await bank().readFeed('0')).toMatchObject({ unreadable: 1, events: [{ type: '', reference: null }] })
})

it('a time more than a day ahead, as one in the Buddhist era is, is none, of what the feed tells and of what a slip is held against', async () => {
  const ahead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const soon = ahead(23)
  const times = ['2569-11-21T10:00:00+07:00', '2569-11-21T03:00:00Z', ahead(25), soon]
  says({ events: times.map((at) => ({ ...event, at })), cursor: '1' })
  expect(await bank().readFeed('0')).toMatchObject({ unreadable: 3, events: [{ at: soon }] })
  const found: unknown[] = []
  for (const at of times) {
    says({ ...event, at })
    found.push(await bank().findTransfer('014', 'TR1'))
  }
  const unreadable = { kind: 'unknown', reason: 'unreadable answer' }
  expect(found).toEqual([unreadable, unreadable, unreadable, expect.objectContaining({ kind: 'found' })])
})
