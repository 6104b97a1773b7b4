import type { Minor } from '@kapao/money/minor'
import type { Logger } from 'pino'
import { judgeCondition } from '../condition/judge.ts'
import type { Database } from '../database/database.ts'
import type { GameProviders, ToldBalance } from '../gateways/game-provider.ts'
import type { Operator } from '../operator/operator.ts'
import { SHOWN_CREDITS } from './account-row.ts'
import { type AskedAccount, accountsToAsk, clock } from './game-account.ts'

export interface AskContext {
  readonly database: Database
  readonly operator: Operator
  readonly providers: GameProviders
  /** A condition begins by what they tell, and the last figure stands for a game that is silent: one that has too much to do is waited for first. */
  readonly isPatient?: boolean
}

/** How long a provider has been seen to answer the balance from before a transfer. */
export const STALE_FOR = '12 seconds'

/** What the last transfer has left there: as long as nobody has asked since, what is known. What was won or lost since is no part of it. */
const LEFT_BY_MOVE = `case when a.credits_asked_at is null or a.credits_asked_at <= a.moved_at then a.credits_minor else a.moved_credits_minor end`

/** How often a game is asked again whose answer a transfer has overtaken. */
const ASKED_AGAIN = 2

/**
 * Keeps a balance that was asked for at `askedAt`. Answers whether it could be kept: not where a transfer has overtaken it. The last time it is kept all
 * the same, as what may be there beside the figure of that transfer: the provider need not have told any.
 *
 * What a provider may tell from before a transfer of the last seconds decides nothing: it may as well have been won or lost. From before a withdrawal the same
 * money would count in the game and in the wallet, and from before a payment in neither. So the lower figure is judged by, the rest up to the higher is in
 * doubt, and what was believed last is shown. A provider may be several transfers behind: what it had before each of them is what is known now and all that
 * has gone since.
 *
 * For those seconds it stays in doubt, whatever is told meanwhile. So it does where transfers were under way at the same time: nobody knows what was there
 * before which.
 *
 * It need not stay so where the provider names the last transfer that is counted in what it tells: where that one began when all others had ended, all of them are. Where
 * another has ended since it began, nobody knows what is missing, however odd the figure is.
 *
 * While a transfer is under way the game tells what it has with it or without it. There may be less by what is on its way in, and more by what is on its way
 * out. What was known stays possible, too, but it hides no loss, and no win by what goes. It is judged by that. Shown is what was known, and no more than
 * what is told and on its way out.
 */
async function rememberAsked(
  { database }: AskContext,
  memberId: bigint,
  gameCode: string,
  { credits, after }: ToldBalance,
  { askedAt, isLast }: { readonly askedAt: string; readonly isLast: boolean },
): Promise<boolean> {
  const [kept] = await database.query<{ isOvertaken: boolean }>(
    `with recent as materialized (
       select state, direction, credits_minor, settled_at,
         sum(case direction when 'out' then 1 else -1 end * trunc(credits_minor::numeric * moved_minor / amount_minor))
           over (order by settled_at desc, id desc rows unbounded preceding) as gone
       from game_transfer where member_id = $1 and game_code = $2
         and (settled_at is null or (state = 'confirmed' and settled_at > $4::timestamptz - interval '${STALE_FOR}'))
     ), under_way as (
       select count(*) > 0 as is_moving,
         coalesce(sum(credits_minor) filter (where direction = 'in' or $5), 0)::bigint as less,
         coalesce(sum(credits_minor) filter (where direction = 'out' or $5), 0)::bigint as more
       from recent where state = 'open' or settled_at > $4::timestamptz
     ), counted as (
       select coalesce(bool_and(later.id is null), false) as has_all,
         coalesce(bool_or(later.settled_at > $4::timestamptz - interval '${STALE_FOR}'), false) as is_behind
       from game_transfer last left join game_transfer later on later.member_id = $1 and later.game_code = $2
         and later.state = 'confirmed' and later.settled_at > last.created_at and later.id <> last.id
       where last.id = $6::uuid and last.member_id = $1 and last.game_code = $2 and last.state <> 'open'
     )
     update game_account a set (credits_minor, doubt_minor, shown_doubt_minor, credits_asked_at, moved_credits_minor) = (
       select case when is_unsure then lowest else $3 end,
         case when is_unsure then greatest(a.credits_minor + a.doubt_minor, $3 + more) - lowest else 0 end,
         case when is_moving then least(${SHOWN_CREDITS}, $3 + more) - lowest when is_unsure then ${SHOWN_CREDITS} - lowest else 0 end,
         case when is_moving then a.credits_asked_at else $4::timestamptz end,
         ${LEFT_BY_MOVE}
       from (
         select is_moving, more, greatest(0, least(a.credits_minor, $3::bigint - less)) as lowest,
           is_moving or (not has_all and (is_behind
             or exists (select 1 from recent where $3 in (a.credits_minor + gone, ${LEFT_BY_MOVE} + gone))
             or (a.doubt_minor > 0 and coalesce(a.moved_at > $4::timestamptz - interval '${STALE_FOR}', false)))) as is_unsure
         from under_way, counted) looked)
     where a.member_id = $1 and a.game_code = $2 and (a.credits_asked_at is null or a.credits_asked_at <= $4::timestamptz)
       and (a.moved_at is null or a.moved_at <= $4::timestamptz or $5)
     returning coalesce(a.moved_at > $4::timestamptz, false) as is_overtaken`,
    [memberId, gameCode, credits, askedAt, isLast, after],
  )
  if (kept) return !kept.isOvertaken
  // One that was begun later has been answered already: it has told what this one would.
  const [newer] = await database.query(
    'select 1 from game_account where member_id = $1 and game_code = $2 and credits_asked_at > $3::timestamptz',
    [memberId, gameCode, askedAt],
  )
  return newer !== undefined
}

