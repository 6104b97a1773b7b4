import { hash } from 'node:crypto'
import type { Call } from '@kapao/contract/call'
import { toJson } from '@kapao/contract/json'
import { outside } from '../asker.ts'
import type { Database, Queries } from '../database/database.ts'
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

/** The `call` of all intents of one call, as SQL's like has it: whatever stood for its parameters. */
export function callPattern({ method, path }: Pick<Call, 'method' | 'path'>): string {
  return `${method} ${path.replace(/\{\w+\}/g, '%')}`
}

export const KEY_SHAPE = /^[A-Za-z0-9_-]{8,64}$/

export function hashOf(body: unknown): Buffer {
  return hash('sha256', toJson(body ?? null), 'buffer')
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

/** As reserveIntent, of one that was written down before (begin): false when it has an answer, so that another has ended it. */
async function takeBegun(tx: Queries, intent: Intent): Promise<boolean> {
  const rows = await tx.query<{ key: string }>(
    `insert into intent (member_id, key, call, request_hash) values ($1, $2, $3, $4)
     on conflict (member_id, key) do update set call = excluded.call where intent.status is null returning key`,
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

/** As forgetIntent, of one that was begun so long ago that nobody can be at work on it any more. Whether it was forgotten. */
async function forgetAbandoned(queries: Queries, { memberId, key }: IntentName, afterMs: number) {
  const forgotten = await queries.query(
    `delete from intent where member_id = $1 and key = $2 and status is null
       and created_at < clock_timestamp() - make_interval(secs => $3) returning key`,
    [memberId, key, afterMs / 1_000],
  )
  return forgotten.length > 0
}

const ASK_AGAIN_MS = 50
const LONGEST_WAIT_MS = 40_000
/** The answer while nobody can know how it ends: the statement will tell. */
export const inProgress: KeptAnswer = { status: 202, answer: { message: 'SUCCESS', status: 'IN_PROGRESS' } }

/** What stands under a key: whose request it was, and the answer once there is one. */
export interface KeptIntent {
  readonly call: string
  readonly requestHash: Buffer
  readonly status: number | null
  readonly answer: object | null
}

/**
 * The answer to a repeat: the first one's, waited for while it is still being worked on. Null when there is none, or it was forgotten
 * meanwhile (refused before the ledger, or abandoned), so that this request is the first again. `seen` is what a look a moment ago has found.
 */
export async function answerOfRepeat(
  database: Database,
  atWork: AtWork,
  intent: Intent,
  seen?: KeptIntent | null,
  abandonedAfterMs: number | null = null,
): Promise<KeptAnswer | Refusal | null> {
  const row = seen === undefined ? await lookUp(database, intent) : seen
  const known = row && judgeKnown(row, intent)
  if (known || (row === null && atWork.endOf(intent) === null)) return known
  if (abandonedAfterMs !== null && (await forgetAbandoned(database, intent, abandonedAfterMs))) return null
  // Who waits takes nobody's room: they keep no connection, and all of them look together.
  return outside(() => waitForFirst(database, atWork, intent, abandonedAfterMs))
}

async function waitForFirst(
  database: Database,
  atWork: AtWork,
  intent: Intent,
  abandonedAfterMs: number | null,
): Promise<KeptAnswer | Refusal | null> {
  const givesUpAt = performance.now() + (abandonedAfterMs ?? LONGEST_WAIT_MS)
  for (;;) {
    const end = atWork.endOf(intent)
    await (end === null ? aMoment() : Promise.race([end, aMoment()]))
    const row = await lookUp(database, intent)
    const known = row && judgeKnown(row, intent)
    if (known) return known
    if (row === null && atWork.endOf(intent) === null) return null
    if (row === null || performance.now() <= givesUpAt) continue
    if (abandonedAfterMs === null) return inProgress
    if (await forgetAbandoned(database, intent, abandonedAfterMs)) return null
  }
}

/** Null while it has no answer yet. */
function judgeKnown(row: KeptIntent, { call, requestHash }: Intent): KeptAnswer | Refusal | null {
  if (row.call !== call || !requestHash.equals(row.requestHash)) return refuse('KEY_INVALID')
  return row.status === null || row.answer === null ? null : { status: row.status, answer: row.answer }
}

function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
}

const UNDER_KEY = `select a.asker::int as asker, i.call, i.request_hash, i.status, i.answer
  from unnest($1::bigint[], $2::text[]) with ordinality a (member_id, key, asker)
    join intent i on i.member_id = a.member_id and i.key = a.key`

function lookUp(database: Database, { memberId, key }: IntentName): Promise<KeptIntent | null> {
  return database.together<KeptIntent>(UNDER_KEY, [memberId, key])
}

/**
 * The intents of one call that this process is at work on. A repeat that went to the database before the first has committed would wait there
 * with a connection of its own; forty of them would take all that the process has.
 */
export class AtWork {
  readonly #ends = new Map<string, Promise<void>>()

  /** Settles when whoever is at work on it is not any more; null where nobody is. */
  endOf(intent: IntentName): Promise<void> | null {
    return this.#ends.get(nameOf(intent)) ?? null
  }

  /** Runs `work` for the intent; null, and nothing was run, while somebody is at work on it. */
  async alone<T>(intent: IntentName, work: () => Promise<T>): Promise<{ readonly done: T } | null> {
    const name = nameOf(intent)
    if (this.#ends.has(name)) return null
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#ends.set(name, promise)
    try {
      return { done: await work() }
    } finally {
      this.#ends.delete(name)
      resolve()
    }
  }
}

const nameOf = ({ memberId, key }: IntentName) => `${memberId} ${key}`

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
 * For how long what is begun has whoever began it to itself: games are asked and emptied meanwhile. One that takes longer may be ended by a repeat,
 * with the answer for both; of one whose process has died it is within the minute that a player waits.
 */
export const BEGUN_FOR_MS = 20_000

/**
 * Runs `work` with the intent written down, where games are asked or emptied before `once`: a repeat that reaches another process waits there
 * for this one's answer, and is not refused for what is on its way. Where this process dies, the repeat is the first again after BEGUN_FOR_MS.
 */
export async function begin<T>(
  database: Database,
  intent: Intent | null,
  work: () => Promise<T>,
): Promise<T | typeof repeated> {
  if (intent === null) return work()
  if (!(await reserveIntent(database, intent))) return repeated
  let done: T
  try {
    done = await work()
  } finally {
    // One that has an answer stays.
    await forgetIntent(database, intent)
  }
  // Refused for what another has ended meanwhile, or is at: theirs is the answer.
  return isRefusal(done) && (await isKnownIntent(database, intent)) ? repeated : done
}

/**
 * Runs `work` once per intent: the intent, what `work` writes and its answer are one transaction. A refusal keeps no answer, and what `work` has
 * written stays: it refuses before it writes, but for what is true either way. `hasBegun`: inside `begin`.
 */
export async function once<R extends Refusal>(
  database: Database,
  intent: Intent | null,
  work: (tx: Queries) => Promise<KeptAnswer | R>,
  { hasBegun = false }: { readonly hasBegun?: boolean } = {},
): Promise<Replied | typeof repeated | R> {
  const reserve = hasBegun ? takeBegun : reserveIntent
  return database.transaction(async (tx) => {
    if (intent && !(await reserve(tx, intent))) return repeated
    const result = await work(tx)
    if (isRefusal(result)) {
      if (intent) await forgetIntent(tx, intent)
      return result
    }
    if (intent) await keepAnswer(tx, intent, result)
    return { replied: result }
  })
}
