// What was answered, held against our books: a yes is there once, a no is not there, and nobody knows twice.
import { isDeepStrictEqual } from 'node:util'
import { fromWire } from '@kapao/money/minor'
import type { IntentRow, OurBooks, TransferRow } from './books.ts'
import { type Finding, found } from './finding.ts'
import { answerOf, type Operation, verdictOf } from './history.ts'
import { at } from './wire.ts'

/** How often it is in the books. What was refused for want of money leaves its row, but no trace of the intent: it may be tried again. */
interface Traces {
  readonly done: number
  /** Done, or still under way. */
  readonly standing: number
  readonly all: number
}

function nameOf({ kind, member, amount, subject, key }: Operation): string {
  return [kind, member, amount, subject, key].filter((part) => part !== null).join(' ')
}

/** A call of which the books can tell whether and how often it happened. */
function checkTraces(operation: Operation, { done, standing, all }: Traces): Finding[] {
  const verdict = verdictOf(operation)
  if (standing > 1) return [found('doubled', `${nameOf(operation)} is in the books ${standing} times`)]
  if (verdict === 'ok' && done !== 1) return [found('lost', `${nameOf(operation)} was answered with a yes`)]
  if (verdict === 'in-progress' && all === 0) {
    return [found('lost', `${nameOf(operation)} was said to be under way`)]
  }
  if ((verdict === 'refused' || verdict === 'unsent') && done !== 0) {
    return [found('doubled', `${nameOf(operation)} was ${verdict}, and moved money all the same`)]
  }
  return []
}

function checkMoved(operation: Operation, transfer: TransferRow | undefined): Finding[] {
  const told = at(answerOf(operation), 'amount')
  if (typeof told !== 'number' || transfer?.moved === undefined) return []
  return transfer.moved === fromWire(told)
    ? []
    : [found('other-answer', `${nameOf(operation)} was told ${told}, the books have ${transfer.moved}`)]
}

/** A yes is kept with its intent, and given again. */
function checkIntent(operation: Operation, intent: IntentRow | undefined): Finding[] {
  if (operation.key === null || verdictOf(operation) !== 'ok') return []
  if (intent?.status !== 200) return [found('lost', `the intent of ${nameOf(operation)} is not kept`)]
  const answer = answerOf(operation)
  return isDeepStrictEqual(intent.answer, answer)
    ? []
    : [
        found(
          'other-answer',
          `${nameOf(operation)}: ${JSON.stringify(answer)}, kept is ${JSON.stringify(intent.answer)}`,
        ),
      ]
}

/** Every yes that one intent was given, whoever gave it, is the same. */
function checkAnswersAgree(operation: Operation): Finding[] {
  const { tries, final } = operation
  const yes = [...tries, ...(final ? [final] : [])].filter((outcome) => outcome.kind === 'ok')
  const [first] = yes
  return yes.every(({ answer }) => isDeepStrictEqual(answer, first?.answer))
    ? []
    : [found('other-answer', `${nameOf(operation)} was answered in different ways`)]
}

function checkRead({ tries, member }: Operation): Finding[] {
  return tries.flatMap((outcome) => {
    if (outcome.kind !== 'ok') return []
    const amount = at(outcome.answer, 'amount')
    if (at(outcome.answer, 'username') !== member) {
      return [
        found(
          'unexpected-key',
          `${member} was shown the wallet of ${String(at(outcome.answer, 'username'))}`,
        ),
      ]
    }
    if (typeof amount !== 'number') return [found('nil-balance', `${member} was shown ${String(amount)}`)]
    return amount < 0 ? [found('negative-value', `${member} was shown ${amount}`)] : []
  })
}

/** One coupon is paid once, whatever keys it was claimed with; one gift is taken once. */
function checkOnceEach(operations: readonly Operation[], kind: Operation['kind']): Finding[] {
  const winners = operations.filter((one) => one.kind === kind && verdictOf(one) === 'ok')
  return [...Map.groupBy(winners, ({ subject }) => subject)].flatMap(([subject, won]) =>
    won.length === 1 ? [] : [found('doubled', `${kind} ${subject} was given ${won.length} times`)],
  )
}

function count<T extends { readonly state: string }>(rows: readonly T[] | undefined, done: string): Traces {
  const all = rows ?? []
  const standing = all.filter(({ state }) => state !== 'refused')
  return {
    done: all.filter(({ state }) => state === done).length,
    standing: standing.length,
    all: all.length,
  }
}

/** By what names one in the books: a member's key, or what only one of the member's withdrawals was for. */
function named<T extends { readonly member: string }>(rows: readonly T[], nameOfRow: (row: T) => unknown) {
  return Map.groupBy(rows, (row) => `${row.member} ${String(nameOfRow(row))}`)
}

export function checkHistory(operations: readonly Operation[], books: OurBooks): Finding[] {
  const transfers = named(books.transfers, ({ key }) => key)
  const withdrawals = named(books.withdrawals, ({ amount }) => amount)
  const gifts = named(books.gifts, ({ key }) => key)
  const intents = new Map(books.intents.map((intent) => [`${intent.member} ${intent.key}`, intent]))
  const deposits = new Set(books.deposits.map(({ member, transRef }) => `${member} ${transRef}`))
  const findings = operations.flatMap((operation): Finding[] => {
    const { kind, member, key, amount } = operation
    const common = [
      ...checkAnswersAgree(operation),
      ...checkIntent(operation, intents.get(`${member} ${key}`)),
    ]
    switch (kind) {
      case 'transfer in':
      case 'transfer out': {
        const rows = transfers.get(`${member} ${key}`)
        const moved = rows?.find(({ state }) => state === 'confirmed')
        return [
          ...common,
          ...checkTraces(operation, count(rows, 'confirmed')),
          ...checkMoved(operation, moved),
        ]
      }
      case 'withdraw': {
        const rows = withdrawals.get(`${member} ${amount}`)
        // The yes is to having it on hold; the bank may still have sent it back.
        const times = rows?.length ?? 0
        return [...common, ...checkTraces(operation, { done: times, standing: times, all: times })]
      }
      case 'gift': {
        // A gift under way may turn out to be another's.
        const isOpenEnd = verdictOf(operation) === 'in-progress'
        const traces = count(gifts.get(`${member} ${key}`), 'redeemed')
        return isOpenEnd ? common : [...common, ...checkTraces(operation, traces)]
      }
      case 'deposit': {
        const transRef = at(answerOf(operation), 'transRef')
        const isLost = transRef !== undefined && !deposits.has(`${member} ${String(transRef)}`)
        return isLost ? [found('lost', `${nameOf(operation)} ${String(transRef)} was paid at the bank`)] : []
      }
      case 'read':
        return checkRead(operation)
      default:
        return common
    }
  })
  return [...findings, ...checkOnceEach(operations, 'claim coupon'), ...checkOnceEach(operations, 'gift')]
}
