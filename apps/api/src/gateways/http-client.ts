import { toJson } from '@kapao/contract/json'
import * as v from 'valibot'
import { outside } from '../asker.ts'
import { traced } from '../tracing.ts'
import type { ListPage } from './outcome.ts'
import { type Errand, Places } from './places.ts'
import { signRequest } from './sign-request.ts'

export type HttpAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly json: unknown }
  | {
      readonly kind: 'lost'
      readonly reason: string
      /** False when the request has not left: nobody there knows of it. */
      readonly wasSent: boolean
    }

export interface RequestOptions {
  readonly body?: object
  readonly timeoutMs: number
  /** Whose places it takes; money's where nothing is said. */
  readonly errand?: Errand
  /** For how long it waits for a place where there is none. */
  readonly placeWaitMs?: number
}

export interface HttpClient {
  /** One request; every way of not getting a whole JSON answer is `lost`, never an exception. */
  request(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options: RequestOptions,
  ): Promise<HttpAnswer>
}

/** Nobody listened there: a line that was never made took no byte of the request. What broke later may have. */
function isRefusedConnection(error: unknown): boolean {
  if (!(error instanceof Error) || !(error.cause instanceof Error)) return false
  const { cause } = error
  // A name of several addresses was tried at each.
  const tries: readonly unknown[] = cause instanceof AggregateError ? cause.errors : [cause]
  return (
    tries.length > 0 &&
    tries.every(
      (one) =>
        one instanceof Error &&
        'code' in one &&
        one.code === 'ECONNREFUSED' &&
        'syscall' in one &&
        one.syscall === 'connect',
    )
  )
}

/** What fetch throws is a TypeError for all: a name that is none, a certificate that is no good, a line that broke. Its cause has a code of its own. */
function whyLost(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}

/** Speaks JSON to one outside system; with a secret each request is signed. */
export function openHttpClient(baseUrl: string, secret: string | null = null): HttpClient {
  const { host, pathname } = new URL(baseUrl)
  const root = pathname.replace(/\/$/, '')

  /** A name of two dots, however it came into a path, would lead to another call. */
  function leadsAway(path: string): boolean {
    return new URL(`${baseUrl}${path}`).pathname !== (`${root}${path.split('?', 1)[0]}` || '/')
  }

  const places = new Places()

  async function send(
    method: string,
    path: string,
    { body: order, timeoutMs, errand = 'money', placeWaitMs = 0 }: RequestOptions,
    headers: Record<string, string>,
  ): Promise<HttpAnswer> {
    if (leadsAway(path)) return { kind: 'lost', reason: 'UnsafePath', wasSent: false }
    const url = `${baseUrl}${path}`
    const body = order && toJson(order)
    const hasPlace =
      places.take(errand) || (placeWaitMs > 0 && (await outside(() => places.wait(errand, placeWaitMs))))
    if (!hasPlace) return { kind: 'lost', reason: 'too many at once', wasSent: false }
    try {
      const atS = Math.floor(Date.now() / 1000)
      const signature = secret === null ? {} : signRequest(secret, { method, url, body: body ?? '', atS })
      return await outside(async () => {
        const response = await fetch(url, {
          method,
          signal: AbortSignal.timeout(timeoutMs),
          redirect: 'error',
          headers: { ...headers, ...signature, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body }),
        })
        // An answer that says itself that it has no body is a whole one.
        const json = response.status === 204 ? null : await response.json()
        return { kind: 'answered', status: response.status, json }
      })
    } catch (error) {
      if (isRefusedConnection(error)) return { kind: 'lost', reason: 'ECONNREFUSED', wasSent: false }
      return { kind: 'lost', reason: whyLost(error), wasSent: true }
    } finally {
      places.giveBack(errand)
    }
  }
  // A path may hold a gift's code; a trace tells whom we asked, not what for.
  return {
    request: (method, path, options) =>
      traced(`${method} ${host}`, { 'http.request.method': method, 'server.address': host }, (headers) =>
        send(method, path, options, headers),
      ),
  }
}

export function isServerError(status: number): boolean {
  return status >= 500
}

const refusalBody = v.object({ code: v.string() })

/** The other side's own code, for our logs. */
export function reasonOf(answer: HttpAnswer): string {
  if (answer.kind === 'lost') return answer.reason
  const parsed = v.safeParse(refusalBody, answer.json)
  return parsed.success ? parsed.output.code : `HTTP ${answer.status}`
}

/**
 * The code of a refusal that is one of those the call is documented to have, written as "404 NO_ACCOUNT"; null for every other answer. A status alone is
 * nobody's word: what stands in front of the other side answers 408, 429 or 404 in JSON, too, also when the order behind it was done.
 */
export function refusalOf(answer: HttpAnswer, documented: ReadonlySet<string>): string | null {
  if (answer.kind === 'lost') return null
  const code = reasonOf(answer)
  return documented.has(`${answer.status} ${code}`) ? code : null
}

/** The other side itself has never heard of what it was asked about. */
export function isNotFound(answer: HttpAnswer): boolean {
  return answer.kind === 'answered' && answer.status === 404 && reasonOf(answer) === 'NOT_FOUND'
}

const LIST_TIMEOUT_MS = 15_000
const LIST_PAGE = 500

/** Reads one page of a list. An item that makes no sense makes the whole page unread: a list with holes proves nothing. */
export async function readList<Item>(
  client: HttpClient,
  path: string,
  cursor: string,
  shape: { readonly name: string; readonly item: v.GenericSchema<unknown, Item> },
): Promise<ListPage<Item>> {
  const mark = path.includes('?') ? '&' : '?'
  const query = `${path}${mark}after=${encodeURIComponent(cursor)}&limit=${LIST_PAGE}`
  const answer = await client.request('GET', query, { timeoutMs: LIST_TIMEOUT_MS })
  if (answer.kind === 'lost') return null
  if (answer.status === 404 || answer.status === 405 || answer.status === 501) return 'none'
  if (answer.status !== 200) return null
  // Of no page after this one there is no cursor, and whoever asks on by the same one has the end.
  const told = v.object({ [shape.name]: v.array(shape.item), cursor: v.nullish(v.string(), cursor) })
  const page = v.safeParse(told, answer.json)
  const items = page.success ? page.output[shape.name] : undefined
  return page.success && Array.isArray(items) ? { items, cursor: String(page.output.cursor) } : null
}
