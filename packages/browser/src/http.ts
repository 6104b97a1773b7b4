/**
 * The one way to the server: `send(call, {body})` gives `{ok: true, answer}` or `{ok: false, failure}` and throws only when the caller
 * aborted. The answer is parsed by the call's schema. A refusal is known by its `message`, whatever the status (api: conventions).
 * Nothing is ever sent twice on its own. Whose session it is, and what ends it, each app says in the `Session` it hands over.
 * In TanStack Query: `queryFn: ({ signal }) => ask(getWallet, { signal })`, which throws a SendFailure instead.
 */
import type { AnswerOf, BodyOf, Call, ParamsOf } from '@kapao/contract/call'
import { toJson } from '@kapao/contract/json'
import { extra, words } from '@kapao/contract/values'
import { boolean, number, object, safeParse, string } from 'valibot'
import { after } from './timers.ts'

export interface Refused {
  readonly kind: 'refused'
  /** A RefusalCode, or another server's own words. */
  readonly message: string
  readonly field?: string | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  /** Seconds. */
  readonly retryAfter?: number | undefined
  readonly requestId?: string | undefined
  /** The status was one of a server that broke, or of a proxy before it. */
  readonly isFault?: true | undefined
  /** The status was one of a success: unless the message is a code, it may have been one. */
  readonly isAccepted?: true | undefined
}

/**
 * no-network: nothing came back. timed-out: we stopped waiting. not-understood: something came back that is not of the contract: an empty
 * body, a page (of a proxy, or of a network that wants a log-in first), or anything else.
 * After any of the three a write may have happened or not.
 */
export type Failure =
  | Refused
  | { readonly kind: 'no-network' }
  | { readonly kind: 'timed-out' }
  | {
      readonly kind: 'not-understood'
      readonly status: number
      readonly came: 'nothing' | 'a-page' | 'something'
      readonly requestId?: string | undefined
    }

export type Result<Answer> =
  | {
      readonly ok: true
      readonly answer: Answer
      /** It is the kept answer to an earlier try under the same Idempotency-Key: nothing was done now. */
      readonly isReplay?: true
    }
  | { readonly ok: false; readonly failure: Failure; readonly isReplay?: true }

interface SendOptions<C extends Call> {
  readonly params?: ParamsOf<C>
  readonly body?: BodyOf<C>
  /** The Idempotency-Key: one per intent of the player (intent.ts). */
  readonly intent?: string
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

export interface Session {
  /** Where the API is; "" for the page's own origin. */
  readonly origin: string
  /** Whether cookies go along. */
  readonly credentials: RequestCredentials
  currentToken(): string | null
  /** The answer to a call that the page has made already, before this code was there. */
  begun?(address: string, token: string | null, signal: AbortSignal): Promise<Response> | undefined
  /** Whether a refusal says that the session is over, so that nothing else in its answer counts. */
  isEnd(message: string): boolean
  /** Told of every refusal. `token` is the one that the call was sent with: a late answer to an earlier session must not end the next. */
  refused(message: string, token: string | null): void
}

type Send = <C extends Call>(call: C, options?: SendOptions<C>) => Promise<Result<AnswerOf<C>>>

const TIMEOUT_MS = 60_000
/** The header of an answer that was kept; a server that keeps none never sends it. */
const REPLAY = 'Idempotent-Replay'

// @__NO_SIDE_EFFECTS__
export function createSend(session: Session): Send {
  return (call, options = {}) => send(session, call, options)
}

async function send<C extends Call>(
  session: Session,
  call: C,
  options: SendOptions<C>,
): Promise<Result<AnswerOf<C>>> {
  const token = session.currentToken()
  const timer = new AbortController()
  const stop = () => timer.abort()
  const stopClock = after(options.timeoutMs ?? TIMEOUT_MS, stop)
  options.signal?.addEventListener('abort', stop)
  if (options.signal?.aborted) stop()
  try {
    const address = addressOf(session, pathOf(call, options))
    const begun = call.method === 'GET' ? session.begun?.(address, token, timer.signal) : undefined
    const response = await (begun ??
      fetch(address, {
        method: call.method,
        headers: {
          ...headersOf(options.intent, token),
          ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        signal: timer.signal,
        credentials: session.credentials,
        referrerPolicy: 'no-referrer',
        // What is a member's is theirs alone, and never the browser's to tell again.
        ...(call.effect === 'reads' && !call.token ? {} : { cache: 'no-store' as const }),
        ...(options.body === undefined ? {} : { body: toJson(options.body) }),
      }))
    const received = {
      status: response.status,
      requestId: response.headers.get('X-Request-Id'),
      retryAfter: response.headers.get('Retry-After'),
      replay: response.headers.get(REPLAY),
      text: await response.text(),
    }
    return judge(session, call, received, token)
  } catch {
    if (options.signal?.aborted) throw new DOMException('The caller no longer waits', 'AbortError')
    return { ok: false, failure: { kind: timer.signal.aborted ? 'timed-out' : 'no-network' } }
  } finally {
    stopClock()
    options.signal?.removeEventListener('abort', stop)
  }
}

export class SendFailure extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.kind === 'refused' ? failure.message : failure.kind)
    this.failure = failure
  }
}