/** Asks one game until it is known what it holds, or transfers have overtaken its answer too often. */
async function askOne(context: AskContext, memberId: bigint, account: AskedAccount): Promise<boolean> {
  const { gameCode, username } = account
  let { askedAt } = account
  for (let left = ASKED_AGAIN; ; left -= 1) {
    const told = await context.providers(gameCode).balance(username, context.isPatient)
    if (told === null) return false
    if (await rememberAsked(context, memberId, gameCode, told, { askedAt, isLast: left === 0 })) return true
    if (left === 0) return false
    askedAt = await clock(context.database)
  }
}

/**
 * Asks every game that a member may have money in for its balance, in parallel, keeps what they say and judges the member's condition by it. Answers the
 * codes of those that did not answer, or whose answers transfers have overtaken each time.
 */
export async function askBalances(context: AskContext, memberId: bigint): Promise<readonly string[]> {
  const { database, operator } = context
  const accounts = await accountsToAsk(database, operator.current(), memberId)
  const silent = await Promise.all(
    accounts.map(async (account) => ((await askOne(context, memberId, account)) ? null : account.gameCode)),
  )
  await judgeCondition(database, memberId)
  return silent.filter((code) => code !== null)
}

/**
 * Asks when something has been chosen whose base will be taken from the games' last known balances. It has been chosen whatever becomes of this, and is
 * asked for again when it is applied.
 */
export async function askAfterChoice(
  context: AskContext & { readonly log: Pick<Logger, 'error'> },
  memberId: bigint,
): Promise<void> {
  try {
    await askBalances(context, memberId)
  } catch (error) {
    context.log.error({ err: error, member: String(memberId) }, 'the games were not asked after a choice')
  }
}

/** What is known of what a condition would begin with, for money that waits to be given under one: of none there was nothing to be asked for. */
export type KnownBase = 'known' | 'unsure' | 'nothing'

export async function askBase(context: AskContext, memberId: bigint, waiting: Minor): Promise<KnownBase> {
  if (waiting <= 0n) return 'nothing'
  return (await isUnsure(context, memberId)) ? 'unsure' : 'known'
}

/**
 * Asks as askBalances does. Whether what the member has is still not known: one that was given money is silent, or what one tells is in doubt. Of a game
 * that is switched off the last figure stands: its provider may be gone for good.
 */
export async function isUnsure(context: AskContext, memberId: bigint): Promise<boolean> {
  const silent = await askBalances(context, memberId)
  const { games } = context.operator.current()
  const unsure = await context.database.query(
    `select 1 from unnest($2::text[]) silent (code), lateral (
       select 1 from game_transfer where member_id = $1 and game_code = silent.code and direction = 'in' and state = 'confirmed' limit 1) given
     union all select 1 from doubtful_accounts($1) limit 1`,
    [memberId, silent.filter((code) => games.has(code))],
  )
  return unsure.length > 0
}
