import { fromDecimalText, type Minor } from '@kapao/money/minor'
import * as v from 'valibot'
import { type HttpAnswer, isServerError, openHttpClient, readList } from './http-client.ts'
import type { GiftStanding, VoucherIssuer } from './voucher.ts'

const ASK_TIMEOUT_MS = 5_000
const REDEEM_TIMEOUT_MS = 8_000

/** The issuer writes amounts as texts, with or without grouping. */
const baht = v.pipe(
  v.string(),
  v.rawTransform<string, Minor>(({ dataset, addIssue, NEVER }) => {
    const amount = fromDecimalText(dataset.value.replaceAll(',', ''))
    if (amount !== null && amount > 0n) return amount
    addIssue({ message: 'not an amount of baht' })
    return NEVER
  }),
)
const taken = v.pipe(
  v.object({ voucher: v.string(), amount_baht: baht }),
  v.transform(({ voucher, amount_baht }) => ({ code: voucher, amount: amount_baht })),
)
const said = v.object({ status: v.object({ code: v.string() }), data: v.optional(v.unknown()) })
const gift = v.object({ voucher: v.object({ amount_baht: baht }) })
const ticket = v.object({ my_ticket: v.object({ amount_baht: baht }) })
/** Of a gift for one person all that was redeemed was redeemed by whoever has it. */
const wholeGift = v.object({ voucher: v.object({ member: v.literal(1), redeemed_amount_baht: baht }) })

function read(answer: HttpAnswer, isRedeeming: boolean): GiftStanding {
  if (answer.kind === 'lost') return { kind: 'unknown', reason: answer.reason }
  const parsed = v.safeParse(said, answer.json)
  if (!parsed.success || isServerError(answer.status)) {
    return { kind: 'unknown', reason: `HTTP ${answer.status}` }
  }
  const { code } = parsed.output.status
  const mine = v.safeParse(ticket, parsed.output.data)
  // A ticket of ours is payment, whatever else the answer says.
  if (mine.success) return { kind: 'ours', amount: mine.output.my_ticket.amount_baht }
  const whole = v.safeParse(gift, parsed.output.data)
  if (code === 'SUCCESS' && !isRedeeming && whole.success) {
    return { kind: 'open', amount: whole.output.voucher.amount_baht }
  }
  if (code === 'VOUCHER_OUT_OF_STOCK') return { kind: 'taken' }
  // Taken, and by us, but without the ticket that says how much.
  if (code === 'TARGET_USER_REDEEMED') {
    const redeemed = v.safeParse(wholeGift, parsed.output.data)
    return { kind: 'ours', amount: redeemed.success ? redeemed.output.voucher.redeemed_amount_baht : null }
  }
  const isUnclear = code === 'SUCCESS' || code === 'INTERNAL_ERROR'
  return isUnclear ? { kind: 'unknown', reason: code } : { kind: 'refused', reason: code.slice(0, 60) }
}

/** Speaks to the issuer. A code is in the path, and paths are never logged. */
export function openVoucherIssuer(gatewayUrl: string, secret: string | null = null): VoucherIssuer {
  const client = openHttpClient(`${gatewayUrl}/vouchers`, secret)
  return {
    async verify(code, mobile) {
      const path = `/${encodeURIComponent(code)}/verify?mobile=${encodeURIComponent(mobile)}`
      return read(await client.request('GET', path, { timeoutMs: ASK_TIMEOUT_MS }), false)
    },
    listTaken: (mobile, cursor) =>
      readList(client, `?mobile=${encodeURIComponent(mobile)}`, cursor, { name: 'gifts', item: taken }),
    async redeem(code, mobile) {
      const options = { body: { mobile, voucher_hash: code }, timeoutMs: REDEEM_TIMEOUT_MS }
      return read(await client.request('POST', `/${encodeURIComponent(code)}/redeem`, options), true)
    },
  }
}
