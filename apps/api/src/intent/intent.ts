import { createHash } from 'node:crypto'
import { toJson } from '@kapao/contract/json'
import type { Database, Queries } from '../database.ts'
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts'

/** One intent of a player, as the Idempotency-Key names it: the same key on a retry is the same intent. */
export interface Intent {
  readonly memberId: bigint
  readonly key: string
  /** `METHOD /path` with its parameters filled in. */
  readonly call: string
  readonly requestHash: Buffer
}

/** An intent that was reserved, as the rows of its work remember it. */
export type IntentName = Pick<Intent, 'memberId' | 'key'>

export interface KeptAnswer {
  readonly status: number
  readonly answer: object
}

export const KEY_SHAPE = /^[A-Za-z0-9_-]{8,64}$/

export function hashOf(body: unknown): Buffer {
  return createHash('sha256')
    .update(toJson(body ?? null))
    .digest()
}

/** Writes the intent into the transaction that moves its money; false when the key is known already. */
export async function reserveIntent(tx: Queries, intent: Intent): Promise<boolean> {
  const rows = await tx.query<{ key: string }>(
    `insert into intent (member_id, key, call, request_hash) values ($1, $2, $3, $4)
     on conflict do nothing returning key`,
    [intent.memberId, intent.key, intent.call, intent.requestHash],
  )
  return rows.length === 1
}

/** Keeps the first answer; a later one changes nothing. */
export async function keepAnswer(tx: Queries, intent: IntentName, kept: KeptAnswer): Promise<void> {
  await tx.query(
    'update intent set status = $3, answer = $4 where member_id = $1 and key = $2 and status is null',
    [intent.memberId, intent.key, kept.status, toJson(kept.answer)],
  )
}

/** Whether this intent has been started before: its answer is then the first one's. */
export async function isKnownIntent(queries: Queries, intent: Intent): Promise<boolean> {
  const rows = await queries.query('select 1 from intent where member_id = $1 and key = $2', [
    intent.memberId,
    intent.key,
  ])
  return rows.length > 0
}

/** Forgets an intent that was refused before it touched the ledger: a later try is judged anew. */
export async function forgetIntent(queries: Queries, intent: IntentName): Promise<void> {
  await queries.query('delete from intent where member_id = $1 and key = $2 and status is null', [
    intent.memberId,
    intent.key,
  ])
}

const ASK_AGAIN_MS = 50
const LONGEST_WAIT_MS = 40_000
const inProgress: KeptAnswer = { status: 202, answer: { message: 'SUCCESS', status: 'IN_PROGRESS' } }

/** What stands under a key: whose request it was, and the answer once there is one. */
export interface KeptIntent {
  readonly call: string
  readonly requestHash: Buffer
  readonly status: number | null
  readonly answer: object | null
}

/**
 * The answer to a repeat: the first one's, waited for while it is still being worked on. Null when the intent was forgotten
 * meanwhile (refused before the ledger), so that this request is the first again. `seen` is what a look a moment ago has found.
 */
export async function answerOfRepeat(
  queries: Queries,
  intent: Intent,
  seen?: KeptIntent | null,
): Promise<KeptAnswer | Refusal | null> {
  const givesUpAt = performance.now() + LONGEST_WAIT_MS
  let row = seen === undefined ? await lookUp(queries, intent) : seen
  for (;;) {
    if (row === null) return null
    if (row.call !== intent.call || !intent.requestHash.equals(row.requestHash)) return refuse('KEY_INVALID')
    if (row.status !== null && row.answer !== null) return { status: row.status, answer: row.answer }
    if (performance.now() > givesUpAt) return inProgress
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
    row = await lookUp(queries, intent)
  }
}

async function lookUp(queries: Queries, { memberId, key }: IntentName): Promise<KeptIntent | null> {
  const [row] = await queries.query<KeptIntent>(
    'select call, request_hash, status, answer from intent where member_id = $1 and key = $2',
    [memberId, key],
  )
  return row ?? null
}

export function isKept(value: KeptAnswer | Refusal): value is KeptAnswer {
  return !isRefusal(value)
}

/** A handler's word that the intent is known: the first answer is looked up and given again. */
export const repeated = Symbol('repeated')

/** An answer that is not the plain 200: in progress, or one that was kept with its intent. */
export interface Replied {
  readonly replied: KeptAnswer
}

/**
 * Runs `work` once per intent: the intent, what `work` writes and its answer are one transaction. A refusal keeps nothing, so `work`
 * must refuse before it writes.
 */
export async function once<R extends Refusal>(
  database: Database,
  intent: Intent | null,
  work: (tx: Queries) => Promise<KeptAnswer | R>,
): Promise<Replied | typeof repeated | R> {
  return database.transaction(async (tx) => {
    if (intent && !(await reserveIntent(tx, intent))) return repeated
    const result = await work(tx)
    if (isRefusal(result)) {
      if (intent) await forgetIntent(tx, intent)
      return result
    }
    if (intent) await keepAnswer(tx, intent, result)
    return { replied: result }
  })
}
