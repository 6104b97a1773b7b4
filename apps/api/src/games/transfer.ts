import { transfer } from '@kapao/contract/wallet'
import { type Minor, smaller } from '@kapao/money/minor'
import { type Ratio, roundDownToStep, walletToCredits } from '@kapao/money/ratio'
import type { GameProvider } from '../gateways/game-provider.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { mount } from '../http/route.ts'
import { type Intent, keepAnswer, reserveIntent } from '../intent/intent.ts'
import type { Member } from '../session/session.ts'
import { findGameAccount, type GameAccount, ratioFor } from './game-account.ts'
import type { GameContext } from './game-context.ts'
import { answerOf, type Move, type MoveResult, move, type NotOpened, replyTo } from './move.ts'

/** A member's account at a game, with all that moving money there takes. */
export interface Leg {
  readonly account: GameAccount
  readonly provider: GameProvider
  readonly ratio: Ratio
  readonly order: (direction: 'in' | 'out', amount: Minor) => Move | null
  /** The largest amount not above this one that is a whole number of the game's steps. */
  readonly roundDown: (amount: Minor) => Minor
}

export async function findLeg(context: GameContext, member: Member, code: string) {
  const game = context.operator.current().games.get(code)
  if (!game) return refuse('NO_GAME')
  const account = await findGameAccount(context.database, member.id, code)
  if (!account) return refuse('SLOT_NO_ACCOUNT')
  const ratio = ratioFor(game, member.currency)
  const leg: Leg = {
    account,
    provider: context.providers(code),
    ratio,
    roundDown: (amount) => roundDownToStep(amount, ratio),
    order(direction, amount) {
      const credits = walletToCredits(amount, ratio)
      if (credits === null || credits <= 0n) return null
      return {
        memberId: member.id,
        gameCode: code,
        username: account.username,
        direction,
        amount,
        credits,
        ratio,
      }
    },
  }
  return leg
}

/** Two movements in a row, game to wallet to game: if the second fails, the money is in the wallet. */
async function moveOutAndIn(context: GameContext, source: Leg, target: Leg, out: Move): Promise<MoveResult> {
  const first = await move(context.database, source.provider, out, null)
  if (first.kind === 'repeat' || first.kind === 'insufficient')
    return { kind: 'refused', code: 'TRANSFER_FAIL' }
  if (first.kind !== 'confirmed') return first
  const into = target.order('in', target.roundDown(smaller(first.moved, out.amount)))
  const second = into && (await move(context.database, target.provider, into, null))
  if (second === null || second.kind === 'repeat' || second.kind === 'insufficient') {
    return { kind: 'refused', code: 'TRANSFER_FAIL' }
  }
  return second
}

/** Several movements under one intent: reserved before the first, answered when the last of them is known. */
export async function underIntent(
  context: GameContext,
  intent: Intent | null,
  movements: () => Promise<MoveResult>,
): Promise<MoveResult | NotOpened> {
  if (intent && !(await reserveIntent(context.database, intent))) return { kind: 'repeat' }
  const result = await movements()
  if (intent) await keepAnswer(context.database, intent, answerOf(result))
  return result
}

const WALLET = 'WALLET'

export function mountTransfer(context: GameContext): void {
  const { database, operator } = context
  mount(context, transfer, async ({ body, member, intent }) => {
    const { from, to, amount } = body
    const minimum = operator.current().transferMin[member.currency] ?? null
    if (minimum === null || amount < minimum) {
      return refuse('TRANSFER_MINIMUM', { field: 'amount', ...(minimum !== null && { min: minimum }) })
    }
    if (from === to) return refuse('TRANSFER_FAIL', { field: 'to' })
    const source = from === WALLET ? null : await findLeg(context, member, from)
    if (isRefusal(source)) return source
    const target = to === WALLET ? null : await findLeg(context, member, to)
    if (isRefusal(target)) return target

    const out = source?.order('out', amount) ?? null
    const into = target?.order('in', amount) ?? null
    if ((source && !out) || (target && !into)) return refuse('TRANSFER_FAIL', { field: 'amount' })
    if (source && out && target) {
      return replyTo(await underIntent(context, intent, () => moveOutAndIn(context, source, target, out)))
    }
    if (source && out) return replyTo(await move(database, source.provider, out, intent))
    if (target && into) return replyTo(await move(database, target.provider, into, intent))
    return refuse('TRANSFER_FAIL', { field: 'to' })
  })
}
