import { fromMinorUnits, type Minor } from '@kapao/money/minor'
import type { Logger } from 'pino'
import { raiseBase } from '../condition/judge.ts'
import type { Database } from '../database/database.ts'
import type { BankGateway, Ordered, PayoutOrder, Settled } from '../gateways/bank.ts'
import type { Standing } from '../gateways/outcome.ts'
import { houseOf, post } from '../ledger/accounts.ts'
import { endStatement } from '../statement/statement.ts'
import { tracedRoot } from '../tracing.ts'
import { pauseSeconds } from '../worker/back-off.ts'
import { eachToItsEnd } from '../worker/each-to-its-end.ts'

interface DueWithdrawal {
  readonly id: string
  readonly memberId: bigint
  readonly amountMinor: bigint
  readonly currency: string
  readonly bankCode: string
  readonly bankAccountNo: string
  readonly bankAccountName: string
  readonly fromBankCode: string
  readonly fromAccountNo: string
  /** How often it was sent or asked for before. */
  readonly tries: number
  /** When it first left for the bank, as far as that is known. */
  readonly sentAt: Date | null
}

/** How long one worker has a withdrawal to itself: longer than the bank's time-out. */
const LEASE = '20 seconds'
const PAUSES = { firstS: 1, longestS: 15 }

/**
 * Takes withdrawals that are due, for this worker alone: each member's oldest before anybody's second, so that whoever asks for many keeps no one waiting
 * for all of them. 'sent' is written before anything is sent: it may have reached the bank.
 */
async function claimDue(database: Database, most: number): Promise<readonly DueWithdrawal[]> {
  return database.query<DueWithdrawal>(
    `update withdrawal w set state = 'sent', sent_at = case w.state when 'held' then now() else w.sent_at end,
       tries = w.tries + 1, next_try_at = now() + interval '${LEASE}'
     from operator_account a
     where a.id = w.from_account_id and w.id in (
       select due.id from withdrawal due join (
         select id, row_number() over (partition by member_id order by next_try_at, id) as place
         from withdrawal where state in ('held', 'sent') and next_try_at <= now()) ranked on ranked.id = due.id
       where due.state in ('held', 'sent') and due.next_try_at <= now()
         and not exists (select 1 from payout_hold where released_at is null)
       order by ranked.place, due.next_try_at limit $1 for update of due skip locked)
     returning w.id, w.member_id, w.amount_minor, w.currency, w.bank_code, w.bank_account_no, w.bank_account_name,
       a.bank_code as from_bank_code, a.account_no as from_account_no, w.tries - 1 as tries, w.sent_at`,
    [most],
  )
}

/** `order`: what became of the request, where one was made. */
interface Tried {
  readonly standing: Standing<Settled>
  readonly order: 'left' | 'not-sent' | 'none'
}

function ordered(outcome: Ordered): Tried {
  if (outcome.kind !== 'not-sent') return { standing: outcome, order: 'left' }
  return { standing: { kind: 'unknown', reason: outcome.reason }, order: 'not-sent' }
}

async function tryOne(bank: BankGateway, due: DueWithdrawal, amount: Minor): Promise<Tried> {
  const order: PayoutOrder = {
    payoutId: due.id,
    from: { bankCode: due.fromBankCode, bankAccountNo: due.fromAccountNo },
    to: {
      bankCode: due.bankCode,
      bankAccountNo: due.bankAccountNo,
      bankAccountName: due.bankAccountName,
    },
    amount,
    currency: due.currency,
  }
  if (due.tries === 0) return ordered(await bank.payOut(order))
  const standing = await bank.payoutStanding(due.id)
  // The bank pays one id once, so sending again what it has never heard of is safe.
  return standing.kind === 'not-found' ? ordered(await bank.payOut(order)) : { standing, order: 'none' }
}

/**
 * What its member is told of the sending: that it was sent, once a request has left, and not before. A later one that has not left follows upon the
 * bank's word that it knows of none: a worker may have died between the claim and the first.
 */
async function noteSending(database: Database, due: DueWithdrawal, order: Tried['order']): Promise<void> {
  const isLate = order === 'left' && due.sentAt === null
  if (!isLate && !(order === 'not-sent' && due.sentAt !== null)) return
  await database.query('update withdrawal set sent_at = case when $2 then now() end where id = $1', [
    due.id,
    isLate,
  ])
}

/** Ends a withdrawal once: money leaves for the bank, or comes back to the wallet. */
async function endWithdrawal(
  database: Database,
  due: DueWithdrawal,
  amount: Minor,
  standing: Standing<Settled>,
) {
  await database.transaction(async (tx) => {
    const isPaid = standing.kind === 'confirmed'
    const ended = await tx.query<{ id: string }>(
      `update withdrawal set state = $2, trans_ref = $3, refused_reason = $4, ended_at = now()
       where id = $1 and state = 'sent' returning id`,
      [
        due.id,
        isPaid ? 'settled' : 'refused',
        isPaid ? standing.transRef : null,
        standing.kind === 'refused' ? standing.reason : null,
      ],
    )
    if (ended.length === 0) return
    const hold = { memberId: due.memberId, kind: 'hold' } as const
    const bank = { bankCode: due.fromBankCode, accountNo: due.fromAccountNo }
    await post(tx, {
      kind: isPaid ? 'withdraw-paid' : 'withdraw-return',
      reference: due.id,
      from: hold,
      to: isPaid ? houseOf(bank, due.currency) : { memberId: due.memberId, kind: 'wallet' },
      amount,
    })
    if (!isPaid) await raiseBase(tx, due.memberId, amount)
    await endStatement(tx, 'withdrawal', due.id, isPaid ? 'SUCCESS' : 'FAILED')
  })
}

async function payOne(database: Database, bank: BankGateway, log: Logger, due: DueWithdrawal): Promise<void> {
  const amount = fromMinorUnits(due.amountMinor)
  const { standing, order } = await tryOne(bank, due, amount)
  await noteSending(database, due, order)
  if (standing.kind === 'confirmed' || standing.kind === 'refused') {
    log.info({ withdrawal: due.id, outcome: standing.kind }, 'withdrawal ended')
    return endWithdrawal(database, due, amount, standing)
  }
  const pauseS = pauseSeconds(due.tries + 1, PAUSES)
  log.warn({ withdrawal: due.id, standing, pauseS }, 'withdrawal not known yet')
  await database.query(
    `update withdrawal set next_try_at = now() + make_interval(secs => $2) where id = $1 and state = 'sent'`,
    [due.id, pauseS],
  )
}

/** Pays out what is due, and asks again for what is unknown. Answers how many it worked on. */
export async function payOutDue(database: Database, bank: BankGateway, log: Logger): Promise<number> {
  const due = await claimDue(database, 10)
  await eachToItsEnd(
    due,
    (one) => tracedRoot('pay out', { 'kapao.withdrawal': one.id }, () => payOne(database, bank, log, one)),
    (error, { id }) => log.error({ err: error, withdrawal: id }, 'a withdrawal could not be paid out'),
  )
  return due.length
}
