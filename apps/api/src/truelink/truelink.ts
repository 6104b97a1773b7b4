import { redeemTruelink, TRUELINK_MIN_BAHT } from '@kapao/contract/truelink'
import { fromWire, type Minor, ZERO } from '@kapao/money/minor'
import type { GameProviders } from '../gateways/game-provider.ts'
import type { VoucherIssuer } from '../gateways/voucher.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { type Asked, mount, type RouteContext } from '../http/route.ts'
import { isKnownIntent, repeated } from '../intent/intent.ts'
import type { OperatorState } from '../operator/operator.ts'
import type { SealKeys } from '../sealing/seal.ts'
import { giftCode, openLinkOfAny } from './gift-code.ts'
import {
  fingerprint,
  leaveOpen,
  openRedemption,
  refusalFor,
  refuseRedemption,
  settleRedemption,
} from './redemption.ts'

export interface TruelinkContext extends RouteContext {
  readonly providers: GameProviders
  readonly vouchers: VoucherIssuer
  readonly sealKeys: SealKeys
  readonly giftKey: Buffer
  readonly truelinkSecrets: readonly string[]
}

type Asking = Asked<typeof redeemTruelink>

const MINIMUM: Minor = fromWire(TRUELINK_MIN_BAHT) ?? ZERO
/** Guessing codes must not pay. */
const TRIES_PER_MINUTE = 60

/** How soon an issuer that did not answer may be asked again. */
const ISSUER_SILENT_S = 5

/** Gifts are in baht, under either name that the wire has for it; a wallet in kip cannot take one. */
const BAHT: ReadonlySet<string> = new Set(['THB', 'BAHT'])

/** The numbers at the issuer that gifts are taken with, for a member of this currency. */
export function walletsFor(state: OperatorState, currency: string) {
  return BAHT.has(currency) ? state.wallets : []
}

/** Gifts to any other account are taken by staff. */
function isAutomatic({ mode }: OperatorState['wallets'][number]): boolean {
  return mode === 'AUTO'
}

async function take(context: TruelinkContext, { member, intent, log }: Asking, code: string) {
  const { database, operator, vouchers, sealKeys, giftKey } = context
  const wallet = walletsFor(operator.current(), member.currency).find(isAutomatic)
  if (!wallet) return refuse('TRUELINK_INVALID', { field: 'link' })
  const [known] = await database.query(
    `select 1 from voucher_redemption where code_hash = $1 and state in ('open', 'redeemed')`,
    [fingerprint(giftKey, code)],
  )
  if (known) return refuse('TRUELINK_DUPLICATE')
  const mobile = wallet.accountNo
  const before = await vouchers.verify(code, mobile)
  // Nobody has said a word against the gift, and nothing has begun: who is told that it is none may throw it away.
  if (before.kind === 'unknown') {
    log.warn({ reason: before.reason }, 'the issuer of gifts did not say what a gift is')
    return refuse('OVERLOADED', { retryAfter: ISSUER_SILENT_S })
  }
  // Ours already, and by no redemption that we know of: it cannot be told whose it was.
  if (before.kind !== 'open') return refuse(refusalFor(before))
  if (before.amount < MINIMUM) return refuse('TRUELINK_INVALID', { field: 'link', min: MINIMUM })
  const { id: memberId, currency } = member
  const row = { memberId, mobile, currency, amount: before.amount, code, sealKeys, giftKey, intent }
  const redemption = await openRedemption(database, row)
  if (redemption === 'repeat') return repeated
  if (redemption === 'duplicate') return refuse('TRUELINK_DUPLICATE')
  const first = await vouchers.redeem(code, mobile)
  // Redeeming is not repeatable; asking is.
  const isLost = first.kind === 'unknown'
  const standing = isLost ? await vouchers.verify(code, mobile) : first
  if (standing.kind === 'ours' && standing.amount !== null) {
    return { replied: await settleRedemption({ ...context, log }, redemption, standing.amount) }
  }
  // After a lost answer a plain no is not believed at once: an issuer may find what we took only later.
  if (isLost || (standing.kind !== 'taken' && standing.kind !== 'refused')) {
    log.warn({ redemption: redemption.id, standing: standing.kind }, 'gift not known yet')
    return { replied: await leaveOpen(database, redemption) }
  }
  const reason = standing.kind === 'refused' ? standing.reason : 'VOUCHER_OUT_OF_STOCK'
  await refuseRedemption(database, redemption, reason)
  return refuse(refusalFor(standing))
}

export function mountTruelink(context: TruelinkContext): void {
  const { database, limits, giftKey, truelinkSecrets } = context
  const codeOf = (link: string) => giftCode(openLinkOfAny(truelinkSecrets, link) ?? '')
  mount(
    context,
    redeemTruelink,
    async (asked) => {
      const { body, member, intent } = asked
      const retryAfter = await limits.hit(`truelink:${member.id}`, TRIES_PER_MINUTE)
      if (retryAfter !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter })
      const code = codeOf(body.link)
      if (code === null) return refuse('TRUELINK_INVALID', { field: 'link' })
      const outcome = await take(context, asked, code)
      // The same intent may have taken the gift while this one was asking: then that is the answer, not "duplicate".
      const isBehind = isRefusal(outcome) && intent !== null && (await isKnownIntent(database, intent))
      return isBehind ? repeated : outcome
    },
    // A client that seals the same link again may send other bytes: the code makes it the same request.
    { sameBody: ({ link }) => fingerprint(giftKey, codeOf(link) ?? `no code: ${link}`).toString('hex') },
  )
}
