// Bonuses and prizes: what the house gives by itself, held against what it promised. A bonus is what its terms say of the deposit that
// brought it, a prize is what its slice of the wheel says, and whoever was told yes has it once.
import { fromWire } from '@kapao/money/minor'
import type { OurBooks } from './books.ts'
import { type Finding, found } from './finding.ts'
import type { ArrivalRow, ConditionRow, CouponRow } from './given-rows.ts'
import { answerOf, type Operation, verdictOf } from './history.ts'
import { at } from './wire.ts'

/** A choice and a deposit may have waited for each other: which of the two was first is told by no clock when they came so close. */
const TOO_CLOSE_MS = 10_000

/** By the terms that were promised when it was chosen: a share, up to a cap, of a deposit that is large enough. */
function bonusOf({ percent, cap, minDeposit }: ConditionRow, deposit: bigint): bigint {
  if (percent === null || (minDeposit !== null && deposit < minDeposit)) return 0n
  const share = (deposit * percent) / 100n
  return cap !== null && cap < share ? cap : share
}

/** What a condition that began was to bring; null when nothing explains it. */
function promisedBy(condition: ConditionRow, arrivals: readonly ArrivalRow[]): bigint | null {
  if (condition.percent === null) return condition.couponAmount
  const dues = arrivals
    .filter(({ member, at: moment }) => member === condition.member && moment === condition.appliedAt)
    .map(({ amount }) => bonusOf(condition, amount))
  // Several deposits of one transaction: it is of one of them.
  return dues.find((due) => due === condition.bonus) ?? dues[0] ?? null
}

/** Of each member, what bonuses and prizes are to have brought, less what was taken back: by what was promised, not by the ledger. */
export function promisedToEach({
  conditions,
  coupons,
  arrivals,
}: Pick<OurBooks, 'conditions' | 'coupons' | 'arrivals'>): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  const promise = (member: string, amount: bigint) => sums.set(member, (sums.get(member) ?? 0n) + amount)
  for (const condition of conditions) {
    if (condition.appliedAt === null) continue
    promise(condition.member, (promisedBy(condition, arrivals) ?? 0n) - condition.taken)
  }
  for (const { member, kind, state, prize } of coupons) {
    if (kind === 'money' && state === 'claimed') promise(member, prize)
  }
  return sums
}

/** Chosen, then a deposit large enough, and no bonus. */
function missedBy(condition: ConditionRow, arrivals: readonly ArrivalRow[]): ArrivalRow | undefined {
  const { member, chosenAtMs, endedAtMs, appliedAt } = condition
  if (appliedAt !== null) return undefined
  return arrivals.find(
    (arrival) =>
      arrival.member === member &&
      arrival.atMs > chosenAtMs + TOO_CLOSE_MS &&
      (endedAtMs === null || arrival.atMs < endedAtMs - TOO_CLOSE_MS) &&
      bonusOf(condition, arrival.amount) > 0n,
  )
}

function checkConditions({ conditions, arrivals }: OurBooks): Finding[] {
  return conditions.flatMap((condition) => {
    const { member, kind, code, bonus, appliedAt } = condition
    const name = `${member} ${kind} ${code}`
    const missed = missedBy(condition, arrivals)
    if (missed) return [found('lost', `${name}: nothing for the deposit of ${missed.amount}`)]
    if (appliedAt === null) return []
    const promised = promisedBy(condition, arrivals)
    if (promised === null) return [found('doubled', `${name}: ${bonus} for nothing`)]
    return promised === bonus
      ? []
      : [found('wrong-total', `${name}: ${bonus} was given, ${promised} was promised`)]
  })
}

/** A choice has no key: each that was answered with a yes is a condition of its own, and each lost answer may be one. */
function checkChoices(operations: readonly Operation[], { conditions }: OurBooks): Finding[] {
  const choices = operations.filter(({ kind }) => kind === 'choose bonus')
  const byName = Map.groupBy(choices, ({ member, subject }) => `${member} ${subject}`)
  const rows = Map.groupBy(
    conditions.filter(({ percent }) => percent !== null),
    ({ member, code }) => `${member} ${code}`,
  )
  return [...new Set([...byName.keys(), ...rows.keys()])].flatMap((name) => {
    const verdicts = (byName.get(name) ?? []).map(verdictOf)
    const sure = verdicts.filter((verdict) => verdict === 'ok').length
    const possible = sure + verdicts.filter((verdict) => verdict === 'unknown').length
    const there = rows.get(name)?.length ?? 0
    if (there < sure) return [found('lost', `bonus ${name} was chosen ${sure} times, ${there} are there`)]
    return there > possible
      ? [found('doubled', `bonus ${name} is there ${there} times, chosen at most ${possible}`)]
      : []
  })
}

