import { bankSymbol, sendingBankOf } from '@kapao/emv/bank-codes'
import type { ListedPayout } from '../gateways/bank.ts'
import { matchAccountNo } from '../slip/judge.ts'
import {
  BEFORE_UUIDS,
  type Ended,
  endedBehind,
  forEachUnnamed,
  markNamed,
  OURS_AT_ONCE,
} from './named-outside.ts'
import { type Comparing, count, readAll, uuidsOf } from './outside.ts'

interface OurPayout {
  readonly id: string
  readonly state: 'held' | 'sent' | 'settled' | 'refused'
  readonly amountMinor: bigint
  readonly currency: string
  readonly bankCode: string
  readonly bankAccountNo: string
  readonly transRef: string | null
  readonly fromBankCode: string
}

const COLUMNS = `w.id, w.state, w.amount_minor, w.currency, w.bank_code, w.bank_account_no, w.trans_ref, a.bank_code as from_bank_code`

const FROM = `from withdrawal w join operator_account a on a.id = w.from_account_id`

function oursText(ours: OurPayout): string {
  const { state, amountMinor, currency, bankCode, bankAccountNo, transRef } = ours
  return state === 'settled'
    ? `settled ${amountMinor} ${currency} to ${bankSymbol(bankCode)}:${bankAccountNo} as ${transRef}`
    : state
}

function theirsText({ status, amount, currency, to, transRef }: ListedPayout): string {
  return status === 'settled'
    ? `settled ${amount} ${currency} to ${bankSymbol(to.bankCode)}:${to.bankAccountNo} as ${transRef}`
    : status
}

function judge(comparing: Comparing, ours: OurPayout, theirs: string): void {
  // What is under way here is judged when it has ended; what is under way for too long is found by the books themselves.
  const isOpen = ours.state === 'held' || ours.state === 'sent'
  if (isOpen || oursText(ours) === theirs) return
  comparing.differences.push({
    kind: 'payout',
    subject: `withdrawal ${ours.id}`,
    ours: oursText(ours),
    theirs,
  })
}

async function judgePage(comparing: Comparing, page: readonly ListedPayout[]): Promise<void> {
  const rows = await comparing.database.query<OurPayout>(
    `select ${COLUMNS} ${FROM} where w.id = any($1::uuid[])`,
    [uuidsOf(page.map((one) => one.payoutId))],
  )
  await markNamed(comparing, rows)
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const theirs of page) {
    count(comparing, 'payouts at the bank')
    const ours = known.get(theirs.payoutId)
    if (ours) judge(comparing, ours, theirsText(theirs))
    else if (theirs.status !== 'refused') {
      comparing.differences.push({
        kind: 'payout-unknown-here',
        subject: `payout ${theirs.payoutId}`,
        ours: 'no such withdrawal',
        theirs: theirsText(theirs),
      })
    }
  }
}

/** A bank without a list says only whether it paid, and under which reference; the amount is asked for by that. */
async function askOne(comparing: Comparing, ours: OurPayout): Promise<void> {
  const { bank } = comparing.gateways
  const standing = await bank.payoutStanding(ours.id)
  if (standing.kind === 'unknown') {
    comparing.unseen[`withdrawal ${ours.id}`] = standing.reason
    return
  }
  if (standing.kind !== 'confirmed') {
    const isNever = standing.kind === 'not-found' && ours.state === 'refused'
    return judge(comparing, ours, isNever ? 'refused' : standing.kind)
  }
  const { transRef } = standing
  if (ours.transRef !== transRef) return judge(comparing, ours, `settled as ${transRef}`)
  const found = await bank.findTransfer(sendingBankOf(ours.fromBankCode), transRef)
  if (found.kind === 'found') {
    const { to } = found.transfer
    // What a bank masks and what fits ours as far as it is shown is no difference.
    const isOther = matchAccountNo(to.bankAccountNo, ours.bankAccountNo) === 'other'
    const shown = isOther ? to : { ...to, bankAccountNo: ours.bankAccountNo }
    const line = { ...found.transfer, to: shown, payoutId: ours.id, status: 'settled' } as const
    return judge(comparing, ours, theirsText(line))
  }
  // That it was paid is the bank's word; how much and to whom nobody has seen.
  const theirs = `settled as ${transRef}, a transfer that the bank does not show`
  if (found.kind === 'not-found') judge(comparing, ours, theirs)
  else comparing.unseen[`withdrawal ${ours.id}`] = theirs
}

function readEnded(comparing: Comparing, last: Ended | null) {
  return comparing.database.query<OurPayout & Ended>(
    `select ${COLUMNS}, w.ended_at::text as at ${FROM}
     where w.ended_at is not null and (w.ended_at, w.id) > ($1::timestamptz, $2::uuid) and w.ended_at <= $3
     order by w.ended_at, w.id limit ${OURS_AT_ONCE}`,
    endedBehind(comparing, last, BEFORE_UUIDS),
  )
}

/** Money out: each payout that was settled there was settled here with the same amount, and the other way round. */
export async function comparePayouts(comparing: Comparing): Promise<void> {
  const list = (cursor: string) => comparing.gateways.bank.listPayouts(cursor)
  const read = await readAll(comparing, 'payouts', list, (page) => judgePage(comparing, page))
  if (read === null) return
  const many = await forEachUnnamed<OurPayout & Ended>(
    comparing,
    (last) => readEnded(comparing, last),
    (row) => askOne(comparing, row),
  )
  count(comparing, 'withdrawals', many)
}
