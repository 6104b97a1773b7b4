import { transfer } from '@kapao/contract/wallet'
import { type Minor, smaller } from '@kapao/money/minor'
import { type Ratio, roundDownToStep, walletToCredits } from '@kapao/money/ratio'
import type { GameProvider } from '../gateways/game-provider.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { type Handler, mount } from '../http/route.ts'
import { forgetIntent, type Intent, keepAnswer, reserveIntent } from '../intent/intent.ts'
import { unconfirmed } from '../session/believed.ts'
import type { Member } from '../session/session.ts'
import type { GameAccount } from './account-row.ts'
import { findGameAccount } from './game-account.ts'
import type { GameContext } from './game-context.ts'
import { keptOf, type Move, type MoveResult, move, type NotOpened, replyTo, wasOpened } from './move.ts'

/** A game as a member moves money there, whether they have an account or not. */
interface Place {
  readonly provider: GameProvider
  readonly ratio: Ratio
  readonly order: (direction: 'in' | 'out', amount: Minor) => Move | null
  /** The largest amount not above this one that is a whole number of the game's steps. */
  readonly roundDown: (amount: Minor) => Minor
}

/** A member's account at a game, with all that moving money there takes. */
export interface Leg extends Place {
  readonly account: GameAccount
}

/** Out of a game that is switched off money still comes; into it goes none. */
function findPlace(context: GameContext, member: Member, code: string, direction: Move['direction']) {
  const { games, allGames } = context.operator.current()
  const ratio = (direction === 'in' ? games : allGames).get(code)?.ratios.get(member.currency)
  if (!ratio) return refuse('NO_GAME')
  const place: Place = {
    provider: context.providers(code),
    ratio,
    roundDown: (amount) => roundDownToStep(amount, ratio),
    order(direction, amount) {
      const credits = walletToCredits(amount, ratio)
      if (credits === null || credits <= 0n) return null
      return { memberId: member.id, gameCode: code, direction, amount, credits, ratio }
    },
  }
  return place
}

export async function findLeg(
  context: GameContext,
  member: Member,
  code: string,
  direction: Move['direction'],
) {
  const place = findPlace(context, member, code, direction)
  if (isRefusal(place)) return place
  const account = await findGameAccount(context.database, member.id, code)
  if (!account) return refuse('SLOT_NO_ACCOUNT')
  const leg: Leg = { ...place, account }
  return leg
}

/** Two movements in a row, game to wallet to game: if the second fails, the money is in the wallet. */
async function moveOutAndIn(context: GameContext, source: Leg, target: Leg, out: Move): Promise<MoveResult> {
  const first = await move(context.database, source.provider, out, null)
  if (!wasOpened(first)) return { kind: 'refused', code: 'TRANSFER_FAIL' }
  if (first.kind !== 'confirmed') return first
  const into = target.order('in', target.roundDown(smaller(first.moved, out.amount)))
  const second = into && (await move(context.database, target.provider, into, null))
  if (second === null || !wasOpened(second)) {
    return { kind: 'refused', code: 'TRANSFER_FAIL' }
  }
  return second
}

/** Several movements under one intent: reserved before the first, answered when the last of them is known. */
async function underIntent(
  context: GameContext,
  intent: Intent | null,
  movements: () => Promise<MoveResult>,
): Promise<MoveResult | NotOpened> {
  if (intent && !(await reserveIntent(context.database, intent))) return { kind: 'repeat' }
  const result = await movements()
  const kept = keptOf(result)
  if (intent && kept) await keepAnswer(context.database, intent, kept)
  else if (intent) await forgetIntent(context.database, intent)
  return result
}

const WALLET = 'WALLET'

async function betweenGames(
  context: GameContext,
  member: Member,
  intent: Intent | null,
  { from, to, amount }: { readonly from: string; readonly to: string; readonly amount: Minor },
) {
  const source = await findLeg(context, member, from, 'out')
  if (isRefusal(source)) return source
  const target = await findLeg(context, member, to, 'in')
  if (isRefusal(target)) return target
  const out = source.order('out', amount)
  if (!out || !target.order('in', amount)) return refuse('TRANSFER_FAIL', { field: 'amount' })
  return replyTo(await underIntent(context, intent, () => moveOutAndIn(context, source, target, out)))
}

export function mountTransfer(context: GameContext): void {
  const { database, operator } = context
  const answer: Handler<typeof transfer> = async ({ body, member, intent, session }) => {
    const { from, to, amount } = body
    const minimum = operator.current().transferMin[member.currency] ?? null
    if (minimum === null || amount < minimum) {
      return refuse('TRANSFER_MINIMUM', { field: 'amount', ...(minimum !== null && { min: minimum }) })
    }
    if (from === to) return refuse('TRANSFER_FAIL', { field: 'to' })
    if (from !== WALLET && to !== WALLET)
      return session ? unconfirmed : betweenGames(context, member, intent, body)
    const direction = from === WALLET ? 'in' : 'out'
    const code = from === WALLET ? to : from
    const place = findPlace(context, member, code, direction)
    if (isRefusal(place)) return place
    const order = place.order(direction, amount)
    if (order) return replyTo(await move(database, place.provider, order, intent, session))
    // Who has no account there is told that first.
    const leg = await findLeg(context, member, code, direction)
    return isRefusal(leg) ? leg : refuse('TRANSFER_FAIL', { field: 'amount' })
  }
  mount(context, transfer, answer, { believes: true })
}
