import { createHmac, randomUUID } from 'node:crypto'
import type { RefusalsOf } from '@kapao/contract/call'
import type { redeemTruelink } from '@kapao/contract/truelink'
import type { Minor } from '@kapao/money/minor'
import { type Database, isUniqueViolation, type Queries } from '../database/database.ts'
import { type DepositContext, inDeposit } from '../deposit/ask-games.ts'
import { settleDeposit } from '../deposit/settle.ts'
import type { GiftStanding } from '../gateways/voucher.ts'
import {
  forgetIntent,
  type Intent,
  type IntentName,
  inProgress,
  type KeptAnswer,
  keepAnswer,
  reserveIntent,
} from '../intent/intent.ts'
import { type SealKeys, seal } from '../sealing/seal.ts'
import { addStatementOnce, endStatement } from '../statement/statement.ts'

/** One try to take a gift, as its row has it. */
export interface Redemption {
  readonly id: string
  readonly memberId: bigint
  readonly mobile: string
  readonly amount: Minor
  readonly currency: string
  readonly intentKey: string | null
}

export type TruelinkRefusal = RefusalsOf<typeof redeemTruelink>

/** The code's fingerprint under the gifts' own key: who reads the table cannot try codes against it. */
export function fingerprint(key: Buffer, code: string): Buffer {
  return createHmac('sha256', key).update(`voucher\n${code}`).digest()
}

interface NewRedemption extends Omit<Redemption, 'id' | 'intentKey'> {
  readonly code: string
  readonly sealKeys: SealKeys
  readonly giftKey: Buffer
  readonly intent: Intent | null
}

/** How long the request that writes a redemption has it to itself before the worker asks, too. */
const FIRST_CHECK = '20 seconds'

/** Writes a redemption down before anything is sent. 'repeat': the intent is known; 'duplicate': another row has this code. */
export async function openRedemption(
  database: Database,
  { code, sealKeys, giftKey, intent, ...row }: NewRedemption,
): Promise<Redemption | 'repeat' | 'duplicate'> {
  const id = randomUUID()
  try {
    return await database.transaction(async (tx) => {
      if (intent && !(await reserveIntent(tx, intent))) return 'repeat'
      await tx.query(
        `insert into voucher_redemption (id, member_id, code_hash, sealed_code, mobile, amount_minor, currency, intent_key, next_check_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, now() + interval '${FIRST_CHECK}')`,
        [
          id,
          row.memberId,
          fingerprint(giftKey, code),
          seal(sealKeys, code),
          row.mobile,
          row.amount,
          row.currency,
          intent?.key ?? null,
        ],
      )
      return { id, ...row, intentKey: intent?.key ?? null }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'voucher_redemption_once')) return 'duplicate'
    throw error
  }
}

/** The intent that a redemption belongs to: whoever ends it answers for it, also when the process that began it is dead. */
function intentOf({ memberId, intentKey }: Redemption): IntentName | null {
  return intentKey === null ? null : { memberId, key: intentKey }
}

async function endRow(tx: Queries, id: string, state: 'redeemed' | 'refused', reason: string | null) {
  const ended = await tx.query(
    `update voucher_redemption set state = $2, refused_reason = $3, sealed_code = null, ended_at = now()
     where id = $1 and state = 'open' returning id`,
    [id, state, reason],
  )
  return ended.length === 1
}

/** Puts the gift into the wallet, once. `amount` is what the issuer says we got. */
export async function settleRedemption(
  context: DepositContext,
  redemption: Redemption,
  amount: Minor,
): Promise<KeptAnswer> {
  const intent = intentOf(redemption)
  const kept: KeptAnswer = { status: 200, answer: { message: 'SUCCESS', amount } }
  const { id, memberId, currency, mobile } = redemption
  await inDeposit(context, async (tx) => {
    if (!(await endRow(tx, id, 'redeemed', null))) return
    await settleDeposit(tx, {
      memberId,
      amount,
      from: { house: 'voucher', code: mobile, currency },
      kind: 'voucher',
      sourceKind: 'voucher_redemption',
      sourceId: id,
    })
    if (intent) await keepAnswer(tx, intent, kept)
  })
  return kept
}

/** The gift is not ours. Nothing of the member's was touched, so the intent is forgotten and a later try judged anew. */
export async function refuseRedemption(
  database: Database,
  redemption: Redemption,
  reason: string,
): Promise<void> {
  const intent = intentOf(redemption)
  await database.transaction(async (tx) => {
    if (!(await endRow(tx, redemption.id, 'refused', reason))) return
    await endStatement(tx, 'voucher_redemption', redemption.id, 'FAILED')
    if (intent) await forgetIntent(tx, intent)
  })
}

/** Shows an open redemption in the statement, once: by the request that was left without an answer, or by the worker where that has died before it could. */
export async function showUnderWay(tx: Queries, { id, memberId, amount }: Redemption): Promise<void> {
  await addStatementOnce(tx, {
    memberId,
    type: 'deposit',
    status: 'PENDING',
    from: 'BANK',
    to: 'WALLET',
    amount,
    sourceKind: 'voucher_redemption',
    sourceId: id,
  })
}

/** The answer got lost: the member is told so, and sees it in the statement until the worker knows. */
export async function leaveOpen(database: Database, redemption: Redemption): Promise<KeptAnswer> {
  const intent = intentOf(redemption)
  const { id, amount } = redemption
  const kept: KeptAnswer = { ...inProgress, answer: { ...inProgress.answer, amount } }
  await database.transaction(async (tx) => {
    const open = await tx.query(
      `update voucher_redemption set next_check_at = now() where id = $1 and state = 'open' returning id`,
      [id],
    )
    if (open.length === 1) await showUnderWay(tx, redemption)
    if (intent) await keepAnswer(tx, intent, kept)
    await tx.query("select pg_notify('voucher', '')")
  })
  return kept
}

/** The wire's word for a gift that is not ours. */
export function refusalFor(standing: GiftStanding): TruelinkRefusal {
  return standing.kind === 'taken' || standing.kind === 'ours' ? 'TRUELINK_DUPLICATE' : 'TRUELINK_INVALID'
}
