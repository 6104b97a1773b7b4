import { clearBonus } from '@kapao/contract/bonus'
import { fromMinorUnits, type Minor, smaller, ZERO } from '@kapao/money/minor'
import { creditsToWallet, roundDownToStep } from '@kapao/money/ratio'
import {
  type ActiveCondition,
  advance,
  findActive,
  holdingsOf,
  isInDoubt,
  lockActive,
  settleBase,
  toldTaken,
} from '../condition/condition.ts'
import { next } from '../condition/rule.ts'
import type { Queries } from '../database/database.ts'
import { isUnsure, STALE_FOR } from '../games/ask-balances.ts'
import { collectGames } from '../games/collect.ts'
import { clock } from '../games/game-account.ts'
import type { GameContext } from '../games/game-context.ts'
import { move } from '../games/move.ts'
import { findLeg } from '../games/transfer.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { type Handler, mount } from '../http/route.ts'
import { BEGUN_FOR_MS, begin, type Intent, type KeptAnswer, once } from '../intent/intent.ts'
import { walletBalance } from '../ledger/accounts.ts'
import type { OperatorState } from '../operator/operator.ts'
import type { Member } from '../session/session.ts'

const ONE_CREDIT = fromMinorUnits(100n)

const cleared = (taken?: Minor): KeptAnswer => ({
  status: 200,
  answer: { message: 'BONUS_CLEAR', ...(taken !== undefined && { taken }) },
})

/** The games that still hold money of the member's: what clearing takes is then not known. Less than one step of credits is not. */
async function gamesHolding(tx: Queries, state: OperatorState, member: Member): Promise<readonly string[]> {
  const held = await tx.query<{ gameCode: string; creditsMinor: bigint }>(
    'select game_code, credits_minor from game_account where member_id = $1 and credits_minor > 0',
    [member.id],
  )
  const holding = held.filter(({ gameCode, creditsMinor }) => {
    const ratio = state.allGames.get(gameCode)?.ratios.get(member.currency)
    if (!ratio) return true
    return roundDownToStep(creditsToWallet(fromMinorUnits(creditsMinor), ratio), ratio) > 0n
  })
  return holding.map(({ gameCode }) => gameCode)
}

/**
 * Who asked the game while the credit was on its way back could not know whether that comes, and has left it in doubt. It was refused: where nothing else moved
 * there since, nothing is.
 */
async function forgetTried(
  { database }: GameContext,
  member: Member,
  gameCode: string,
  tried: { readonly credits: Minor; readonly since: string },
): Promise<void> {
  await database.query(
    `update game_account a set doubt_minor = 0, shown_doubt_minor = 0
     where a.member_id = $1 and a.game_code = $2 and a.credits_minor = 0 and a.doubt_minor = $3 and not exists (
       select 1 from game_transfer t where t.member_id = a.member_id and t.game_code = a.game_code
         and (t.state = 'open' or (t.state = 'confirmed' and t.settled_at > $4::timestamptz)))`,
    [member.id, gameCode, tried.credits, tried.since],
  )
}

/**
 * Whether a game that was just given money and says that it has none hides some: a balance may be older than the transfer. One credit is
 * asked back, and a transfer tells the truth.
 */
async function isHiding(context: GameContext, member: Member): Promise<boolean> {
  const doubtful = await context.database.query<{ gameCode: string; since: string }>(
    `select game_code, now()::text as since from game_account a where a.member_id = $1 and a.credits_minor = 0 and exists (
       select 1 from game_transfer t where t.member_id = $1 and t.game_code = a.game_code and t.direction = 'in'
         and t.state = 'confirmed' and t.settled_at > now() - interval '${STALE_FOR}')`,
    [member.id],
  )
  for (const { gameCode, since } of doubtful) {
    const leg = await findLeg(context, member, gameCode, 'out')
    if (isRefusal(leg)) continue
    const order = leg.order('out', leg.roundDown(creditsToWallet(ONE_CREDIT, leg.ratio)))
    if (order === null) continue
    if ((await move(context.database, leg.provider, order, null)).kind !== 'refused') return true
    await forgetTried(context, member, gameCode, { credits: order.credits, since })
  }
  return false
}

