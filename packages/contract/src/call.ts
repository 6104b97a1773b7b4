import type { GenericSchema, InferOutput } from 'valibot'
import type { RefusalCode } from './codes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * One call of the wire. `path` is below `/api`, with `{name}` for its parameters. `token`: whether a session is needed.
 * `effect`: "reads" may be asked again at will; "writes" changes something; "money" moves money and takes an
 * Idempotency-Key. Several GETs write (api: conventions), so the method says nothing.
 */
export interface Call<
  Path extends string = string,
  Body extends GenericSchema | null = GenericSchema | null,
  Answer extends GenericSchema = GenericSchema,
  Refusals extends RefusalCode = RefusalCode,
  Token extends boolean = boolean,
> {
  readonly method: Method
  readonly path: Path
  readonly token: Token
  readonly effect: 'reads' | 'writes' | 'money'
  /** The name of the multipart field that carries a file; `body` then describes the other fields. */
  readonly file?: string
  readonly body: Body
  readonly answer: Answer
  readonly refusals: readonly Refusals[]
}

/** Declares a call; the types of its parameters, body, answer and refusals follow from the value. */
// @__NO_SIDE_EFFECTS__
export function call<
  const Path extends string,
  const Body extends GenericSchema | null,
  const Answer extends GenericSchema,
  const Refusals extends RefusalCode,
  const Token extends boolean,
>(declared: Call<Path, Body, Answer, Refusals, Token>): Call<Path, Body, Answer, Refusals, Token> {
  return declared
}

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

/** The path parameters of a call: `{code: string}` for `/wallet/activate/{code}`. */
export type ParamsOf<C extends Call> = { readonly [Name in ParamNames<C['path']>]: string }

/** What a client hands over as the body: money as Minor, which `toJson` writes as the wire's number. */
export type BodyOf<C extends Call> = C['body'] extends GenericSchema ? InferOutput<C['body']> : undefined

/** What the answer is after parsing: money as Minor. A server's handler returns the same shape. */
export type AnswerOf<C extends Call> = InferOutput<C['answer']>

export type RefusalsOf<C extends Call> = C['refusals'][number]
