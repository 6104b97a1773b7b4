import type { AnswerOf, Call, ParamsOf } from '@kapao/contract/call'
import * as v from 'valibot'

export interface Asking<C extends Call> {
  readonly params?: ParamsOf<C>
  /** Sent as it is: a test may send what the contract forbids. */
  readonly body?: unknown
  readonly token?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Answered<C extends Call> =
  | { readonly status: number; readonly isReplay: boolean; readonly ok: true; readonly answer: AnswerOf<C> }
  | {
      readonly status: number
      readonly isReplay: boolean
      readonly ok: false
      readonly message: string
      readonly details: Readonly<Record<string, unknown>>
    }

const refusalShape = v.looseObject({ message: v.string() })

interface Response {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  json(): unknown
}

/** What was answered, held against the contract. */
export function readAnswer<C extends Call>(call: C, response: Response): Answered<C> {
  const json = response.json()
  const isReplay = response.headers['idempotent-replay'] === 'true'
  if (response.statusCode < 400) {
    return {
      status: response.statusCode,
      isReplay,
      ok: true,
      answer: v.parse(call.answer, json) as AnswerOf<C>,
    }
  }
  const { message, ...details } = v.parse(refusalShape, json)
  return { status: response.statusCode, isReplay, ok: false, message, details }
}
