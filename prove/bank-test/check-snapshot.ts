// What must hold at every moment, also in the middle of everything: Jepsen's four, read from one snapshot.
import type { AccountRow, Snapshot } from './books.ts'
import { type Finding, found } from './finding.ts'

const MEMBER_KINDS = new Set(['wallet', 'hold'])
const HOUSE_KINDS = new Set(['bank', 'game', 'suspense', 'bonus', 'voucher', 'wheel'])

function nameOf({ kind, member, code }: AccountRow): string {
  return `${kind} ${member ?? code}`
}

function checkAccount(account: AccountRow, members: ReadonlySet<string>): Finding[] {
  const findings: Finding[] = []
  const { kind, member, balance, entries } = account
  const name = nameOf(account)
  const isKnown = member === null ? HOUSE_KINDS.has(kind) : MEMBER_KINDS.has(kind) && members.has(member)
  if (!isKnown) findings.push(found('unexpected-key', `there is an account ${name}`))
  if (member === null) return findings
  if (balance === null) return [...findings, found('nil-balance', `${name} has no balance`)]
  if (balance < 0n) findings.push(found('negative-value', `${name} has ${balance}`))
  if (balance !== entries)
    findings.push(found('wrong-total', `${name} has ${balance}, its entries say ${entries}`))
  return findings
}

function checkHolds({ accounts, underway }: Snapshot): Finding[] {
  return accounts.flatMap(({ kind, member, balance }) => {
    if (kind !== 'hold' || member === null || balance === null) return []
    const due = underway.get(member) ?? 0n
    return balance === due
      ? []
      : [found('wrong-total', `hold ${member} has ${balance}, under way are ${due}`)]
  })
}

/** `members`: the phones of all who may have an account. */
export function checkSnapshot(snapshot: Snapshot, members: ReadonlySet<string>): Finding[] {
  const findings = snapshot.accounts.flatMap((account) => checkAccount(account, members))
  for (const member of members) {
    for (const kind of MEMBER_KINDS) {
      const isThere = snapshot.accounts.some((account) => account.member === member && account.kind === kind)
      if (!isThere) findings.push(found('nil-balance', `${kind} ${member} is gone`))
    }
  }
  // Money never comes to be nor vanishes: what members have is what the house accounts are short of.
  const total = snapshot.accounts.reduce((sum, { balance, entries }) => sum + (balance ?? entries), 0n)
  if (total !== 0n) findings.push(found('wrong-total', `all accounts sum to ${total}, not to 0`))
  if (snapshot.unevenMovements > 0) {
    findings.push(found('wrong-total', `${snapshot.unevenMovements} movements do not cancel out`))
  }
  for (const { member, coins, entries } of snapshot.coins) {
    if (coins < 0n) findings.push(found('negative-value', `${member} has ${coins} coins`))
    if (coins !== entries) findings.push(found('wrong-total', `${member} has ${coins} coins, not ${entries}`))
  }
  return [...findings, ...checkHolds(snapshot)]
}
