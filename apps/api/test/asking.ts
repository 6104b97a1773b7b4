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

/** Where in a JSON value there is something that its parsed form has lost: fields that no schema names, rows that none can read. */
export function unnamedFields(json: unknown, parsed: unknown, place = 'answer'): string[] {
  if (Array.isArray(json)) {
    if (!Array.isArray(parsed) || parsed.length !== json.length) return [place]
    return json.flatMap((one, index) => unnamedFields(one, parsed[index], `${place}[${index}]`))
  }
  if (typeof json !== 'object' || json === null) return []
  if (typeof parsed !== 'object' || parsed === null) return [place]
  return Object.entries(json).flatMap(([name, value]) =>
    Object.hasOwn(parsed, name)
      ? unnamedFields(value, Reflect.get(parsed, name), `${place}.${name}`)
      : [`${place}.${name}`],
  )
}

/** What was answered, held against the contract: all that it names, and nothing more, which is how a column of the database would get out. */
export function readAnswer<C extends Call>(call: C, response: Response): Answered<C> {
  const json = response.json()
  const isReplay = response.headers['idempotent-replay'] === 'true'
  if (response.statusCode < 400) {
    const answer = v.parse(call.answer, json) as AnswerOf<C>
    const unnamed = unnamedFields(json, answer)
    if (unnamed.length > 0)
      throw new Error(`${call.path} answers what it does not name: ${unnamed.join(', ')}`)
    return { status: response.statusCode, isReplay, ok: true, answer }
  }
  const { message, ...details } = v.parse(refusalShape, json)
  return { status: response.statusCode, isReplay, ok: false, message, details }
}
