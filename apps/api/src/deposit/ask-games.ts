import type { Logger } from 'pino'
import { CHOICE_HELD_FOR } from '../condition/choose.ts'
import { GamesNotAsked } from '../condition/judge.ts'
import type { Database } from '../database/database.ts'
import { type AskContext, askBalances } from '../games/ask-balances.ts'
import type { DepositTx } from './settle.ts'

export interface DepositContext extends AskContext {
  readonly log: Pick<Logger, 'error'>
}

/** What credits deposits in its transaction, and may be begun again: whatever it writes is undone then. */
type Crediting<T> = (tx: DepositTx) => Promise<T>

/**
 * Credits, or answers of whom the games have to be asked first, and has then done nothing: a deposit of theirs would begin a condition, whose base they are
 * part of, or be judged by one that runs, and what was lost since the last look would stand beside the new money and look like a goal that was reached.
 * Only the transaction itself knows, since it has locked what the member can choose until then.
 */
export async function tryDeposit<T>(
  database: Database,
  asked: ReadonlySet<bigint>,
  work: Crediting<T>,
): Promise<{ readonly done: T } | { readonly unasked: bigint }> {
  try {
    return { done: await database.transaction(({ query }) => work({ query, asked })) }
  } catch (error) {
    if (error instanceof GamesNotAsked) return { unasked: error.memberId }
    throw error
  }
}

/** A choice that somebody else may take the place of is not given away while it is found out by what it begins: it is being paid for. */
const KEEPS_CHOICE = `update condition set chosen_at = greatest(chosen_at, now() - interval '${CHOICE_HELD_FOR}' + interval '1 minute')
  where member_id = $1 and state = 'chosen' and chosen_at < now() - interval '${CHOICE_HELD_FOR}' + interval '1 minute'`

/** Asks the games of who has a deposit. One that is silent keeps its last figure, and nothing that goes wrong here keeps the money from its member. */
export async function askForDeposit(context: DepositContext, memberId: bigint): Promise<void> {
  try {
    await context.database.query(KEEPS_CHOICE, [memberId])
    await askBalances({ ...context, isPatient: true }, memberId)
  } catch (error) {
    context.log.error({ err: error, member: String(memberId) }, 'the games were not asked before a deposit')
  }
}

/**
 * Credits by what the games hold now: asks those of each member whose condition a deposit would move, once, outside of any transaction, and begins
 * again. Of those in `asked` they have just been asked.
 */
export async function inDeposit<T>(
  context: DepositContext,
  work: Crediting<T>,
  asked: ReadonlySet<bigint> = new Set(),
): Promise<T> {
  const tried = await tryDeposit(context.database, asked, work)
  if ('done' in tried) return tried.done
  await askForDeposit(context, tried.unasked)
  return inDeposit(context, work, new Set([...asked, tried.unasked]))
}
