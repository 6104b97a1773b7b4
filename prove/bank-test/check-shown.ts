// What a member is shown, held against the books: the wallet's amount, each game's, and one line of the statement for each thing that
// happened to the money, with its end and its amount.
import type { OurBooks } from './books.ts'
import { type Finding, found } from './finding.ts'
import type { Shown, ShownLine } from './shown.ts'
import type { TheirBooks } from './their-books.ts'

function textOf({ type, status, from, to, amount }: ShownLine): string {
  return `${type} ${status} ${amount} from ${from} to ${to}`
}

interface Due {
  readonly line: ShownLine
  /** What was refused before it touched money, and was never said to be under way, may show a line or none. */
  readonly isSure: boolean
}

const ENDS: Readonly<Record<string, string>> = {
  confirmed: 'SUCCESS',
  settled: 'SUCCESS',
  redeemed: 'SUCCESS',
  refused: 'FAILED',
}

function endOf(state: string): string {
  return ENDS[state] ?? 'PENDING'
}

/** The keys of a member's intents that have an answer, if only that it is under way. */
function answeredTo(member: string, { intents }: OurBooks): ReadonlySet<string | null> {
  const own = intents.filter((intent) => intent.member === member && intent.status !== null)
  return new Set(own.map(({ key }) => key))
}

function transfersDue(member: string, { transfers }: OurBooks, answered: ReadonlySet<string | null>): Due[] {
  const own = transfers.filter((transfer) => transfer.member === member)
  // What was refused for want of money is judged anew under the same key: the answer is that of the last.
  const last = new Map(own.map(({ key, id }) => [key, id]))
  return own.map((transfer) => {
    const { id, game, direction, state, amount, key } = transfer
    const moved = transfer.moved ?? amount
    const isIn = direction === 'in'
    const line = {
      type: 'transfer',
      status: endOf(state),
      from: isIn ? 'WALLET' : game,
      to: isIn ? game : 'WALLET',
      amount: isIn && moved > amount ? amount : moved,
    }
    return { line, isSure: state !== 'refused' || (answered.has(key) && last.get(key) === id) }
  })
}

function bankDue(
  member: string,
  { withdrawals, deposits, gifts }: OurBooks,
  answered: ReadonlySet<string | null>,
): Due[] {
  const own = <T extends { readonly member: string | null }>(rows: readonly T[]) =>
    rows.filter((row) => row.member === member)
  const paidIn = { type: 'deposit', from: 'BANK', to: 'WALLET' }
  return [
    ...own(withdrawals).map(({ amount, state }) => ({
      line: { type: 'withdraw', status: endOf(state), from: 'WALLET', to: 'BANK', amount },
      isSure: true,
    })),
    ...own(deposits).map(({ amount }) => ({ line: { ...paidIn, status: 'SUCCESS', amount }, isSure: true })),
    ...own(gifts).map(({ amount, state, key }) => ({
      line: { ...paidIn, status: endOf(state), amount },
      isSure: state !== 'refused' || answered.has(key),
    })),
  ]
}

function givenDue(member: string, { conditions, coupons }: OurBooks): Due[] {
  const given = (type: string, amount: bigint) => ({
    line: { type, status: 'SUCCESS', from: 'SYSTEM', to: 'WALLET', amount },
    isSure: true,
  })
  const begun = conditions.flatMap(({ member: of, state, bonus, taken }) => {
    if (of !== member || bonus === null) return []
    const began = given('bonus', bonus)
    if (state === 'running') return [began]
    const line = { type: 'finish_bonus', status: 'FAILED', from: 'WALLET', to: 'SYSTEM', amount: taken }
    return [began, state === 'success' ? given('finish_bonus', bonus) : { line, isSure: true }]
  })
  const prizes = coupons.filter(
    ({ member: of, kind, state }) => of === member && kind === 'money' && state === 'claimed',
  )
  return [...begun, ...prizes.map(({ amount }) => given('bonus', amount))]
}

function checkStatement({ member, lines, total }: Shown, ours: OurBooks): Finding[] {
  const answered = answeredTo(member, ours)
  const due = [
    ...transfersDue(member, ours, answered),
    ...bankDue(member, ours, answered),
    ...givenDue(member, ours),
  ]
  const dueByText = Map.groupBy(due, ({ line }) => textOf(line))
  const shownByText = Map.groupBy(lines, textOf)
  const findings = [...new Set([...dueByText.keys(), ...shownByText.keys()])].flatMap((text) => {
    const most = dueByText.get(text) ?? []
    const least = most.filter(({ isSure }) => isSure).length
    const times = shownByText.get(text)?.length ?? 0
    if (times >= least && times <= most.length) return []
    const should = least === most.length ? `${least}` : `${least} to ${most.length}`
    return [found('shown-wrong', `${member} is shown ${times} of ${text}, the books have ${should}`)]
  })
  const pending = lines.filter(({ status }) => status === 'PENDING')
  findings.push(
    ...pending.map((line) =>
      found('shown-wrong', `${member} is shown ${textOf(line)} although all is quiet`),
    ),
  )
  if (total !== lines.length) {
    findings.push(found('shown-wrong', `${member} is told of ${total} lines and shown ${lines.length}`))
  }
  return findings
}

/** To be asked when nothing is under way any more and the games were just asked for their balances. */
export function checkShown(shown: Shown, ours: OurBooks, { credits }: TheirBooks): Finding[] {
  const { member } = shown
  const wallet = ours.snapshot.accounts.find((one) => one.kind === 'wallet' && one.member === member)
  const findings: Finding[] = []
  if (shown.wallet !== wallet?.balance) {
    findings.push(
      found('shown-wrong', `${member} is shown ${shown.wallet}, the books have ${wallet?.balance}`),
    )
  }
  for (const [game, amount] of shown.credits) {
    const there = credits.get(`${member} ${game}`)
    if (amount !== there) {
      findings.push(found('shown-wrong', `${member} is shown ${amount} at ${game}, which has ${there}`))
    }
  }
  return [...findings, ...checkStatement(shown, ours)]
}
