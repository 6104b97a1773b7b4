import { bankSymbol, sendingBankOf } from '@kapao/emv/bank-codes'
import type { ListedPayout } from '../gateways/bank.ts'
import { matchAccountNo } from '../slip/judge.ts'
import { type Comparing, count, forEachGently, readAll, uuidsOf } from './outside.ts'

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

const SELECT = `select w.id, w.state, w.amount_minor, w.currency, w.bank_code, w.bank_account_no, w.trans_ref, a.bank_code as from_bank_code
  from withdrawal w join operator_account a on a.id = w.from_account_id`

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

async function judgePage(
  comparing: Comparing,
  page: readonly ListedPayout[],
  seen: Set<string>,
): Promise<void> {
  const rows = await comparing.database.query<OurPayout>(`${SELECT} where w.id = any($1::uuid[])`, [
    uuidsOf(page.map((one) => one.payoutId)),
  ])
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const theirs of page) {
    count(comparing, 'payouts at the bank')
    seen.add(theirs.payoutId)
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

/** Money out: each payout that was settled there was settled here with the same amount, and the other way round. */
export async function comparePayouts(comparing: Comparing): Promise<void> {
  const { database, gateways, since } = comparing
  const seen = new Set<string>()
  const list = (cursor: string) => gateways.bank.listPayouts(cursor)
  const read = await readAll(comparing, 'payouts', list, (page) => judgePage(comparing, page, seen))
  if (read === null) return
  const rows = await database.query<OurPayout>(
    `${SELECT} where w.ended_at is not null and ($1::timestamptz is null or w.ended_at >= $1) order by w.id`,
    [since],
  )
  count(comparing, 'withdrawals', rows.length)
  await forEachGently(
    rows.filter((row) => !seen.has(row.id)),
    (row) => askOne(comparing, row),
  )
}
