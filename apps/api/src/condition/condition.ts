import type { ConditionType } from '@kapao/contract/bonus-active'
import { add, fromMinorUnits, type Minor, smaller, subtract, ZERO } from '@kapao/money/minor'
import type { Queries } from '../database/database.ts'
import { SHOWN_CREDITS } from '../games/account-row.ts'
import { lockWallet, post, walletBalance } from '../ledger/accounts.ts'
import { addStatement } from '../statement/statement.ts'
import { begin, next, type Standing, type Terms, withKnownBase } from './rule.ts'

/** A member's condition as it stands, chosen or running. */
export interface ActiveCondition {
  readonly id: bigint
  readonly memberId: bigint
  readonly currency: string
  readonly kind: ConditionType
  readonly code: string
  readonly description: string
  readonly terms: Terms
  readonly standing: Standing
}

interface Row {
  readonly id: bigint
  readonly memberId: bigint
  readonly currency: string
  readonly kind: ConditionType
  readonly code: string
  readonly description: string
  readonly percent: number | null
  readonly capMinor: bigint | null
  readonly minDepositMinor: bigint | null
  readonly successPercent: number
  readonly failPercent: number
  readonly state: 'chosen' | 'running'
  readonly baseMinor: bigint | null
  readonly bonusMinor: bigint | null
  readonly addedMinor: bigint
  readonly baseDoubtMinor: bigint
}

const minorOrNull = (value: bigint | null) => (value === null ? null : fromMinorUnits(value))

function standingOf(row: Row): Standing {
  if (row.baseMinor === null || row.bonusMinor === null) return { at: 'chosen' }
  return {
    at: 'running',
    base: fromMinorUnits(row.baseMinor),
    bonus: fromMinorUnits(row.bonusMinor),
    added: fromMinorUnits(row.addedMinor),
    doubtful: fromMinorUnits(row.baseDoubtMinor),
  }
}

const ACTIVE = `select c.id, c.member_id, m.currency, c.kind, c.code, c.description, c.percent, c.cap_minor, c.min_deposit_minor,
    c.success_percent, c.fail_percent, c.state, c.base_minor, c.bonus_minor, c.added_minor, c.base_doubt_minor
  from condition c join member m on m.id = c.member_id
  where c.member_id = $1 and c.state in ('chosen', 'running')`

function read(row: Row | undefined): ActiveCondition | null {
  if (!row) return null
  const { id, memberId, currency, kind, code, description, percent, successPercent, failPercent } = row
  return {
    id,
    memberId,
    currency,
    kind,
    code,
    description,
    terms: {
      currency,
      percent,
      cap: minorOrNull(row.capMinor),
      minDeposit: minorOrNull(row.minDepositMinor),
      successPercent,
      failPercent,
    },
    standing: standingOf(row),
  }
}

/** To look at; nothing is decided by it. */
export async function findActive(queries: Queries, memberId: bigint): Promise<ActiveCondition | null> {
  const [row] = await queries.query<Row>(ACTIVE, [memberId])
  return read(row)
}

/**
 * The member's condition, theirs alone until the transaction ends. The wallet's account is locked first, as every posting does: no
 * deposit, withdrawal or second choice slips in between.
 */
export async function lockActive(tx: Queries, memberId: bigint): Promise<ActiveCondition | null> {
  await lockWallet(tx, memberId)
  const [row] = await tx.query<Row>(`${ACTIVE} for update of c`, [memberId])
  return read(row)
}

/** All that the member is shown to have: by what the games were last known to hold, and while a transfer is under way as before it (SHOWN_CREDITS). */
export async function shownTotalOf(queries: Queries, memberId: bigint): Promise<Minor> {
  const [row] = await queries.query<{ total: bigint | null }>(
    `select member_total($1) + coalesce((
       select sum(trunc(${SHOWN_CREDITS} * ratio) - trunc(a.credits_minor * ratio))
       from game_account a join game g on g.code = a.game_code join member m on m.id = a.member_id
         cross join lateral game_ratio(a.member_id, a.game_code, g.ratios, m.currency) ratio
       where a.member_id = $1 and a.doubt_minor > 0), 0)::bigint as total`,
    [memberId],
  )
  return fromMinorUnits(row?.total ?? 0n)
}

const IS_IN_DOUBT = `(exists (select 1 from game_transfer where member_id = $1 and state = 'open')
  or exists (select 1 from doubtful_accounts($1)))`

/**
 * Whether what the member has is in doubt: the outcome of a transfer is unknown, or transfers of one game were under way at the same time and the
 * game has not been asked since. Money may then be counted on both sides or on none, so nothing ends by it. What was left in doubt in a game that is
 * switched off is none: the last figure stands.
 */
export async function isInDoubt(queries: Queries, memberId: bigint): Promise<boolean> {
  const [row] = await queries.query<{ isInDoubt: boolean }>(`select ${IS_IN_DOUBT} as is_in_doubt`, [
    memberId,
  ])
  return row?.isInDoubt ?? false
}

/** The same both ways, and what is shown, where nothing is in doubt. */
export interface Holdings {
  readonly least: Minor
  /** What a condition begins with, or money that was there already would meet it. */
  readonly most: Minor
  readonly isInDoubt: boolean
}

/** All that the member has, as far as it is known. In one statement: a look at the games that is written down between two would be in one of them alone. */
export async function holdingsOf(queries: Queries, memberId: bigint): Promise<Holdings> {
  const [row] = await queries.query<{ least: bigint | null; most: bigint | null; isInDoubt: boolean }>(
    `select member_least($1) as least, member_most($1) as most, ${IS_IN_DOUBT} as is_in_doubt`,
    [memberId],
  )
  if (!row) throw new Error('a sum has no row')
  return {
    least: fromMinorUnits(row.least ?? 0n),
    most: fromMinorUnits(row.most ?? 0n),
    isInDoubt: row.isInDoubt,
  }
}

