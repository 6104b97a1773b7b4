// Our books held against those of the bank, the games and the issuer of gifts, line by line; and each member's purse against what the
// outside says that the member brought and took, and what the house had promised.
import type { OurBooks } from './books.ts'
import { promisedToEach } from './check-given.ts'
import { type Finding, found } from './finding.ts'
import { RATIOS } from './players.ts'
import type { TheirBooks } from './their-books.ts'

function checkGames({ transfers: ours }: OurBooks, { transfers: theirs }: TheirBooks): Finding[] {
  const findings: Finding[] = []
  const known = new Map(ours.map((transfer) => [transfer.id, transfer]))
  const done = new Set<string>()
  for (const { id, game, member, direction, credits, isDone } of theirs) {
    if (!isDone) continue
    done.add(id)
    const worth = credits * RATIOS[game]
    const mine = known.get(id)
    const name = `${game} has ${member} ${direction} ${worth} (${id})`
    if (mine === undefined) findings.push(found('differs-from-game', `${name}, we have nothing`))
    else if (mine.moved !== worth || mine.direction !== direction || mine.member !== member) {
      findings.push(
        found('differs-from-game', `${name}, we have ${mine.direction} ${mine.moved} and ${mine.state}`),
      )
    }
  }
  for (const { id, game, member, state, moved } of ours) {
    if (state === 'confirmed' && !done.has(id)) {
      findings.push(found('differs-from-game', `we have ${member} ${moved} at ${game} (${id}), it has not`))
    }
  }
  return findings
}

function checkBank(ours: OurBooks, { bank }: TheirBooks): Finding[] {
  const findings: Finding[] = []
  const deposits = Map.groupBy(ours.deposits, ({ transRef }) => transRef)
  const payouts = Map.groupBy(
    ours.withdrawals.filter(({ state }) => state === 'settled'),
    ({ transRef }) => transRef ?? '',
  )
  for (const { transRef, amount, member } of bank) {
    const rows = amount > 0n ? deposits.get(transRef) : payouts.get(transRef)
    const [row] = rows ?? []
    const isSame = row?.member === member && row.amount === (amount > 0n ? amount : -amount)
    if (rows?.length === 1 && isSame) continue
    const have = rows?.map((one) => `${one.member} ${one.amount}`).join(', ') ?? 'nothing'
    findings.push(
      found('differs-from-bank', `${transRef}: the bank has ${member} ${amount}, we have ${have}`),
    )
  }
  const there = new Set(bank.map(({ transRef }) => transRef))
  for (const transRef of [...deposits.keys(), ...payouts.keys()]) {
    if (!there.has(transRef))
      findings.push(found('differs-from-bank', `${transRef}: the bank does not know it`))
  }
  for (const { kind, code, entries } of ours.snapshot.accounts) {
    if (kind !== 'bank') continue
    const balance = bank.reduce((sum, line) => (line.account === code ? sum + line.amount : sum), 0n)
    if (balance !== -entries) {
      findings.push(found('differs-from-bank', `${code}: ${-entries} here, ${balance} at the bank`))
    }
  }
  return findings
}

function checkIssuer({ gifts: ours, snapshot }: OurBooks, { gifts }: TheirBooks): Finding[] {
  const taken = [...gifts.values()].reduce((sum, amount) => sum + amount, 0n)
  const redeemed = ours.filter(({ state }) => state === 'redeemed')
  const sum = redeemed.reduce((total, { amount }) => total + amount, 0n)
  const house = snapshot.accounts.reduce(
    (total, one) => (one.kind === 'voucher' ? total - one.entries : total),
    0n,
  )
  return taken === sum && taken === house && gifts.size === redeemed.length
    ? []
    : [
        found(
          'differs-from-issuer',
          `the issuer gave ${gifts.size} gifts of ${taken}, we took ${redeemed.length} of ${sum} and booked ${house}`,
        ),
      ]
}

/** What each member must have in the wallet: by the word of the outside, and by what bonuses and prizes were promised, not by the ledger. */
function checkMembers(ours: OurBooks, { bank, transfers }: TheirBooks): Finding[] {
  const promised = promisedToEach(ours)
  return ours.snapshot.accounts.flatMap(({ kind, member, balance }) => {
    if (kind !== 'wallet' || member === null) return []
    const atBank = bank.reduce((sum, line) => (line.member === member ? sum + line.amount : sum), 0n)
    const inGames = transfers.reduce((sum, one) => {
      if (one.member !== member || !one.isDone) return sum
      const worth = one.credits * RATIOS[one.game]
      return one.direction === 'in' ? sum + worth : sum - worth
    }, 0n)
    const gifts = ours.gifts.reduce(
      (sum, one) => (one.member === member && one.state === 'redeemed' ? sum + one.amount : sum),
      0n,
    )
    const due = atBank - inGames + gifts + (promised.get(member) ?? 0n)
    return balance === due
      ? []
      : [
          found(
            'wrong-total',
            `${member} has ${balance} in the wallet, by the books of the others and by what was promised ${due}`,
          ),
        ]
  })
}

/** To be asked when nothing is under way any more. */
export function checkBooks(ours: OurBooks, theirs: TheirBooks): Finding[] {
  return [
    ...checkGames(ours, theirs),
    ...checkBank(ours, theirs),
    ...checkIssuer(ours, theirs),
    ...checkMembers(ours, theirs),
  ]
}