/** `send` for TanStack Query, which knows a failure by its throw. */
// @__NO_SIDE_EFFECTS__
export function createAsk(send: Send) {
  return async <C extends Call>(call: C, options: SendOptions<C> = {}): Promise<AnswerOf<C>> => {
    const result = await send(call, options)
    if (result.ok) return result.answer
    throw new SendFailure(result.failure)
  }
}

/** What a call and what a picture of the API's are at, wherever the API is. */
export function addressOf(session: Session, path: string): string {
  return path.startsWith('/') ? `${session.origin}${path}` : path
}

function pathOf<C extends Call>(call: C, options: SendOptions<C>): string {
  const params: Readonly<Record<string, string>> = options.params ?? {}
  const path = call.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  return `/api${path}`
}

export function headersOf(intent: string | undefined, token: string | null): Record<string, string> {
  return {
    Accept: 'application/json',
    'X-Requested-With': 'kapao',
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...(intent === undefined ? {} : { 'Idempotency-Key': intent }),
  }
}

/** What came back, by whichever means it was asked for. */
interface Received {
  readonly status: number
  /** The header's. */
  readonly requestId: string | null
  /** The header's. */
  readonly retryAfter: string | null
  /** The header's. */
  readonly replay?: string | null
  readonly text: string
}

/** `token` is the one that the call was sent with. */
export function judge<C extends Call>(
  session: Session,
  call: C,
  received: Received,
  token: string | null,
): Result<AnswerOf<C>> {
  const json = parseJson(received.text)
  const refused = refusalIn(json, received)
  const replay = received.replay === 'true' && ({ isReplay: true } as const)
  if (refused) session.refused(refused.message, token)
  if (isWell(received.status) && !(refused && session.isEnd(refused.message))) {
    const isDone = refused !== null && successes.includes(refused.message)
    for (const said of isDone ? [json, ...inOtherWords(json, refused.message)] : [json]) {
      const parsed = safeParse(call.answer, said)
      if (parsed.success) return { ok: true, answer: parsed.output, ...replay }
    }
    // What it says besides is not of the contract. A refusal it is not: whoever took it for one would do the same again.
    if (isDone) return { ok: false, failure: notUnderstood(received) }
  }
  return { ok: false, failure: refused ?? notUnderstood(received), ...replay }
}

/** The messages and codes of the catalogue that say of something that it is done. */
const successes: readonly string[] = [
  'SUCCESS',
  'OK',
  'REFUND_SUCCESS',
  'INVITE_BONUS_SUCCESS',
  'BONUS_CLEAR',
  'OTP_CODE_VALID',
  'OTP_VERIFIED',
]

/** Another server may say that it is done in the word of another call, or in the message what belongs into the code. */
function inOtherWords(json: unknown, said: string): readonly unknown[] {
  const whole = { code: said, ...Object(json) }
  return [
    whole,
    ...successes.flatMap((word) => [
      { ...whole, message: word },
      { ...whole, message: word, code: word },
    ]),
  ]
}

const isWell = (status: number) => status >= 200 && status < 300

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What another server says of it in another shape is as if it were not there. */
const refusal = /* @__PURE__ */ object({
  message: words,
  // A call that says no by `success` names why by this, whatever the status.
  success: extra(boolean()),
  error: words,
  field: extra(string()),
  min: extra(number()),
  max: extra(number()),
  retryAfter: extra(number()),
  requestId: extra(string()),
})

function refusalIn(json: unknown, received: Received): Refused | null {
  const read = safeParse(refusal, json)
  if (!read.success) return null
  const { success, error, ...said } = read.output
  const reason = success === false ? error : ''
  // Which codes there are the apps know. Words of a server's own are none, and count less than a code that stands beside them.
  const message = /^[A-Z\d_]+$/.test(reason) ? reason : said.message || reason
  if (message === '') return null
  return {
    kind: 'refused',
    ...said,
    message,
    retryAfter: said.retryAfter ?? secondsIn(received.retryAfter),
    requestId: said.requestId ?? received.requestId ?? undefined,
    // A proxy that gave up waiting says so by 408: what it waited for may be done.
    isFault: received.status >= 500 || received.status === 408 || undefined,
    isAccepted: (isWell(received.status) && success !== false) || undefined,
  }
}

/** The header tells whole seconds or a date, and a server may tell it there alone (api: conventions). */
function secondsIn(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

function notUnderstood(received: Received): Failure {
  const { status, text } = received
  return { kind: 'not-understood', status, came: whatCame(text), requestId: received.requestId ?? undefined }
}

function whatCame(text: string): 'nothing' | 'a-page' | 'something' {
  const trimmed = text.trimStart()
  if (trimmed === '') return 'nothing'
  return trimmed.startsWith('<') ? 'a-page' : 'something'
}
