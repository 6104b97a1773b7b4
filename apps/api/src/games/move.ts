import { randomUUIDv7 } from 'node:crypto'
import { toJson } from '@kapao/contract/json'
import { fromMinorUnits, type Minor } from '@kapao/money/minor'
import { creditsToWallet, type Ratio } from '@kapao/money/ratio'
import { judgeCondition } from '../condition/judge.ts'
import type { Database } from '../database/database.ts'
import type { GameProvider, Moved, TransferOrder } from '../gateways/game-provider.ts'
import type { Outcome } from '../gateways/outcome.ts'
import { refuse, statusOf } from '../http/refusal.ts'
import {
  type Intent,
  inProgress,
  type KeptAnswer,
  keepAnswer,
  type Replied,
  repeated,
} from '../intent/intent.ts'
import { type BelievedSession, unconfirmed } from '../session/believed.ts'
import { VALID_SESSION } from '../session/session.ts'

/** From then on the worker may ask the provider. The request's own tries have ended by then, with seconds left for the database (move.test.ts). */
export const FIRST_CHECK_S = 15

export interface Move {
  readonly memberId: bigint
  readonly gameCode: string
  readonly direction: 'in' | 'out'
  readonly amount: Minor
  readonly credits: Minor
  readonly ratio: Ratio
}

/** The provider's no, in the player's terms: too little there, or anything else. */
type RefusedCode = 'TRANSFER_FAIL' | 'MONEY_NOT_ENOUGH'

export type MoveResult =
  | { readonly kind: 'confirmed'; readonly moved: Minor }
  | { readonly kind: 'refused'; readonly code: RefusedCode }
  | { readonly kind: 'in-progress' }

/** The answer that is kept with an intent for this result. */
export function answerOf(result: MoveResult): KeptAnswer {
  switch (result.kind) {
    case 'confirmed':
      return { status: 200, answer: { message: 'SUCCESS', amount: result.moved } }
    case 'in-progress':
      return inProgress
    case 'refused':
      return { status: statusOf(result.code), answer: { message: result.code } }
  }
}

/** The answer that later tries under the same intent get; null: too little in the game is a refusal before any money moved, and they are judged anew. */
export function keptOf(result: MoveResult): KeptAnswer | null {
  return result.kind === 'refused' && result.code === 'MONEY_NOT_ENOUGH' ? null : answerOf(result)
}

/** The answer of a single movement. */
export function replyTo(result: MoveResult | NotOpened) {
  switch (result.kind) {
    case 'confirmed':
      return { message: 'SUCCESS' as const, amount: result.moved }
    case 'in-progress':
      return { replied: inProgress } satisfies Replied
    case 'refused':
      return refuse(result.code)
    case 'insufficient':
      return refuse('MONEY_NOT_ENOUGH')
    case 'no-account':
      return refuse('SLOT_NO_ACCOUNT')
    case 'repeat':
      return repeated
    case 'unconfirmed':
      return unconfirmed
  }
}

/** Nothing was written: the intent is known already, the wallet has too little, the member has no account at the game, or nobody has confirmed that it is the member who asks. */
export interface NotOpened {
  readonly kind: 'repeat' | 'insufficient' | 'no-account' | 'unconfirmed'
}

export function wasOpened(result: MoveResult | NotOpened): result is MoveResult {
  return result.kind === 'confirmed' || result.kind === 'refused' || result.kind === 'in-progress'
}

export interface OpenTransfer {
  readonly id: string
  readonly direction: 'in' | 'out'
  readonly amount: Minor
  readonly ratio: Ratio
}

function codeOf(
  transfer: OpenTransfer,
  outcome: { readonly kind: string; readonly reason?: string },
): RefusedCode {
  return transfer.direction === 'out' && outcome.reason === 'INSUFFICIENT'
    ? 'MONEY_NOT_ENOUGH'
    : 'TRANSFER_FAIL'
}

