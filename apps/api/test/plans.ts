// The plans of all statements that a test server runs, those inside of functions and triggers among them, as PostgreSQL itself tells them.
import { logSince } from './database-log.ts'
import type { TestServer } from './server.ts'

/** Told for every statement; with a penalty on reading whole tables, so that only those do that cannot do otherwise. */
export const tellPlans = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  enable_seqscan: 'off',
}

/** Tables that only the operator makes longer, a few rows by hand, and one that holds a row per process or kind. Every other one grows. */
const SMALL = new Set([
  'bank',
  'bonus',
  'canned_reply',
  'feed_cursor',
  'game',
  'migration',
  'operator_account',
  'operator_setting',
  'operator_wallet',
  'payout_hold',
  'promotion',
  'registration_source',
  'staff',
  'wheel',
  'wheel_slice',
])

/** The same, run to the end: each node tells how many rows it has read. */
export const tellRows = {
  ...tellPlans,
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  plan_cache_mode: 'force_generic_plan',
}

export interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Plan[]
}

export interface Told {
  readonly text: string
  readonly plan: Plan
}

/** Everything told after a place in the log; the second of the pair is where it ends now. */
export function plansSince(place: number): readonly [readonly Told[], number] {
  const [log, end] = logSince(place)
  const told: Told[] = []
  // Each is one entry of the log, whose further lines begin with a tab.
  for (const [, json = ''] of log.matchAll(/ plan:\n((?:\t.*\n)+)/g)) {
    const { 'Query Text': text, Plan: plan } = JSON.parse(json)
    told.push({ text, plan })
  }
  return [told, end]
}

/** Indexes over some of the rows: those that wait for something, which are few. */
export async function partialIndexes(server: TestServer): Promise<ReadonlySet<string>> {
  const rows = await server.database.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where indpred is not null',
  )
  return new Set(rows.map((row) => row.name))
}

/** What of a plan reads more the more there is: a whole table, or a whole index that no limit ends. */
export function unbounded(plan: Plan, partial: ReadonlySet<string>, isLimited = false): readonly string[] {
  const relation = plan['Relation Name']
  const index = plan['Index Name']
  const grows = relation !== undefined && !SMALL.has(relation)
  const node = plan['Node Type']
  const own: string[] = []
  if (grows && node === 'Seq Scan') own.push(`reads all of ${relation}`)
  const isWhole = plan['Index Cond'] === undefined && !partial.has(index ?? '')
  const endsEarly = isLimited && plan.Filter === undefined
  if (grows && /^Index (Only )?Scan$/.test(node) && isWhole && !endsEarly)
    own.push(`reads all of ${index} of ${relation}`)
  // A row under a limit comes from its first child as it is found, unless all of them are gathered first.
  const limits = node === 'Limit' || (isLimited && /^(Nested Loop|Subquery Scan|LockRows|Result)$/.test(node))
  const below = (plan.Plans ?? []).flatMap((child, at) => unbounded(child, partial, limits && at === 0))
  return [...own, ...below]
}

/** What of a plan has read more than so many rows of one table, kept or thrown away. */
export function manyRead(plan: Plan, most: number): readonly string[] {
  const { 'Relation Name': relation, 'Actual Loops': loops = 1 } = plan
  const each =
    (plan['Actual Rows'] ?? 0) +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0)
  const own =
    relation !== undefined && each * loops > most ? [`reads ${each * loops} rows of ${relation}`] : []
  return [...own, ...(plan.Plans ?? []).flatMap((child) => manyRead(child, most))]
}
