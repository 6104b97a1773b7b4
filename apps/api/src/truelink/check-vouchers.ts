import { fromMinorUnits } from '@kapao/money/minor'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { AskContext } from '../games/ask-balances.ts'
import type { GiftStanding, VoucherIssuer } from '../gateways/voucher.ts'
import { type SealKeys, unseal } from '../sealing/seal.ts'
import { pauseSeconds } from '../worker/back-off.ts'
import { eachToItsEnd } from '../worker/each-to-its-end.ts'
import { type Redemption, refuseRedemption, settleRedemption, showUnderWay } from './redemption.ts'

export interface VoucherWork extends AskContext {
  readonly vouchers: VoucherIssuer
  readonly sealKeys: SealKeys
  readonly log: Logger
}

interface DueRedemption extends Omit<Redemption, 'amount'> {
  readonly amountMinor: bigint
  readonly sealedCode: Buffer
  readonly checks: number
  readonly lastSentAt: Date | null
  readonly ageSeconds: number
  /** Since the issuer was last asked for the gift without an answer; by the database's clock, as all that is written there. */
  readonly quietSeconds: number
}

/** How long one worker has a redemption to itself: longer than all of the issuer's time-outs, and the games' after them. */
const LEASE = '30 seconds'
const PAUSES = { firstS: 2, longestS: 60 }
/** One that nobody can tell of is asked about ever more rarely: after a day every quarter of an hour or so. */
const PAUSES_PER_AGE = 100

async function claimDue(database: Database, most: number): Promise<readonly DueRedemption[]> {
  return database.query<DueRedemption>(
    `update voucher_redemption set checks = checks + 1, next_check_at = now() + interval '${LEASE}'
     where id in (select id from voucher_redemption where state = 'open' and next_check_at <= now()
       order by next_check_at limit $1 for update skip locked)
     returning id, member_id, mobile, amount_minor, currency, intent_key, sealed_code, checks, last_sent_at,
       extract(epoch from now() - created_at)::float8 as age_seconds,
       extract(epoch from now() - coalesce(last_sent_at, created_at))::float8 as quiet_seconds`,
    [most],
  )
}

interface Told {
  readonly standing: GiftStanding
  /** A redemption was sent just now whose answer nobody knows. */
  readonly isLost: boolean
}

/** Asks first: what we have already must not be asked for again. A gift that nobody has was never taken, so it may be. */
async function standingOf(
  { database, vouchers }: VoucherWork,
  due: DueRedemption,
  code: string,
): Promise<Told> {
  const { id, mobile } = due
  const standing = await vouchers.verify(code, mobile)
  if (standing.kind !== 'open') return { standing, isLost: false }
  // Before it is sent: a worker that dies over it has sent it all the same.
  await database.query('update voucher_redemption set last_sent_at = now() where id = $1', [id])
  const redeemed = await vouchers.redeem(code, mobile)
  if (redeemed.kind !== 'unknown') return { standing: redeemed, isLost: false }
  return { standing: await vouchers.verify(code, mobile), isLost: true }
}

/** Asked about again after a while; its member sees it under way until then. What was answered to what was sent just now leaves nothing to wait for. */
async function putOff(
  { database }: VoucherWork,
  redemption: Redemption,
  due: DueRedemption,
  isLost: boolean,
) {
  const { id, checks, ageSeconds, lastSentAt } = due
  const pauseS = Math.max(pauseSeconds(checks, PAUSES), ageSeconds / PAUSES_PER_AGE)
  await database.transaction(async (tx) => {
    const open = await tx.query(
      `update voucher_redemption set next_check_at = now() + make_interval(secs => $2),
         last_sent_at = case when $3 then last_sent_at else $4::timestamptz end
       where id = $1 and state = 'open' returning id`,
      [id, pauseS, isLost, lastSentAt],
    )
    if (open.length === 1) await showUnderWay(tx, redemption)
  })
  return pauseS
}

async function checkOne(work: VoucherWork, due: DueRedemption): Promise<void> {
  const { database, operator, sealKeys, log } = work
  const code = unseal(sealKeys, due.sealedCode)
  const redemption = { ...due, amount: fromMinorUnits(due.amountMinor) }
  const { standing, isLost } = await standingOf(work, due, code)
  if (standing.kind === 'ours' && standing.amount !== null) {
    log.info({ redemption: due.id }, 'gift is ours')
    await settleRedemption(work, redemption, standing.amount)
    return
  }
  // An issuer may find what we took only later: its no counts when it has had the time since we last asked for it and heard nothing.
  const hadTheTime = !isLost && due.quietSeconds >= operator.current().transferNotFoundSeconds
  if ((standing.kind === 'taken' || standing.kind === 'refused') && hadTheTime) {
    log.info({ redemption: due.id, standing: standing.kind }, 'gift is not ours')
    const reason = standing.kind === 'refused' ? standing.reason : 'VOUCHER_OUT_OF_STOCK'
    return refuseRedemption(database, redemption, reason)
  }
  const pauseS = await putOff(work, redemption, due, isLost)
  log.warn({ redemption: due.id, standing: standing.kind, pauseS }, 'gift not known yet')
}

/** Finds out what became of gifts whose answer got lost. Answers how many it worked on. */
export async function checkVouchersDue(work: VoucherWork): Promise<number> {
  const due = await claimDue(work.database, 10)
  await eachToItsEnd(
    due,
    (one) => checkOne(work, one),
    (error, { id }) => work.log.error({ err: error, redemption: id }, 'a gift could not be checked'),
  )
  return due.length
}
