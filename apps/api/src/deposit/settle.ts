import type { Minor } from '@kapao/money/minor'
import { applyDeposit } from '../condition/judge.ts'
import type { Queries } from '../database/database.ts'
import { earnInvite } from '../invite/earn.ts'
import { type Account, type MovementKind, post } from '../ledger/accounts.ts'
import { settleStatement } from '../statement/statement.ts'
import type { StatementSource } from '../statement/statement-source.ts'
import { earnCoins } from '../wheel/coins.ts'

/** A transaction that may credit deposits. */
export interface DepositTx extends Queries {
  /** The members whose games have been asked just before it: only a deposit of theirs may move a condition. */
  readonly asked: ReadonlySet<bigint>
}

/** Money of a member's that has arrived for certain, whichever way it came. */
export interface Deposit {
  readonly memberId: bigint
  readonly amount: Minor
  /** Where the books have it until now. */
  readonly from: Account
  /** The ledger's kind of the movement; with the source's id it is made once. */
  readonly kind: Extract<MovementKind, 'deposit' | 'deposit-matched' | 'voucher'>
  /** What it belongs to: the table and the id in it. One statement each. */
  readonly sourceKind: Extract<StatementSource, 'bank_event' | 'voucher_redemption'>
  readonly sourceId: string
}

/**
 * Puts a deposit into its member's wallet and statement, in the caller's transaction. Every way of paying in ends here, and nowhere
 * else: what a settled deposit brings about (coins, bonuses) belongs here too.
 */
export async function settleDeposit(tx: DepositTx, deposit: Deposit): Promise<void> {
  const { memberId, amount, from, kind, sourceKind, sourceId } = deposit
  await post(tx, { kind, reference: sourceId, from, to: { memberId, kind: 'wallet' }, amount })
  await settleStatement(tx, {
    memberId,
    type: 'deposit',
    status: 'SUCCESS',
    from: 'BANK',
    to: 'WALLET',
    amount,
    sourceKind,
    sourceId,
  })
  await applyDeposit(tx, memberId, amount, tx.asked.has(memberId))
  await earnInvite(tx, memberId, amount)
  await earnCoins(tx, { memberId, amount, source: `${sourceKind}:${sourceId}` })
}