/**
 * Who asked a game while all of it was on its way here, and was told what was there before, has left it in doubt where its provider tells no balance with a transfer.
 * That one was carried out since nothing was in doubt, and alone: what it has taken along is not there any more.
 */
async function forgetCollected(tx: Queries, memberId: bigint, since: string): Promise<void> {
  await tx.query(
    `update game_account a set doubt_minor = 0, shown_doubt_minor = 0
     where a.member_id = $1 and a.credits_minor = 0 and a.doubt_minor > 0 and (
       select count(*) = 1 and bool_and(t.state = 'confirmed' and t.direction = 'out' and t.credits_minor = a.doubt_minor)
       from game_transfer t where t.member_id = a.member_id and t.game_code = a.game_code
         and (t.state = 'open' or (t.state = 'confirmed' and t.settled_at > $2::timestamptz)))`,
    [memberId, since],
  )
}

async function clear(
  tx: Queries,
  state: OperatorState,
  member: Member,
  { seen, since }: { readonly seen: ActiveCondition; readonly since: string | null },
) {
  const isRunning = seen.standing.at === 'running'
  const locked = await lockActive(tx, member.id)
  // It ended while the games were emptied, in success or by another call: the member wanted an end and has one. What began since is not meant.
  if (!locked || locked.id !== seen.id) return isRunning ? cleared() : refuse('NO_DATA')
  if (since !== null) await forgetCollected(tx, member.id, since)
  const holding = await gamesHolding(tx, state, member)
  const { most: total, isInDoubt: isDoubtful } = await holdingsOf(tx, member.id)
  if (locked.standing.at === 'running') {
    // It was not there yet when they said yes.
    if (!isRunning) return refuse('BONUS_CONDITION')
    if (isDoubtful || holding.some((code) => state.games.has(code))) return refuse('TRANSFER_FAIL')
  }
  const active = await settleBase(tx, locked, total)
  const to = next(active.terms, active.standing, { kind: 'clear', total })
  // What a game that is switched off does not give back counts as it was last seen there; the bonus has to come out of the wallet.
  const wallet = (await walletBalance(tx, member.id)) ?? ZERO
  if (to.at === 'cleared' && to.taken > wallet && holding.length > 0) return refuse('TRANSFER_FAIL')
  const taken = to.at === 'cleared' ? smaller(to.taken, wallet) : ZERO
  // What was won after the member had been told is no part of what they said yes to: they are asked again.
  const told = await toldTaken(tx, active.id)
  if (told !== null && taken > told) return refuse('BONUS_CONDITION')
  await advance(tx, active, to)
  return cleared(taken)
}

async function emptyAndClear(context: GameContext, member: Member, intent: Intent | null) {
  const { database, operator } = context
  const seen = await findActive(database, member.id)
  if (!seen) return refuse('NO_DATA')
  let since: string | null = null
  if (seen.standing.at === 'running') {
    if (await isUnsure(context, member.id)) return refuse('TRANSFER_FAIL')
    since = await clock(database)
    if (await isInDoubt(database, member.id)) return refuse('TRANSFER_FAIL')
    if (await isHiding(context, member)) return refuse('TRANSFER_FAIL')
    await collectGames(context, member)
  }
  const work = (tx: Queries) => clear(tx, operator.current(), member, { seen, since })
  return once(database, intent, work, { hasBegun: true })
}

export function mountClearBonus(context: GameContext): void {
  const handler: Handler<typeof clearBonus> = ({ member, intent }) =>
    begin(context.database, intent, () => emptyAndClear(context, member, intent))
  mount(context, clearBonus, handler, { abandonedAfterMs: BEGUN_FOR_MS })
}
