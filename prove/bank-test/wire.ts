// The calls of a wallet, with what became of each told apart: a yes, a no, under way, never arrived, or nobody knows.
import type { Outcome } from './history.ts'

/** Longer than any honest answer here takes; what takes longer is lost to its client. */
const PATIENCE_MS = 20_000

export interface Asked {
  readonly token?: string | undefined
  readonly body?: unknown
  readonly key?: string | null
}

function why(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return error.name
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (typeof cause === 'object' && cause !== null && 'code' in cause) return String(cause.code)
  return cause instanceof Error ? cause.name : String(cause)
}

function isInProgress(answer: unknown): boolean {
  return (
    typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === 'IN_PROGRESS'
  )
}

/** The wheel answers 200 to what it refuses, too. */
function refusalIn(answer: unknown): string | null {
  const isNo =
    typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === false
  return isNo && 'error' in answer ? String(answer.error) : null
}

function read(status: number, text: string): Outcome {
  if (status >= 500) return { kind: 'unknown', why: `HTTP ${status}` }
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return { kind: 'unknown', why: 'half an answer' }
  }
  if (status === 202 || isInProgress(answer)) return { kind: 'in-progress' }
  if (status === 200 || status === 201) {
    const code = refusalIn(answer)
    return code === null ? { kind: 'ok', answer } : { kind: 'refused', code }
  }
  return { kind: 'refused', code: String(at(answer, 'message') ?? `HTTP ${status}`) }
}

/** One request and what its client knows after it. */
export async function ask(url: string, method: string, { token, body, key }: Asked = {}): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        'x-requested-with': 'kapao',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined || key === null ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return read(response.status, await response.text())
  } catch (error) {
    const reason = why(error)
    return reason === 'ECONNREFUSED' ? { kind: 'unsent' } : { kind: 'unknown', why: reason }
  }
}

/** For what must succeed. */
export async function demand(url: string, method: string, asked: Asked = {}): Promise<unknown> {
  const outcome = await ask(url, method, asked)
  if (outcome.kind === 'ok') return outcome.answer
  const what =
    outcome.kind === 'refused' ? outcome.code : outcome.kind === 'unknown' ? outcome.why : outcome.kind
  throw new Error(`${method} ${new URL(url).pathname}: ${what}`)
}

/** A value somewhere inside an answer; undefined where there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value
  for (const name of path) {
    if (typeof found !== 'object' || found === null) return undefined
    found = Reflect.get(found, name)
  }
  return found
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}
