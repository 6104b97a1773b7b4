import { toJson } from '@kapao/contract/json'
import * as v from 'valibot'

export type HttpAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly json: unknown }
  | { readonly kind: 'lost'; readonly reason: string }

interface Options {
  readonly body?: object
  readonly timeoutMs: number
}

export interface HttpClient {
  /** One request; every way of not getting a whole JSON answer is `lost`, never an exception. */
  request(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options: Options): Promise<HttpAnswer>
}

/** Speaks JSON to one outside system. */
export function openHttpClient(baseUrl: string): HttpClient {
  return {
    async request(method, path, { body, timeoutMs }) {
      try {
        const response = await fetch(`${baseUrl}${path}`, {
          method,
          signal: AbortSignal.timeout(timeoutMs),
          redirect: 'error',
          headers: body ? { 'content-type': 'application/json' } : {},
          ...(body && { body: toJson(body) }),
        })
        return { kind: 'answered', status: response.status, json: await response.json() }
      } catch (error) {
        return { kind: 'lost', reason: error instanceof Error ? error.name : 'unknown' }
      }
    },
  }
}

export function isServerError(status: number): boolean {
  return status >= 500
}

const refusalBody = v.object({ code: v.optional(v.string(), 'REFUSED') })

/** The other side's own code for a refusal, for our logs. */
export function reasonOf(answer: HttpAnswer): string {
  if (answer.kind === 'lost') return answer.reason
  const parsed = v.safeParse(refusalBody, answer.json)
  return parsed.success ? parsed.output.code : `HTTP ${answer.status}`
}
