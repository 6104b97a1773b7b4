import { toWire } from '@kapao/money/minor'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { HANG_MS } from '../timing.ts'
import {
  account,
  bankCode,
  currency,
  identifier,
  listQuery,
  type NamedAccount,
  namedAccount,
  parseInput,
  positiveAmount,
  Refused,
} from '../wire.ts'
import type { World } from '../world.ts'
import type { BankTransfer } from './ledger.ts'
import { isSentFrom } from './slip-image.ts'

const payoutOrder = v.object({
  payoutId: identifier,
  from: account,
  to: namedAccount,
  amount: positiveAmount,
  currency,
})
const qrOrder = v.object({
  orderId: identifier,
  provider: v.picklist(['KBANK', 'WW', 'PAYTIMZ'], 'a provider is KBANK, WW or PAYTIMZ'),
  reference: v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,25}$/, 'a reference is 1 to 25 of A-Z and 0-9')),
  amount: positiveAmount,
  currency,
  expiresAt: v.pipe(v.string(), v.isoTimestamp('expiresAt is an ISO time')),
  to: namedAccount,
  payload: v.pipe(v.string(), v.maxLength(512)),
})
/** What may go wrong when a slip is looked up. */
const SLIP_FAULTS = [
  'slip-captcha',
  'slip-pending',
  'slip-not-found',
  'slip-no-answer',
  'slip-masked',
] as const

const payoutPath = v.object({ payoutId: identifier })
const orderPath = v.object({ orderId: identifier })
const transferPath = v.object({ transRef: identifier })
const transferQuery = v.object({ sendingBank: bankCode })

function transferAnswer(transfer: BankTransfer): object {
  const { transRef, from, to, amount, currency: of, atMs } = transfer
  return { transRef, from, to, amount: toWire(amount), currency: of, at: new Date(atMs).toISOString() }
}

/** As banks show a number to who is not its owner: "xxx-x-x1234-x". */
function mask(accountNo: string): string {
  return accountNo.replace(/\d/g, (digit, at: number) =>
    at < accountNo.length - 5 || at === accountNo.length - 1 ? 'x' : digit,
  )
}

function masked(told: NamedAccount): NamedAccount {
  return { ...told, bankAccountNo: mask(told.bankAccountNo) }
}

function notFound(what: string): Refused {
  return new Refused(404, 'NOT_FOUND', `no such ${what}`)
}

export function addBankRoutes(app: FastifyInstance, world: World): void {
  const { payouts, qrs, feed, ledger, timing } = world

  app.post('/bank/payouts', async (request) => {
    const { answer, hangs } = payouts.order(parseInput(payoutOrder, request.body))
    if (!hangs) return answer
    await timing.sleep(HANG_MS)
    throw new Refused(504, 'TIMEOUT', 'the bank did not answer in time')
  })

  app.get('/bank/payouts', async (request) => {
    const { after, limit } = parseInput(listQuery, request.query)
    const { lines, cursor } = payouts.list(BigInt(after), limit)
    const shown = lines.map(({ answer, amount, ...order }) => ({
      ...order,
      amount: toWire(amount),
      ...answer,
    }))
    return { payouts: shown, cursor }
  })

  app.get('/bank/payouts/:payoutId', async (request) => {
    const answer = payouts.find(parseInput(payoutPath, request.params).payoutId)
    if (!answer) throw notFound('payout')
    return answer
  })

  app.post('/bank/qrs', async (request) => {
    const { expiresAt, ...order } = parseInput(qrOrder, request.body)
    return { status: qrs.open({ ...order, expiresAtMs: Date.parse(expiresAt) }) }
  })

  app.get('/bank/qrs/:orderId', async (request) => {
    const state = qrs.find(parseInput(orderPath, request.params).orderId)
    if (!state) throw notFound('order')
    if (state.transRef === null || state.paidAtMs === null) return { status: state.status }
    return { status: state.status, transRef: state.transRef, paidAt: new Date(state.paidAtMs).toISOString() }
  })

  app.delete('/bank/qrs/:orderId', async (request) => {
    const status = qrs.cancel(parseInput(orderPath, request.params).orderId)
    if (!status) throw notFound('order')
    return { status }
  })

  app.get('/bank/feed', async (request, reply) => {
    const { after, limit } = parseInput(listQuery, request.query)
    const { bodies, cursor } = feed.read(BigInt(after), limit)
    // The events are kept as the text that the webhook signs, so they go out as that text.
    return reply
      .type('application/json')
      .send(`{"events":[${bodies.join(',')}],"cursor":${JSON.stringify(cursor)}}`)
  })

  app.get('/bank/transfers/:transRef', async (request) => {
    const { transRef } = parseInput(transferPath, request.params)
    const { sendingBank } = parseInput(transferQuery, request.query)
    const transfer = ledger.find(transRef)
    const fault = world.faults.take('bank', SLIP_FAULTS)
    if (fault === 'slip-captcha') throw new Refused(403, 'WRONG_CAPTCHA', 'the captcha was wrong')
    if (fault === 'slip-no-answer') throw new Refused(502, 'INTERNAL_ERROR', 'the bank is not to be reached')
    if (fault === 'slip-not-found' || !transfer || !isSentFrom(transfer, sendingBank))
      throw notFound('transfer')
    if (fault === 'slip-pending') return { status: 'pending', transRef }
    if (fault !== 'slip-masked') return transferAnswer(transfer)
    return transferAnswer({ ...transfer, from: masked(transfer.from), to: masked(transfer.to) })
  })
}
