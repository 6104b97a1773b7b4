import { money } from '@kapao/contract/values'
import { bankSymbol } from '@kapao/emv/bank-codes'
import * as v from 'valibot'
import type { BankGateway, Settled, TransferLookup } from './bank.ts'
import { type HttpAnswer, isNotFound, openHttpClient, readList, reasonOf, refusalOf } from './http-client.ts'
import type { Outcome } from './outcome.ts'

const PAYOUT_TIMEOUT_MS = 10_000
const ASK_TIMEOUT_MS = 5_000
const FEED_PAGE = 100
/** An order that the bank cannot read. Its no to one that it can read comes as a 200 that says "refused", and one that it does not believe to be ours is sent again. */
const PAYOUT_REFUSALS: ReadonlySet<string> = new Set(['400 BAD_REQUEST'])
const QR_REFUSALS: ReadonlySet<string> = new Set([
  '400 BAD_REQUEST',
  '400 EXPIRED',
  '400 PAYLOAD_MISMATCH',
  '400 PAYLOAD_UNREADABLE',
  '401 NOT_SIGNED',
  '409 DUPLICATE_ID',
  '409 DUPLICATE_REFERENCE',
])

/** Text that the database can keep. */
const text = v.pipe(
  v.string(),
  v.check((told) => told.isWellFormed() && !told.includes('\0'), 'not text'),
)
const word = v.pipe(text, v.maxLength(500))
/** A bank that goes by two symbols, or comes under its number, is the one that our accounts are kept at. */
const accountRef = v.object({ bankCode: v.pipe(word, v.transform(bankSymbol)), bankAccountNo: word })

const TIME_PARTS = /^(?<day>.{10}).(?<clock>[\d:.]+) ?(?<zone>Z|[+-]\d\d):?(?<minutes>\d\d)?$/

/** Clocks differ, and so do the offsets that they are told with. */
const AHEAD_MS = 86_400_000

/**
 * A moment in UTC, as the database can keep it, or null. The shape alone lets the 31st of February through, the year nought, and offsets that
 * no place has and the database refuses; and it knows offsets that Date does not: " +07:00" and "+07". Nor has anything happened that is yet
 * to come: a year of the Buddhist era, as slips have it, would make a slip young for ever and a transfer like no other. It is not counted
 * back either, since no one can tell which of an adapter's times are meant so.
 */
function readMoment(at: string): string | null {
  const { day, clock, zone, minutes = '00' } = TIME_PARTS.exec(at)?.groups ?? {}
  // A day that is none is read as one of the next month.
  if (!new Date(`${day}T00:00:00Z`).toISOString().startsWith(`${day}T`)) return null
  const moment = new Date(`${day}T${clock}${zone === 'Z' ? zone : `${zone}:${minutes}`}`)
  if (moment.getTime() > Date.now() + AHEAD_MS) return null
  const written = moment.toISOString()
  return /^[1-9]\d{3}-/.test(written) ? written : null
}

const moment = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const read = readMoment(dataset.value)
    if (read !== null) return read
    addIssue({ message: 'no such moment' })
    return NEVER
  }),
)

/** Of whoever pays in cash, or through a biller, nobody knows an account: the money has come all the same. */
const told = v.nullish(word, '')
const anySender = v.object({
  bankCode: v.pipe(told, v.transform(bankSymbol)),
  bankAccountNo: told,
  bankAccountName: told,
})

/** One event of the feed, the same in a webhook and in a poll. */
export const feedEvent = v.object({
  transRef: v.pipe(word, v.minLength(1), v.maxLength(100)),
  type: told,
  from: v.nullish(anySender, {}),
  to: accountRef,
  amount: v.pipe(
    money,
    v.check((amount) => amount > 0n, 'no money'),
  ),
  currency: word,
  reference: v.nullish(word, null),
  at: moment,
})

const transferAnswer = v.union([
  v.object({
    transRef: feedEvent.entries.transRef,
    from: v.object({ ...accountRef.entries, bankAccountName: word }),
    to: accountRef,
    amount: feedEvent.entries.amount,
    currency: word,
    at: feedEvent.entries.at,
  }),
  v.object({ status: v.literal('pending') }),
])

function readTransfer(answer: HttpAnswer, transRef: string): TransferLookup {
  if (isNotFound(answer)) return { kind: 'not-found' }
  if (answer.kind === 'lost' || answer.status !== 200) {
    const reason = reasonOf(answer)
    return reason === 'WRONG_CAPTCHA' ? { kind: 'wrong-captcha' } : { kind: 'unknown', reason }
  }
  const parsed = v.safeParse(transferAnswer, answer.json)
  if (!parsed.success) return { kind: 'unknown', reason: 'unreadable answer' }
  if ('status' in parsed.output) return { kind: 'pending' }
  // An answer about another transfer than the one that was asked for is none.
  return parsed.output.transRef === transRef
    ? { kind: 'found', transfer: parsed.output }
    : { kind: 'unknown', reason: 'another transfer' }
}