/** What is told of it: into a game no more than was asked for has left the wallet, whatever the game has made of it. */
function toldOf({ direction, amount }: Pick<Move, 'direction' | 'amount'>, moved: Minor): Minor {
  return direction === 'in' && moved > amount ? amount : moved
}

interface Settled {
  readonly state: 'confirmed' | 'refused'
  readonly memberId: bigint
  readonly hasCondition: boolean
}

/**
 * Ends a transfer of which all was confirmed that was asked for: together with what else ends at this moment, or by itself. Null where it has
 * to be ended by itself and nothing was done yet.
 */
async function confirmTogether(
  database: Database,
  id: string,
  order: Move,
  outcome: Moved & { readonly kind: 'confirmed' },
): Promise<MoveResult | null> {
  const { memberId, direction, amount, ratio } = order
  const moved = creditsToWallet(outcome.credits, ratio)
  if (moved <= 0n || (direction === 'in' && moved < amount)) return null
  const result: MoveResult = { kind: 'confirmed', moved: toldOf(order, moved) }
  const kept = answerOf(result)
  const row = await database.together<{ hasCondition: boolean } | { ended: MoveResult }>(
    `select * from game_transfer_confirm_each($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::int[], $6::jsonb[])`,
    [id, moved, outcome.balance, outcome.credits, kept.status, toJson(kept.answer)],
    {
      mark: memberId,
      alone: async () => ({ ended: await settleMove(database, { id, ...order }, outcome, outcome.balance) }),
    },
  )
  if (row === null) return null
  if ('ended' in row) return row.ended
  if (row.hasCondition) await judgeCondition(database, memberId)
  return result
}

/**
 * Ends a transfer by what the provider said, once; the database decides when two say it. The provider's word on how much moved
 * counts, not what we asked for: our books must equal theirs. `balance` is what it told with the transfer itself, as of now.
 */
export async function settleMove(
  database: Database,
  transfer: OpenTransfer,
  outcome: Exclude<Outcome<Pick<Moved, 'credits'>>, { kind: 'unknown' }>,
  balance: Minor | null = null,
): Promise<MoveResult> {
  const moved =
    outcome.kind === 'confirmed' ? creditsToWallet(outcome.credits, transfer.ratio) : fromMinorUnits(0n)
  const result: MoveResult =
    outcome.kind === 'confirmed' && moved > 0n
      ? { kind: 'confirmed', moved: toldOf(transfer, moved) }
      : { kind: 'refused', code: codeOf(transfer, outcome) }
  const kept = keptOf(result)
  const [row] = await database.query<Settled>(
    `select s.member_id, s.state, condition_is_active(s.member_id) as has_condition from (
       select member_id, game_transfer_settle(id, $2, $3, $4, $5, $6) as state from game_transfer where id = $1 offset 0) s`,
    [
      transfer.id,
      result.kind,
      result.kind === 'confirmed' ? moved : null,
      balance,
      kept?.status ?? null,
      kept && toJson(kept.answer),
    ],
  )
  if (row?.hasCondition) await judgeCondition(database, row.memberId)
  if (row?.state === result.kind) return result
  // Someone else has ended it first, by another word of a provider that contradicts itself: what stands in the books is what is answered. How much moved the statement tells.
  return row?.state === 'confirmed' ? { kind: 'in-progress' } : { kind: 'refused', code: 'TRANSFER_FAIL' }
}

interface Opened {
  readonly result: 'opened' | NotOpened['kind']
  readonly username: string
}

/** Those of whom the session is valid, and then all of them at once: each gets its own number back. */
const OPEN_EACH = `with asked as materialized (
    select a.* from unnest($1::bigint[], $2::text[], $3::text[], $4::bytea[], $5::uuid[], $6::text[], $7::text[], $8::bigint[], $9::bigint[],
      $10::bytea[]) with ordinality a (member_id, key, call, request_hash, id, game, direction, amount, credits, token_hash, place)
  ), valid as (
    select array_agg(member_id) as members, array_agg(key) as keys, array_agg(call) as calls, array_agg(request_hash) as hashes, array_agg(id) as ids,
        array_agg(game) as games, array_agg(direction) as directions, array_agg(amount) as amounts, array_agg(credits) as credits,
        array_agg(place) as places
      from asked left join ${VALID_SESSION} on true where token_hash is null or is_valid is not null
  )
  select v.places[o.asker]::int as asker, o.username, 'opened' as result
    from valid v, game_transfer_open_each(v.members, v.keys, v.calls, v.hashes, v.ids, v.games, v.directions, v.amounts, v.credits,
      interval '${FIRST_CHECK_S} seconds') o
    where v.members is not null`

