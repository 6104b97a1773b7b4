import { bareNumber } from '@kapao/contract/text'
import { bankSymbol, isSameBank, sendingBankOf } from '@kapao/emv/bank-codes'
import type { FeedEvent } from '../gateways/bank.ts'
import { findOperatorAccount } from '../operator/accounts.ts'
import { matchAccountNo } from '../slip/judge.ts'
import { type Ended, endedBehind, forEachUnnamed, markNamed, OURS_AT_ONCE } from './named-outside.ts'
import { type Comparing, count, readAll } from './outside.ts'

interface OurEvent {
  readonly id: bigint
  readonly bankCode: string
  readonly accountNo: string
  readonly transRef: string
  readonly fromBankCode: string
  readonly amountMinor: bigint
  readonly currency: string
}

// The bank is there under the symbol that the operator writes, and an older version kept the account's number as written, too.
const keyOf = (event: Pick<OurEvent, 'bankCode' | 'accountNo' | 'transRef'>) =>
  `${bankSymbol(event.bankCode)}:${bareNumber(event.accountNo)} ${event.transRef}`
const keyOfTheirs = ({ to, transRef }: FeedEvent) =>
  keyOf({ bankCode: to.bankCode, accountNo: to.bankAccountNo, transRef })
const textOf = (amount: bigint, currency: string) => `${amount} ${currency}`

const COLUMNS = 'id, bank_code, account_no, trans_ref, from_bank_code, amount_minor, currency'

/** Ours of the events that the bank has named. */
async function findOurs(
  comparing: Comparing,
  events: readonly FeedEvent[],
): Promise<ReadonlyMap<string, OurEvent>> {
  const rows = await comparing.database.query<OurEvent>(
    `select ${COLUMNS} from bank_event where trans_ref = any($1)`,
    [events.map((event) => event.transRef)],
  )
  const keys = new Set(events.map(keyOfTheirs))
  const named = rows.filter((row) => keys.has(keyOf(row)))
  await markNamed(comparing, named)
  return new Map(named.map((row) => [keyOf(row), row]))
}

/** Each event of the bank's feed is in our books once, with its amount: credited, or visibly waiting for its owner. */
async function compareTheirs(comparing: Comparing): Promise<boolean> {
  const missing: FeedEvent[] = []
  const judge = (event: FeedEvent, ours: OurEvent | undefined) => {
    if (!ours) return void missing.push(event)
    const [here, there] = [textOf(ours.amountMinor, ours.currency), textOf(event.amount, event.currency)]
    if (here === there) return
    comparing.differences.push({
      kind: 'deposit-amount',
      subject: `${keyOf(ours)} (bank_event ${ours.id})`,
      ours: here,
      theirs: there,
    })
  }
  const { bank } = comparing.gateways
  const readPage = async (cursor: string) => {
    const page = await bank.readFeed(cursor)
    if ('reason' in page) return null
    // It stays in the bank's list as it is: as something unseen no night would ever be whole again.
    if (page.unreadable > 0) {
      const theirs = `${page.unreadable} that cannot be read`
      const subject = `feed after ${cursor}`
      comparing.differences.push({ kind: 'feed-unreadable', subject, ours: 'not in the books', theirs })
    }
    return { items: page.events, cursor: page.cursor, unreadable: page.unreadable }
  }
  const read = await readAll(comparing, 'feed', readPage, async (events) => {
    const ours = events.filter((event) => findOperatorAccount(comparing.operator.current(), event.to))
    const known = await findOurs(comparing, ours)
    for (const event of ours) {
      count(comparing, 'feed events')
      judge(event, known.get(keyOfTheirs(event)))
    }
  })
  if (missing.length > 0) {
    // One that the bank told a moment ago may be on its way into our books right now.
    await comparing.settle()
    const late = missing.splice(0)
    const known = await findOurs(comparing, late)
    for (const event of late) judge(event, known.get(keyOfTheirs(event)))
  }
  for (const event of missing) {
    comparing.differences.push({
      kind: 'deposit-missing',
      subject: keyOfTheirs(event),
      ours: 'not in the books',
      theirs: `${textOf(event.amount, event.currency)} at ${event.at}`,
    })
  }
  return read === 'read'
}

/** What we credited happened at the bank. What its feed does not show this time is asked for by its reference. */
async function compareOurs(comparing: Comparing): Promise<void> {
  const readPage = (last: Ended | null) =>
    comparing.database.query<OurEvent & Ended>(
      `select ${COLUMNS}, received_at::text as at from bank_event
       where (received_at, id) > ($1::timestamptz, $2::bigint) and received_at <= $3
       order by received_at, id limit ${OURS_AT_ONCE}`,
      endedBehind(comparing, last, '0'),
    )
  const many = await forEachUnnamed<OurEvent & Ended>(comparing, readPage, async (row) => {
    const sendingBank = sendingBankOf(row.fromBankCode)
    const found = await comparing.gateways.bank.findTransfer(sendingBank, row.transRef)
    const subject = `${keyOf(row)} (bank_event ${row.id})`
    const ours = textOf(row.amountMinor, row.currency)
    if (found.kind === 'not-found') {
      const theirs = 'no such transfer'
      comparing.differences.push({ kind: 'deposit-unknown-there', subject, ours, theirs })
    } else if (found.kind !== 'found') {
      comparing.unseen[subject] = 'the bank could not say'
    } else {
      const { amount, currency, to } = found.transfer
      const theirs = textOf(amount, currency)
      const account = bareNumber(to.bankAccountNo)
      const isThere =
        isSameBank(to.bankCode, row.bankCode) &&
        matchAccountNo(account, bareNumber(row.accountNo)) !== 'other'
      if (theirs !== ours || !isThere) {
        const where = isThere ? '' : ` to ${to.bankCode}:${account}`
        comparing.differences.push({ kind: 'deposit-amount', subject, ours, theirs: theirs + where })
      }
    }
  })
  count(comparing, 'deposits', many)
}

/** Money in: our books against the bank's feed, both ways. */
export async function compareFeed(comparing: Comparing): Promise<void> {
  // Without the feed every deposit would be asked for one by one, of a bank that does not answer.
  if (await compareTheirs(comparing)) await compareOurs(comparing)
}
