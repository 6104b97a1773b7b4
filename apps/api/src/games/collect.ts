import { transferAll } from '@kapao/contract/wallet'
import { ZERO } from '@kapao/money/minor'
import { creditsToWallet } from '@kapao/money/ratio'
import { isRefusal, refuse } from '../http/refusal.ts'
import { mount } from '../http/route.ts'
import { forgetIntent, keepAnswer, repeated, reserveIntent } from '../intent/intent.ts'
import { walletBalance } from '../ledger/accounts.ts'
import type { Member } from '../session/session.ts'
import { accountsToAsk } from './game-account.ts'
import type { GameContext } from './game-context.ts'
import { answerOf, keptOf, type MoveResult, move, wasOpened } from './move.ts'
import { findLeg, type Leg } from './transfer.ts'

export interface Collected {
  readonly gameCode: string
  readonly result: MoveResult['kind']
  /** Something is still there: it was refused, or less was given than was there. */
  readonly isLeft: boolean
  /** Whether it stands in the books: where a game told no balance, or had less than that, nothing was begun. */
  readonly isKept: boolean
}

/** Empties one game into the wallet, by the balance the provider tells now, never by our last figure. Null: nothing was there. */
async function emptyOne(context: GameContext, leg: Leg): Promise<Collected | null> {
  const { gameCode, username } = leg.account
  const told = await leg.provider.balance(username)
  if (told === null) return { gameCode, result: 'refused', isLeft: true, isKept: false }
  const worth = leg.roundDown(creditsToWallet(told.credits, leg.ratio))
  const order = leg.order('out', worth)
  if (order === null) return null
  const moved = await move(context.database, leg.provider, order, null)
  const isKept = wasOpened(moved) && keptOf(moved) !== null
  if (moved.kind === 'confirmed')
    return { gameCode, result: 'confirmed', isLeft: moved.moved < worth, isKept }
  if (moved.kind === 'in-progress') return { gameCode, result: 'in-progress', isLeft: false, isKept }
  return { gameCode, result: 'refused', isLeft: true, isKept }
}

/** Brings the balances of all games (but one, where it is named) into the wallet, each a movement of its own, all at once. */
export async function collectGames(
  context: GameContext,
  member: Member,
  except?: string,
): Promise<readonly Collected[]> {
  const accounts = await accountsToAsk(context.database, context.operator.current(), member.id)
  const collected = await Promise.all(
    accounts
      .filter(({ gameCode }) => gameCode !== except)
      .map(async ({ gameCode }) => {
        const leg = await findLeg(context, member, gameCode, 'out')
        return isRefusal(leg) ? null : emptyOne(context, leg)
      }),
  )
  return collected.filter((one) => one !== null)
}

interface Filled {
  readonly result: MoveResult
  readonly isKept: boolean
}

/** Moves the whole wallet into a game; null when there is no whole step in it. */
async function fillGame(context: GameContext, member: Member, leg: Leg): Promise<Filled | null> {
  const balance = await walletBalance(context.database, member.id)
  const order = balance && leg.order('in', leg.roundDown(balance))
  if (!order) return null
  const moved = await move(context.database, leg.provider, order, null)
  if (!wasOpened(moved)) return { result: { kind: 'refused', code: 'TRANSFER_FAIL' }, isKept: false }
  return { result: moved, isKept: keptOf(moved) !== null }
}

/** One word for many movements: any that is unknown makes the whole unknown; else it failed when the last did, or nothing moved. */
function summarise(results: readonly MoveResult['kind'][], last: MoveResult | null): MoveResult {
  if (results.includes('in-progress')) return { kind: 'in-progress' }
  if (last?.kind === 'refused') return last
  return results.includes('confirmed')
    ? { kind: 'confirmed', moved: ZERO }
    : { kind: 'refused', code: 'TRANSFER_FAIL' }
}

export function mountTransferAll(context: GameContext): void {
  mount(context, transferAll, async ({ body, member, intent }) => {
    const target = body.to === 'WALLET' ? null : await findLeg(context, member, body.to, 'in')
    if (isRefusal(target)) return target
    if (intent && !(await reserveIntent(context.database, intent))) return repeated
    const collected = await collectGames(context, member, body.to)
    const filled = target ? await fillGame(context, member, target) : null
    const results = [...collected.map((one) => one.result), ...(filled ? [filled.result.kind] : [])]
    const failed = collected.filter((one) => one.isLeft).map((one) => one.gameCode)
    const isKept = collected.some((one) => one.isKept) || (filled?.isKept ?? false)
    // The ledger was not touched: the intent may be tried again.
    if (intent && !isKept) await forgetIntent(context.database, intent)
    if (results.length === 0) return refuse('MONEY_NOT_ENOUGH')
    const { status, answer } = answerOf(summarise(results, filled?.result ?? null))
    // Many amounts moved: none of them is the answer.
    const plain = Object.fromEntries(Object.entries(answer).filter(([name]) => name !== 'amount'))
    const replied = { status, answer: { ...plain, ...(failed.length > 0 && { failed }) } }
    if (intent && isKept) await keepAnswer(context.database, intent, replied)
    return { replied }
  })
}