/** By itself, which also says why not. */
async function openAlone(
  database: Database,
  { id, order, intent, session }: Opening,
): Promise<Opened | null> {
  if (session) return { result: 'unconfirmed', username: '' }
  const { memberId, gameCode, direction, amount, credits } = order
  const [opened] = await database.query<Opened>(
    `select a.username, game_transfer_open($1, $2, $3, $4, $5, $6, a.username, $7, $8, $9, interval '${FIRST_CHECK_S} seconds') as result
     from game_account a where a.member_id = $1 and a.game_code = $6`,
    [
      memberId,
      intent?.key ?? null,
      intent?.call ?? null,
      intent?.requestHash ?? null,
      id,
      gameCode,
      direction,
      amount,
      credits,
    ],
  )
  return opened ?? null
}

interface Opening {
  readonly id: string
  readonly order: Move
  readonly intent: Intent | null
  readonly session: BelievedSession | null
}

/** Writes a transfer down and puts its money on hold: together with others that come at this moment, or by itself. */
async function openTransfer(database: Database, opening: Opening): Promise<Opened | null> {
  const { id, order, intent, session } = opening
  const { memberId, gameCode, direction, amount, credits } = order
  const alone = () => openAlone(database, opening)
  if (!intent) return alone()
  const { key, call, requestHash } = intent
  const together = await database.together<Opened>(
    OPEN_EACH,
    [
      ...[memberId, key, call, requestHash, id, gameCode, direction, amount, credits],
      session?.member.tokenHash ?? null,
    ],
    { mark: memberId, alone },
  )
  if (together === null) return alone()
  if (session && together.result === 'opened') session.isConfirmed = true
  return together
}

/**
 * One movement between a wallet and a provider, two-phase: written down and put on hold first, then sent, then settled. With an
 * intent, its answer is kept in the same transactions as the money. Whoever is only believed to be its member is confirmed with the first of them, or nothing is written.
 */
export async function move(
  database: Database,
  provider: GameProvider,
  order: Move,
  intent: Intent | null,
  session: BelievedSession | null = null,
): Promise<MoveResult | NotOpened> {
  // In the order of time: what is kept by it goes where the last one went, and not to any page of an index that is larger than the memory.
  const id = randomUUIDv7()
  const opened = await openTransfer(database, { id, order, intent, session })
  if (opened === null) return { kind: 'no-account' }
  if (opened.result !== 'opened') return { kind: opened.result }
  const sent: TransferOrder = {
    transferId: id,
    username: opened.username,
    type: order.direction === 'in' ? 'deposit' : 'withdraw',
    credits: order.credits,
  }
  const outcome = await provider.transfer(sent)
  const ended = outcome.kind === 'confirmed' ? await confirmTogether(database, id, order, outcome) : null
  if (ended) return ended
  if (outcome.kind !== 'unknown')
    return settleMove(
      database,
      { id, ...order },
      outcome,
      outcome.kind === 'confirmed' ? outcome.balance : null,
    )
  // Ask once at once: most lost answers are known a moment later, and the player need not wait for the worker.
  const standing = await provider.transferStanding(id)
  if (standing.kind === 'confirmed' || standing.kind === 'refused') {
    return settleMove(database, { id, ...order }, standing)
  }
  await database.query("update game_transfer set next_check_at = now() + interval '1 second' where id = $1", [
    id,
  ])
  if (intent) await keepAnswer(database, intent, inProgress)
  return { kind: 'in-progress' }
}
