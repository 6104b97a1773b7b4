import { fromMinorUnits } from '@kapao/money/minor'
import { ratioOfOrder } from '@kapao/money/ratio'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { GameProviders, Moved } from '../gateways/game-provider.ts'
import type { Standing } from '../gateways/outcome.ts'
import type { Operator } from '../operator/operator.ts'
import { tracedRoot } from '../tracing.ts'
import { pauseSeconds } from '../worker/back-off.ts'
import { eachToItsEnd } from '../worker/each-to-its-end.ts'
import { type OpenTransfer, settleMove } from './move.ts'

interface DueTransfer {
  readonly id: string
  readonly gameCode: string
  readonly username: string
  readonly direction: 'in' | 'out'
  readonly amountMinor: bigint
  readonly creditsMinor: bigint
  readonly checks: number
  readonly notFoundSeconds: number | null
}

const LEASE = '15 seconds'
const PAUSES = { firstS: 1, longestS: 8 }
/** Beyond so many, which is an hour or more, its provider is away for long, and is asked no more often than that. */
const MANY_CHECKS = 400
const LONG_SILENCE_PAUSE_S = 60
/**
 * For so long a provider may find a transfer that it has not heard of; then it is told to refuse it. Nothing depends on it but whether one that waits in its queue is
 * made after all or given back: whichever of the two comes first there, the other is answered by it.
 */
const CANCELLED_AFTER_S = 5

function pauseAfter(checks: number): number {
  return checks > MANY_CHECKS ? LONG_SILENCE_PAUSE_S : pauseSeconds(checks, PAUSES)
}

/** Of each game the one that has waited longest comes first, and then the next of each: however many a silent game leaves open, they take no other's turn. */
async function claimDue(database: Database, most: number): Promise<readonly DueTransfer[]> {
  return database.query<DueTransfer>(
    `with waiting as (
       select id, next_check_at, row_number() over (partition by game_code order by next_check_at, id) as turn
       from game_transfer where state = 'open' and next_check_at <= now()
     )
     update game_transfer t set checks = t.checks + 1, next_check_at = now() + interval '${LEASE}'
     where t.id in (
       select one.id from waiting w join game_transfer one on one.id = w.id
       where one.state = 'open' and one.next_check_at <= now()
       order by w.turn, w.next_check_at limit $1 for update of one skip locked)
     returning t.id, t.game_code, t.username, t.direction, t.amount_minor, t.credits_minor, t.checks,
       extract(epoch from now() - t.not_found_since)::float8 as not_found_seconds`,
    [most],
  )
}

export interface CheckContext {
  readonly database: Database
  readonly operator: Operator
  readonly providers: GameProviders
  readonly log: Logger
}

/**
 * How a transfer stands at its provider, which ends it where it has not heard of it. Behind a wrong address nobody has heard of anything, and an order that was done
 * elsewhere would be given back: whoever does not know the account either, that the money was for, is not believed.
 */
async function askStanding(
  { operator, providers, log }: CheckContext,
  due: DueTransfer,
): Promise<Standing<Pick<Moved, 'credits'>>> {
  const provider = providers(due.gameCode)
  const standing = await provider.transferStanding(due.id)
  const quietSeconds = due.notFoundSeconds ?? 0
  if (standing.kind !== 'not-found' || quietSeconds < CANCELLED_AFTER_S) return standing
  const isOld = quietSeconds >= operator.current().transferNotFoundSeconds
  if ((await provider.balance(due.username)) === null) {
    if (isOld)
      log.error(
        { transfer: due.id, game: due.gameCode },
        'a provider that knows neither a transfer nor its account is not believed: is its address right?',
      )
    return standing
  }
  const ended = await provider.cancelTransfer(due.id)
  if (ended.kind !== 'unknown') return ended
  // It need not have such a call. "Never heard of it" may be said too early; only when the provider has kept saying so for long is it a no.
  return isOld ? { kind: 'refused', reason: 'NOT_FOUND' } : standing
}

async function checkOne(context: CheckContext, due: DueTransfer): Promise<void> {
  const { database, log } = context
  const standing = await askStanding(context, due)
  const amount = fromMinorUnits(due.amountMinor)
  const ratio = ratioOfOrder(amount, fromMinorUnits(due.creditsMinor))
  const transfer: OpenTransfer = { id: due.id, direction: due.direction, amount, ratio }
  if (standing.kind === 'confirmed' || standing.kind === 'refused') {
    await settleMove(database, transfer, standing)
    const reason = standing.kind === 'refused' ? standing.reason : undefined
    log.info({ transfer: due.id, outcome: standing.kind, reason }, 'unknown transfer resolved')
    return
  }
  await database.query(
    `update game_transfer set next_check_at = now() + make_interval(secs => $2),
       not_found_since = case when $3 then coalesce(not_found_since, now()) end
     where id = $1 and state = 'open'`,
    [due.id, pauseAfter(due.checks), standing.kind === 'not-found'],
  )
}

/** Asks the providers for transfers whose outcome is unknown. Answers how many it worked on. */
export async function checkTransfersDue(context: CheckContext): Promise<number> {
  const due = await claimDue(context.database, 20)
  await eachToItsEnd(
    due,
    (one) => tracedRoot('check transfer', { 'kapao.transfer': one.id }, () => checkOne(context, one)),
    (error, { id }) => context.log.error({ err: error, transfer: id }, 'a transfer could not be checked'),
  )
  return due.length
}
