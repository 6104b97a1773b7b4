import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import type { Gateways } from '../gateways/gateways.ts'
import type { Operator } from '../operator/operator.ts'
import {
  type ChainHead,
  chainHead,
  headText,
  parseHead,
  sealLedger,
  verifyChain,
} from '../staff/audit-chain.ts'
import { beginningOf } from './beginning.ts'
import { checkBooks } from './books-check.ts'
import type { Difference } from './difference.ts'
import { compareFeed } from './feed-check.ts'
import { compareGames } from './games-check.ts'
import { compareGifts } from './gifts-check.ts'
import { beginNaming, endNaming } from './named-outside.ts'
import type { Comparing } from './outside.ts'
import { comparePayouts } from './payouts-check.ts'

export interface Reconciling {
  readonly database: Database
  readonly operator: Operator
  readonly gateways: Gateways
  /** Under which gift codes are known. */
  readonly giftKey: Buffer
  /** Looks at everything ever, rather than at what came since the nights before. */
  readonly isWhole?: boolean
  /** Waits for what is just arriving; without it, some seconds. */
  readonly settle?: () => Promise<unknown>
}

const SETTLE_MS = 5_000

/** What a reconciliation found: equal means that everything was looked at and nothing differs. */
export interface Report {
  readonly id: bigint
  readonly state: 'equal' | 'different' | 'incomplete'
  readonly since: Date | null
  readonly differences: readonly Difference[]
  readonly compared: Readonly<Record<string, number>>
  readonly unseen: Readonly<Record<string, string>>
  readonly head: ChainHead | null
}

/** Heads that earlier reports wrote down. They lie in the same database: whoever wants more keeps the log elsewhere. */
async function knownHeads(database: Database): Promise<readonly ChainHead[]> {
  const rows = await database.query<{ chainHead: string }>(
    'select chain_head from reconciliation where chain_head is not null order by id desc limit 400',
  )
  return rows.flatMap((row) => parseHead(row.chainHead) ?? [])
}

async function writeDown(database: Database, report: Report, reached: Record<string, string>): Promise<void> {
  const compared = { ...report.compared, unseen: report.unseen }
  await database.transaction(async (tx) => {
    await tx.query('delete from reconciliation_difference where reconciliation_id = $1', [report.id])
    await tx.query(
      `insert into reconciliation_difference (reconciliation_id, number, kind, subject, ours, theirs)
       select $1, d.number, d.kind, d.subject, d.ours, d.theirs
       from rows from (json_to_recordset($2::json) as (kind text, subject text, ours text, theirs text)) with ordinality
         as d (kind, subject, ours, theirs, number)`,
      [report.id, JSON.stringify(report.differences)],
    )
    await tx.query(
      `update reconciliation set state = $2, differences = $3, compared = $4, cursors = $5, chain_head = $6, since = $7,
         finished_at = now(), next_try_at = now() + interval '15 minutes' where id = $1`,
      [
        report.id,
        report.state,
        report.differences.length,
        JSON.stringify(compared),
        JSON.stringify(reached),
        headText(report.head),
        report.since,
      ],
    )
  })
}

/** Begins one by hand. The nightly ones begin by their claim (nightly.ts). */
export async function beginByHand(database: Database): Promise<bigint> {
  const [row] = await database.query<{ id: bigint }>(
    "insert into reconciliation (next_try_at) values (now() + interval '1 hour') returning id",
  )
  if (!row) throw new Error('no reconciliation was begun')
  return row.id
}

/** Compares everything, seals the ledger, verifies the chain, and writes down what it found. */
export async function reconcile(work: Reconciling, id: bigint): Promise<Report> {
  const { database, operator, gateways, giftKey, isWhole = false, settle = () => sleep(SETTLE_MS) } = work
  const earlier = isWhole ? null : await beginningOf(database)
  const comparing: Comparing = {
    database,
    operator,
    gateways,
    since: earlier?.startedAt ?? null,
    begunAt: await beginNaming(database),
    cursors: earlier?.cursors ?? {},
    reached: { ...earlier?.cursors },
    differences: [],
    compared: {},
    unseen: {},
    settle,
  }
  const books = await checkBooks(database)
  await compareFeed(comparing)
  await comparePayouts(comparing)
  await compareGames(comparing)
  await compareGifts(comparing, giftKey)
  await endNaming(comparing)
  await sealLedger(database)
  const chain = await verifyChain(database, await knownHeads(database))
  const head = await chainHead(database)
  const differences = [...books.differences, ...comparing.differences, ...chain]
  const isSeen = Object.keys(comparing.unseen).length === 0
  const report: Report = {
    id,
    state: !isSeen ? 'incomplete' : differences.length === 0 ? 'equal' : 'different',
    since: comparing.since,
    differences,
    compared: {
      movements: books.movements,
      accounts: books.accounts,
      ...comparing.compared,
      'audit links': Number(head?.seq ?? 0n),
    },
    unseen: comparing.unseen,
    head,
  }
  await writeDown(database, report, comparing.reached)
  return report
}

/** The report in words, a line for each thing that differs. */
export function reportLines(report: Report): readonly string[] {
  const { differences, compared, unseen, since, head, state } = report
  const looked = Object.entries(compared).map(([what, many]) => `${many} ${what}`)
  return [
    `Reconciliation ${report.id}, ${since ? `since ${since.toISOString()}` : 'of everything'}: ${looked.join(', ')}.`,
    `Audit chain: ${headText(head)}`,
    ...Object.entries(unseen).map(([what, why]) => `not compared  ${what}: ${why}`),
    ...differences.map(
      ({ kind, subject, ours, theirs }) => `${kind}  ${subject}  ours: ${ours}  theirs: ${theirs}`,
    ),
    state === 'equal'
      ? 'Zero differences.'
      : `${differences.length} differences${state === 'incomplete' ? ', and not everything could be compared' : ''}.`,
  ]
}