/** The condition by what the member has, now that nothing is in doubt: with what of its base has proved not to be there taken off, once. */
export async function settleBase(
  tx: Queries,
  active: ActiveCondition,
  total: Minor,
): Promise<ActiveCondition> {
  const { id, standing } = active
  if (standing.at !== 'running' || standing.doubtful === 0n) return active
  const known = withKnownBase(standing, total)
  await tx.query('update condition set base_minor = $2, base_doubt_minor = 0 where id = $1', [id, known.base])
  return { ...active, standing: known }
}

/** Keeps what the member is being told that clearing takes. */
export async function rememberTold(queries: Queries, id: bigint, taken: Minor): Promise<void> {
  await queries.query('update condition set told_taken_minor = $2, told_at = now() where id = $1', [
    id,
    taken,
  ])
}

/** The most that clearing may take: what the member was told within the last minute; null when it was nothing. */
export async function toldTaken(tx: Queries, id: bigint): Promise<Minor | null> {
  const [row] = await tx.query<{ told: bigint | null }>(
    `select told_taken_minor as told from condition where id = $1 and told_at > now() - interval '1 minute'`,
    [id],
  )
  return minorOrNull(row?.told ?? null)
}

/** Pays bonus money out of the bonus expense into the wallet, and shows it. */
async function payBonus(tx: Queries, active: Omit<ActiveCondition, 'terms' | 'standing'>, bonus: Minor) {
  await post(tx, {
    kind: 'bonus',
    reference: String(active.id),
    from: { house: 'bonus', code: active.kind, currency: active.currency },
    to: { memberId: active.memberId, kind: 'wallet' },
    amount: bonus,
  })
  await addStatement(tx, {
    memberId: active.memberId,
    type: 'bonus',
    status: 'SUCCESS',
    from: 'SYSTEM',
    to: 'WALLET',
    amount: bonus,
    sourceKind: 'condition',
    sourceId: String(active.id),
  })
}

/** Takes what is left of the bonus back, and shows that the condition has ended. A success shows the bonus that is now the member's own. */
async function finish(
  tx: Queries,
  { id, memberId, kind, currency, standing }: ActiveCondition,
  ended: Extract<Standing, { at: 'success' | 'failed' | 'cleared' }>,
): Promise<void> {
  // Less than a step of credits stays in its game and counts in the total: it cannot be taken from there.
  const taken =
    ended.at === 'cleared' ? smaller(ended.taken, (await walletBalance(tx, memberId)) ?? ZERO) : ZERO
  if (taken > 0n) {
    await post(tx, {
      kind: 'bonus-taken',
      reference: String(id),
      from: { memberId, kind: 'wallet' },
      to: { house: 'bonus', code: kind, currency },
      amount: taken,
    })
  }
  await tx.query('update condition set state = $2, taken_minor = $3, ended_at = now() where id = $1', [
    id,
    ended.at,
    taken,
  ])
  // One that never ran has nothing to tell.
  if (standing.at !== 'running') return
  const isSuccess = ended.at === 'success'
  await addStatement(tx, {
    memberId,
    type: 'finish_bonus',
    status: isSuccess ? 'SUCCESS' : 'FAILED',
    from: isSuccess ? 'SYSTEM' : 'WALLET',
    to: isSuccess ? 'WALLET' : 'SYSTEM',
    amount: isSuccess ? standing.bonus : taken,
    sourceKind: 'condition_end',
    sourceId: String(id),
  })
}

/** Brings a condition that lockActive gave to where the rule says. */
export async function advance(tx: Queries, active: ActiveCondition, to: Standing): Promise<void> {
  if (to.at === active.standing.at) return
  if (to.at === 'success' || to.at === 'failed' || to.at === 'cleared') return finish(tx, active, to)
  if (to.at !== 'running') throw new Error(`condition ${active.id} cannot go back to ${to.at}`)
  await payBonus(tx, active, to.bonus)
  await tx.query(
    `update condition set state = 'running', base_minor = $2, bonus_minor = $3, base_doubt_minor = $4, applied_at = now(),
       next_look_at = now()
     where id = $1`,
    [active.id, to.base, to.bonus, to.doubtful],
  )
  const begun = { ...active, standing: to }
  await advance(tx, begun, next(active.terms, to, { kind: 'balance', total: to.base }))
}

/** Credits bonus money that is no share of a deposit, under a condition of its own. Only after lockActive has answered null. */
export async function creditUnderCondition(
  tx: Queries,
  member: { readonly id: bigint; readonly currency: string },
  credit: {
    readonly kind: 'bonus' | 'invite' | 'refund'
    readonly description: string
    readonly amount: Minor
    readonly successPercent: number
    readonly failPercent: number
  },
): Promise<bigint> {
  const { kind, description, amount, successPercent, failPercent } = credit
  const [row] = await tx.query<{ id: bigint }>(
    `insert into condition (member_id, kind, description, success_percent, fail_percent, state)
     values ($1, $2, $3, $4, $5, 'chosen') returning id`,
    [member.id, kind, description, successPercent, failPercent],
  )
  if (!row) throw new Error('condition was not written')
  const { least, most } = await holdingsOf(tx, member.id)
  const { currency } = member
  const terms: Terms = { currency, percent: null, cap: null, minDeposit: null, successPercent, failPercent }
  const active: ActiveCondition = {
    id: row.id,
    memberId: member.id,
    currency,
    kind,
    code: '',
    description,
    terms,
    standing: { at: 'chosen' },
  }
  await advance(tx, active, begin(amount, add(most, amount), subtract(most, least)))
  return row.id
}
