import { fromMinorUnits } from '@kapao/money/minor'
import type { Logger } from 'pino'
import type { Database } from '../database.ts'
import type { AskContext } from '../games/ask-balances.ts'
import type { GiftStanding, VoucherIssuer } from '../gateways/voucher.ts'
import { type SealKeys, unseal } from '../seal.ts'
import { type Redemption, refuseRedemption, settleRedemption } from './redemption.ts'

export interface VoucherWork extends AskContext {
  readonly vouchers: VoucherIssuer
  readonly sealKeys: SealKeys
  readonly log: Logger
}

interface DueRedemption extends Omit<Redemption, 'amount'> {
  readonly amountMinor: bigint
  readonly sealedCode: Buffer
  readonly checks: number
  readonly createdAt: Date
}

/** How long one worker has a redemption to itself: longer than all of the issuer's time-outs, and the games' after them. */
const LEASE = '30 seconds'
const LONGEST_PAUSE_S = 60
/** One that nobody can tell of is asked about ever more rarely: after a day every quarter of an hour or so. */
const PAUSES_PER_AGE = 100

async function claimDue(database: Database, most: number): Promise<readonly DueRedemption[]> {
  return database.query<DueRedemption>(
    `update voucher_redemption set checks = checks + 1, next_check_at = now() + interval '${LEASE}'
     where id in (select id from voucher_redemption where state = 'open' and next_check_at <= now()
       order by next_check_at limit $1 for update skip locked)
     returning id, member_id, mobile, amount_minor, currency, intent_key, sealed_code, checks, created_at`,
    [most],
  )
}

/** Asks first: what we have already must not be asked for again. A gift that nobody has was never taken, so it may be. */
async function standingOf(vouchers: VoucherIssuer, code: string, mobile: string): Promise<GiftStanding> {
  const standing = await vouchers.verify(code, mobile)
  if (standing.kind !== 'open') return standing
  const redeemed = await vouchers.redeem(code, mobile)
  return redeemed.kind === 'unknown' ? vouchers.verify(code, mobile) : redeemed
}

async function checkOne(work: VoucherWork, due: DueRedemption): Promise<void> {
  const { database, operator, vouchers, sealKeys, log } = work
  const code = unseal(sealKeys, due.sealedCode)
  const redemption = { ...due, amount: fromMinorUnits(due.amountMinor) }
  const standing = await standingOf(vouchers, code, due.mobile)
  if (standing.kind === 'ours' && standing.amount !== null) {
    log.info({ redemption: due.id }, 'gift is ours')
    await settleRedemption(work, redemption, standing.amount)
    return
  }
  // An issuer may find what we took only later: its no counts when it has had the time.
  const ageS = (Date.now() - due.createdAt.getTime()) / 1000
  const isNo = standing.kind === 'taken' || standing.kind === 'refused'
  if (isNo && ageS >= operator.current().transferNotFoundSeconds) {
    log.info({ redemption: due.id, standing: standing.kind }, 'gift is not ours')
    const reason = standing.kind === 'refused' ? standing.reason : 'VOUCHER_OUT_OF_STOCK'
    return refuseRedemption(database, redemption, reason)
  }
  const pauseS = Math.max(Math.min(2 ** Math.min(due.checks, 6), LONGEST_PAUSE_S), ageS / PAUSES_PER_AGE)
  log.warn({ redemption: due.id, standing: standing.kind, pauseS }, 'gift not known yet')
  await database.query(
    `update voucher_redemption set next_check_at = now() + make_interval(secs => $2) where id = $1 and state = 'open'`,
    [due.id, pauseS],
  )
}

/** Finds out what became of gifts whose answer got lost. Answers how many it worked on. */
export async function checkVouchersDue(work: VoucherWork): Promise<number> {
  const due = await claimDue(work.database, 10)
  await Promise.all(due.map((one) => checkOne(work, one)))
  return due.length
}