const feedPage = v.object({ events: v.array(v.unknown()), cursor: text })
const payoutAnswer = v.variant('status', [
  v.object({ status: v.literal('settled'), transRef: text }),
  v.object({
    status: v.literal('refused'),
    reason: v.fallback(v.optional(v.string(), 'REFUSED'), 'REFUSED'),
  }),
  v.object({ status: v.literal('pending') }),
])

const listedPayout = v.object({
  payoutId: word,
  from: accountRef,
  to: accountRef,
  amount: feedEvent.entries.amount,
  currency: word,
  status: v.picklist(['settled', 'refused', 'pending']),
  transRef: v.nullish(word),
})

function readPayout(answer: HttpAnswer): Outcome<Settled> | { readonly kind: 'pending' } {
  const refusal = refusalOf(answer, PAYOUT_REFUSALS)
  if (refusal !== null) return { kind: 'refused', reason: refusal }
  if (answer.kind === 'lost' || answer.status >= 400) return { kind: 'unknown', reason: reasonOf(answer) }
  const parsed = v.safeParse(payoutAnswer, answer.json)
  if (!parsed.success) return { kind: 'unknown', reason: 'unreadable answer' }
  if (parsed.output.status === 'settled') return { kind: 'confirmed', transRef: parsed.output.transRef }
  if (parsed.output.status === 'refused') return { kind: 'refused', reason: parsed.output.reason }
  return { kind: 'pending' }
}

export function openBankGateway(gatewayUrl: string, secret: string | null = null): BankGateway {
  const client = openHttpClient(`${gatewayUrl}/bank`, secret)
  return {
    async payOut(order) {
      const answer = await client.request('POST', '/payouts', { body: order, timeoutMs: PAYOUT_TIMEOUT_MS })
      if (answer.kind === 'lost' && !answer.wasSent) return { kind: 'not-sent', reason: answer.reason }
      const read = readPayout(answer)
      return read.kind === 'pending' ? { kind: 'unknown', reason: 'pending' } : read
    },
    async payoutStanding(payoutId) {
      const answer = await client.request('GET', `/payouts/${payoutId}`, { timeoutMs: ASK_TIMEOUT_MS })
      if (isNotFound(answer)) return { kind: 'not-found' }
      if (answer.kind === 'answered' && answer.status !== 200) {
        return { kind: 'unknown', reason: reasonOf(answer) }
      }
      return readPayout(answer)
    },
    listPayouts: (cursor) => readList(client, '/payouts', cursor, { name: 'payouts', item: listedPayout }),
    async openQr(order) {
      const answer = await client.request('POST', '/qrs', { body: order, timeoutMs: ASK_TIMEOUT_MS })
      if (answer.kind === 'answered' && answer.status === 200) return { kind: 'confirmed' }
      const kind = refusalOf(answer, QR_REFUSALS) === null ? 'unknown' : 'refused'
      return { kind, reason: reasonOf(answer) }
    },
    async cancelQr(orderId) {
      // Best effort: a code that is paid all the same is credited all the same.
      await client.request('DELETE', `/qrs/${orderId}`, { timeoutMs: ASK_TIMEOUT_MS })
    },
    async findTransfer(sendingBank, transRef) {
      const path = `/transfers/${encodeURIComponent(transRef)}?sendingBank=${encodeURIComponent(sendingBank)}`
      return readTransfer(await client.request('GET', path, { timeoutMs: ASK_TIMEOUT_MS }), transRef)
    },
    async readFeed(cursor) {
      const answer = await client.request(
        'GET',
        `/feed?after=${encodeURIComponent(cursor)}&limit=${FEED_PAGE}`,
        { timeoutMs: ASK_TIMEOUT_MS },
      )
      if (answer.kind === 'lost' || answer.status !== 200) return { reason: reasonOf(answer) }
      const page = v.safeParse(feedPage, answer.json)
      if (!page.success) return { reason: 'unreadable answer' }
      // One event that makes no sense must not hold up all that come after it.
      const read = page.output.events.map((event) => v.safeParse(feedEvent, event))
      const events = read.filter((event) => event.success).map((event) => event.output)
      return { events, unreadable: read.length - events.length, cursor: page.output.cursor }
    },
  }
}
