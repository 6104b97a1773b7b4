import type { Minor } from '@kapao/money/minor'
import { fromMinorUnits } from '@kapao/money/minor'
import type { Logger } from 'pino'
import { findActive } from '../condition/condition.ts'
import { bonusFor } from '../condition/rule.ts'
import { type AskContext, askBalances } from '../games/ask-balances.ts'
import type { FeedEvent } from '../gateways/bank.ts'
import { isKnownEvent } from './bank-event.ts'
import { ownerOf } from './credit.ts'

export interface DepositContext extends AskContext {
  readonly log: Pick<Logger, 'error'>
}

/**
 * Asks the member's games what they hold when this deposit will begin a condition, whose base they are part of, or may end one that runs: what was lost
 * since the last look would stand beside the new money and look like a goal that was reached. To be called before the transaction that credits it.
 * A game that is silent keeps its last figure, and nothing that goes wrong here keeps the money from its member.
 */
export async function askBeforeDeposit(
  context: DepositContext,
  memberId: bigint,
  amount: Minor,
  isDone: () => Promise<boolean> = async () => false,
): Promise<void> {
  try {
    const active = await findActive(context.database, memberId)
    if (active === null || (active.standing.at === 'chosen' && bonusFor(active.terms, amount) <= 0n)) return
    if (await isDone()) return
    await askBalances(context, memberId)
  } catch (error) {
    context.log.error({ err: error, member: String(memberId) }, 'the games were not asked before a deposit')
  }
}

/** As askBeforeDeposit, for what the bank tells: only where it can be told whose it is, and not again for what is in the books. */
export async function askBeforeEvent(context: DepositContext, event: FeedEvent): Promise<void> {
  const { database, operator } = context
  try {
    const memberId = await ownerOf(database, operator.current(), event)
    if (memberId === null) return
    const isDone = () => isKnownEvent(database, operator.current(), event)
    await askBeforeDeposit(context, memberId, fromMinorUnits(event.amount), isDone)
  } catch (error) {
    context.log.error(
      { err: error },
      'it was not found out whose deposit this will be, and no game was asked before it',
    )
  }
}