function checkClaims(operations: readonly Operation[], coupon: CouponRow): Finding[] {
  const { reference, member, state, amount, prize, paid } = coupon
  const name = `coupon ${reference} of ${member}`
  const told = operations.filter((one) => verdictOf(one) === 'ok')
  const findings = told.flatMap((operation) => {
    const word = at(answerOf(operation), 'amount')
    if (operation.member !== member || state !== 'claimed') {
      return [found('lost', `${name} was answered with a yes to ${operation.member}`)]
    }
    return typeof word === 'number' && fromWire(word) === paid
      ? []
      : [found('other-answer', `${name}: told ${String(word)}, paid ${paid}`)]
  })
  if (amount !== prize) findings.push(found('wrong-total', `${name} is of ${amount}, its slice of ${prize}`))
  const due = state === 'claimed' ? amount : 0n
  if (paid !== due) findings.push(found(paid > due ? 'doubled' : 'lost', `${name}: ${paid} paid, ${due} due`))
  const isDenied = operations.every((one) => ['refused', 'unsent'].includes(verdictOf(one)))
  if (state === 'claimed' && isDenied) {
    findings.push(found('doubled', `${name} was refused to everybody, and paid all the same`))
  }
  return findings
}

function checkCoupons(operations: readonly Operation[], { coupons }: OurBooks): Finding[] {
  const claims = Map.groupBy(
    operations.filter(({ kind }) => kind === 'claim coupon'),
    ({ subject }) => subject ?? '',
  )
  const known = new Set(coupons.map(({ reference }) => reference))
  const unknown = [...claims].flatMap(([reference, of]) =>
    !known.has(reference) && of.some((one) => verdictOf(one) === 'ok')
      ? [found('lost', `coupon ${reference} was answered with a yes, and is not there`)]
      : [],
  )
  return [...unknown, ...coupons.flatMap((coupon) => checkClaims(claims.get(coupon.reference) ?? [], coupon))]
}

function count(words: readonly string[]): Map<string, number> {
  return new Map([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]))
}

/** Each spin took the coin and won the slice that its intent was told; no spin is there that nobody asked for. */
function checkSpins(operations: readonly Operation[], { spins, intents }: OurBooks): Finding[] {
  const kept = new Map(intents.map((intent) => [`${intent.member} ${intent.key}`, intent]))
  const told = operations.flatMap(({ kind, member, key }) => {
    const intent = kind === 'spin' ? kept.get(`${member} ${key}`) : undefined
    if (intent?.status !== 200) return []
    const result = at(intent.answer, 'result')
    return [`${member} ${String(at(result, 'code'))}, ${String(at(result, 'remainingCoin'))} coins left`]
  })
  const had = spins.map(({ member, slice, coinsLeft }) => `${member} ${slice}, ${coinsLeft} coins left`)
  const [promised, there] = [count(told), count(had)]
  const uneven = [...new Set([...told, ...had])].flatMap((word) => {
    const [yes, is] = [promised.get(word) ?? 0, there.get(word) ?? 0]
    if (yes === is) return []
    return [found(is < yes ? 'lost' : 'doubled', `spin ${word}: told ${yes} times, there ${is} times`)]
  })
  const prizes = spins.flatMap(({ member, slice, kind, coupons }) =>
    coupons === (kind === 'none' ? 0 : 1)
      ? []
      : [found(coupons === 0 ? 'lost' : 'doubled', `${member} won ${slice}, and has ${coupons} coupons`)],
  )
  return [...uneven, ...prizes]
}

export function checkGiven(operations: readonly Operation[], books: OurBooks): Finding[] {
  return [
    ...checkConditions(books),
    ...checkChoices(operations, books),
    ...checkCoupons(operations, books),
    ...checkSpins(operations, books),
  ]
}
