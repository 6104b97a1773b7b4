import { fromMinorUnits, toDecimalText } from '@kapao/money/minor'
import { whoCommands } from '../command-line.ts'
import type { Queries } from '../database/database.ts'
import { normalisePhone } from '../member/phone.ts'
import { audit } from '../staff/audit.ts'
import { type DepositContext, inDeposit } from './ask-games.ts'
import type { UnmatchedReason } from './bank-event.ts'
import { creditFound } from './credit-found.ts'
import { DOUBTS, type Doubt } from './doubts.ts'

const USAGE = `Money that came in and waits, as nobody can tell whose it is:
  npm run deposits -- list
  npm run deposits -- credit <number> <phone> "<why>"
                        puts what waits under that number into the wallet of the member who logs in with that phone
  npm run deposits -- credit-anyway <number> <phone> "<why>"
                        the same for what may well be nobody's, or another's: the operator's own, credited under another
                        reference, or sent before its member changed to its account
  npm run deposits -- aside <number> "<why>"
                        says that it is no player's (credited under another reference, sent back at the bank): it stays in suspense, and waits no more`

/** What was asked for makes no sense, or cannot be; the message is for whoever typed it. */
class DepositCommandError extends Error {}

interface Waiting {
  readonly id: bigint
  readonly at: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly to: string
  readonly from: string
  readonly reason: UnmatchedReason
  readonly asideBecause: string | null
  readonly announcedBy: readonly string[]
}

/** Members who said within the day before that they would pay in just that may be whom it is of; it proves nothing. */
const WAITING = `select e.id, to_char(e.happened_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS"Z"') as at, e.amount_minor, e.currency,
    e.bank_code || ' ' || e.account_no as to, e.from_bank_code || ' ' || e.from_account_no || ' ' || e.from_account_name as from,
    e.unmatched_reason as reason, e.aside_because,
    array(select distinct m.username from deposit_announcement a join member m on m.id = a.member_id
      where a.amount_minor = e.amount_minor and m.currency = e.currency and a.bank_event_id is null
        and a.created_at between e.happened_at - interval '1 day' and e.received_at order by m.username limit 5) as announced_by
  from bank_event e where e.state = 'unmatched'`

function lineOf({ id, at, amountMinor, currency, to, from, reason, announcedBy }: Waiting): string {
  const amount = `${toDecimalText(fromMinorUnits(amountMinor))} ${currency}`
  const announced = announcedBy.length > 0 ? `  announced by ${announcedBy.join(', ')}` : ''
  return `${id}  ${at}  ${amount}  to ${to}  from ${from}  ${reason}${announced}`
}

async function list(queries: Queries): Promise<string> {
  const waiting = await queries.query<Waiting>(`${WAITING} and e.aside_because is null order by e.id`)
  return waiting.length === 0 ? 'Nothing waits.' : waiting.map(lineOf).join('\n')
}

interface Finding {
  readonly number: string
  readonly phone: string
  readonly because: string
  readonly isAnyway: boolean
}

async function findWaiting(
  queries: Queries,
  { number, isAnyway }: Pick<Finding, 'number' | 'isAnyway'>,
): Promise<Waiting> {
  const [waiting] = /^\d{1,18}$/.test(number)
    ? await queries.query<Waiting>(`${WAITING} and e.id = $1`, [number])
    : []
  if (!waiting) throw new DepositCommandError(`Nothing waits under the number ${number}.`)
  if (waiting.asideBecause !== null && !isAnyway)
    throw new DepositCommandError(
      `${number} was set aside: ${waiting.asideBecause}. Where you are sure that it was wrong to: credit-anyway.`,
    )
  if (DOUBTS[waiting.reason] !== null && !isAnyway) throw inDoubt(number, waiting.reason)
  return waiting
}

const inDoubt = (number: string, reason: Doubt) =>
  new DepositCommandError(`${number} ${DOUBTS[reason]}. Where you are sure: credit-anyway.`)

async function credit(context: DepositContext, finding: Finding): Promise<string> {
  const { database } = context
  const { number, because, isAnyway } = finding
  const waiting = await findWaiting(database, finding)
  // Whichever region it is: no Thai phone is written as one of Laos.
  const phone = normalisePhone(finding.phone, 'la')
  const [member] = await database.query<{ id: bigint; publicId: string; name: string }>(
    'select id, public_id, name from member where username = $1',
    [phone],
  )
  if (!member) throw new DepositCommandError(`There is no member with the phone ${finding.phone}.`)
  await inDeposit(context, async (tx) => {
    const credited = await creditFound(tx, waiting.id, member.id, isAnyway)
    if (credited === 'other-currency')
      throw new DepositCommandError(`${number} is in ${waiting.currency}, and the wallet of ${phone} is not.`)
    if (credited === 'not-waiting')
      throw new DepositCommandError(`${number} has been credited meanwhile, and was not credited again.`)
    if (credited !== 'credited') throw inDoubt(number, credited)
    // The trail is kept for good: it names the member as the desk does, not by phone.
    const details = {
      member: member.publicId,
      deposit: number,
      because,
      ...(isAnyway && { isAnyway }),
      by: whoCommands(),
    }
    await audit(tx, { staffId: null, action: 'deposit-credited', details })
  })
  const amount = `${toDecimalText(fromMinorUnits(waiting.amountMinor))} ${waiting.currency}`
  return `${amount} are in the wallet of ${phone} (${member.name}).`
}

async function setAside(context: DepositContext, number: string, because: string): Promise<string> {
  // Also one that is likely to be nobody's: most are.
  const { id } = await findWaiting(context.database, { number, isAnyway: true })
  await context.database.transaction(async (tx) => {
    const set = await tx.query(
      "update bank_event set aside_because = $2 where id = $1 and state = 'unmatched' returning id",
      [id, because],
    )
    if (set.length === 0) throw new DepositCommandError(`${number} has been credited meanwhile.`)
    const details = { deposit: number, because, by: whoCommands() }
    await audit(tx, { staffId: null, action: 'deposit-set-aside', details })
  })
  return `${number} waits no more. It stays in suspense, and a slip still brings it to whom it is proven to be of.`
}

/** Does what the command's words say; answers what became of it. Throws DepositCommandError. */
export async function runDepositCommand(context: DepositContext, words: readonly string[]): Promise<string> {
  const [verb = '', number = '', phone = '', because = '', ...rest] = words
  if (verb === 'list' && words.length === 1) return list(context.database)
  if (verb === 'aside' && number !== '' && phone.trim() !== '' && words.length === 3)
    return setAside(context, number, phone)
  const isAnyway = verb === 'credit-anyway'
  const isWhole = number !== '' && phone !== '' && because.trim() !== '' && rest.length === 0
  if (!(isAnyway || verb === 'credit') || !isWhole) throw new DepositCommandError(USAGE)
  return credit(context, { number, phone, because, isAnyway })
}
