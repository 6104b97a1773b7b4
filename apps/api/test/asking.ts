import type { AnswerOf, Call, ParamsOf } from '@kapao/contract/call'

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
