import type { AnswerOf, BodyOf, Call, ParamsOf, RefusalsOf } from '@kapao/contract/call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Database, isOutage } from '../database/database.ts'
import { type ReceivedFile, receiveUpload, type Upload } from '../files/receive.ts'
import {
  AtWork,
  answerOfRepeat,
  hashOf,
  type Intent,
  isKept,
  KEY_SHAPE,
  type KeptAnswer,
  type Replied,
  repeated,
} from '../intent/intent.ts'
import type { Operator } from '../operator/operator.ts'
import { type BelievedSession, settled, type unconfirmed } from '../session/believed.ts'
import { leaveRoomForOthers } from '../session/password-threads.ts'
import { type AuthRefusal, authenticate, type Look, type Member } from '../session/session.ts'
import { type Asking, findAsking, nobody } from './asking.ts'
import { bodyOf, MALFORMED } from './json-body.ts'
import type { Limits } from './limits.ts'
import { isMarked, needsMarker } from './marker.ts'
import { readBody } from './misfit.ts'
import { isPassing } from './overload.ts'
import { failed, isRefusal, type Refusal, refusalBody, refuse, statusOfRefusal } from './refusal.ts'
import { unstorableAt } from './storable.ts'
import { type WrittenIn, writeAnswer } from './written.ts'

/** What every route needs of the process. */
export interface RouteContext {
  readonly app: FastifyInstance
  readonly database: Database
  readonly operator: Operator
  readonly limits: Limits
}

/** What a handler is given: input that has been checked, and the member when the call needs one. */
export interface Asked<C extends Call, Guarded = undefined, Looked = undefined> {
  readonly body: BodyOf<C>
  readonly params: ParamsOf<C>
  readonly member: C['token'] extends true ? Member : undefined
  /** For calls that need no token by themselves: the member whose token came all the same, or why it is nobody's. */
  identify(): Promise<Member | AuthRefusal>
  /** What the call's own guard let in. */
  readonly guarded: Guarded
  /** What the call's own look has found. */
  readonly looked: Looked
  /** Where the member is only believed to be asking: to be confirmed before anything is written. */
  readonly session: BelievedSession | null
  /** The player's intent, when the call moves money and carried an Idempotency-Key. */
  readonly intent: Intent | null
  /** The uploaded file, for the calls that take one; gone after the answer. */
  readonly file: ReceivedFile | null
  readonly ip: string
  /** Where this API is, whoever asks. */
  readonly ownOrigin: string
  /** Where this API is, for a wallet of another origin; empty for ours. */
  readonly apiOrigin: string
  readonly log: FastifyRequest['log']
  setHeader(name: string, value: string): void
}

type Outcome<C extends Call> =
  | WrittenIn<AnswerOf<C>>
  | Replied
  | typeof repeated
  // Whoever was put out while the call was at work.
  | AuthRefusal
  | typeof unconfirmed
  | Refusal<RefusalsOf<C> | 'REQUEST_LIMIT' | 'INTERNAL_SERVER_ERROR' | 'BAD_REQUEST'>

export type Handler<C extends Call, Guarded = undefined, Looked = undefined> = (
  asked: Asked<C, Guarded, Looked>,
) => Promise<Outcome<C>>

export interface MountOptions<C extends Call, Guarded = undefined, Looked = undefined> {
  /** Lets in those who are known by something else than a member's token, before anything is read of what they send. */
  readonly guard?: (request: FastifyRequest, reply: FastifyReply) => Promise<Guarded | Refusal>
  /** For calls whose answer is a look at the member's own rows: it is had with who asks, and costs no trip of its own. */
  readonly look?: Look<Looked & object>
  /** For calls whose first statement judges the session itself (session/believed.ts). */
  readonly believes?: boolean
  /** What of the body makes two requests the same one, where not all of it does. */
  readonly sameBody?: (body: BodyOf<C>) => unknown
  /** For calls that count whatever is said to them, or say no in a form of their own: a field of the wrong shape is as one with nothing in it. */
  readonly misfitIsEmpty?: boolean
  /** What a call answers that could not be done for a reason of ours, where the wire has a word for it; everything was taken back. */
  readonly failure?: RefusalsOf<C>
  /** For calls that can be begun anew: how long one may be worked on. A repeat that comes later, its process having died over it, is the first again. */
  readonly abandonedAfterMs?: number
  /** For calls that take a file. */
  readonly maxFileBytes?: number
}

/** For a GET beside the wire, which changes nothing: what watches a site asks by HEAD. Under /api nothing answers it (app.ts). */
export const ANSWERS_HEAD = { exposeHeadRoute: true }

/** Calls that answer even when the operator is closed (api: conventions). */
export const OPEN_WHEN_CLOSED: ReadonlySet<string> = new Set([
  '/lookup/active',
  '/lookup/info',
  '/lookup/contact',
])

function isReplied(value: unknown): value is Replied {
  return typeof value === 'object' && value !== null && 'replied' in value
}

function send(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(writeAnswer(body))
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  request.refusedWith = refusal.refused
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  return send(reply, statusOfRefusal(refusal), refusalBody(refusal, request.id))
}

function readIntent(
  request: FastifyRequest,
  call: Call,
  member: Member,
  sameAs: unknown,
): Intent | null | Refusal {
  const key = request.headers['idempotency-key']
  if (call.effect !== 'money' || key === undefined) return null
  if (key === '') return refuse('KEY_MISSING')
  if (typeof key !== 'string' || !KEY_SHAPE.test(key)) return refuse('KEY_INVALID')
  const path = call.path.replace(/\{(\w+)\}/g, (_match, name: string) => String(readParam(request, name)))
  // A uuid means the same in either case.
  return {
    memberId: member.id,
    key: key.toLowerCase(),
    call: `${call.method} ${path}`,
    requestHash: hashOf(sameAs),
  }
}

function readParam(request: FastifyRequest, name: string): string {
  const params = request.params
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined
  return typeof value === 'string' ? value : ''
}

async function judge<C extends Call, Guarded, Looked>(
  answering: Answering<C, Guarded, Looked>,
): Promise<Outcome<C> | KeptAnswer | Refusal> {
  const { context, call, request, reply, options } = answering
  const settings = context.operator.current()
  if (settings.isClosed && !OPEN_WHEN_CLOSED.has(call.path)) return refuse('gone')
  const asking = call.token ? await findAsking(context.database, call, request.headers, options) : nobody
  if (isRefusal(asking)) return asking
  if (asking.member) {
    request.memberId = asking.member.publicId
    leaveRoomForOthers()
    const turnedAway = request.admit?.(asking.member.publicId)
    if (turnedAway) return turnedAway
  }
  if (needsMarker(call) && !isMarked(request)) return refuse('NOT_ALLOWED')
  const guarded = await options.guard?.(request, reply)
  if (isRefusal(guarded)) return guarded
  // Only now: nobody unknown may send us a file.
  const upload = call.file ? await receiveUpload(request, call.file, options.maxFileBytes ?? 0) : null
  if (isRefusal(upload)) return upload
  try {
    // Without a guard nothing is guarded, which is what Guarded then says.
    const answered = await answer(answering, asking, guarded as Guarded, upload)
    if (asking.session === undefined || asking.session.isConfirmed) return settled(answered)
    // Nothing was written for them.
    request.hasBegun = false
    const known = await findAsking(context.database, call, request.headers, {})
    return isRefusal(known) ? known : settled(await answer(answering, known, guarded as Guarded, upload))
  } finally {
    await upload?.discard()
  }
}

interface Answering<C extends Call, Guarded, Looked> {
  readonly context: RouteContext
  readonly call: C
  readonly handler: Handler<C, Guarded, Looked>
  readonly atWork: AtWork
  /** Of the parameters in the path. */
  readonly names: readonly string[]
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly options: MountOptions<C, Guarded, Looked>
}

/** Judges the input and asks the handler, until it has an answer of its own or that of the same intent before. */
async function answer<C extends Call, Guarded, Looked>(
  { context, call, handler, atWork, names, request, reply, options }: Answering<C, Guarded, Looked>,
  { member, seen, looked, session }: Asking,
  guarded: Guarded,
  upload: Upload | null,
): Promise<Outcome<C> | KeptAnswer | Refusal> {
  if (request.body === MALFORMED && (call.body || call.file)) return refuse('BAD_REQUEST')
  const written = upload ? upload.fields : bodyOf(call, request)
  const read = readBody(call, written, options.misfitIsEmpty)
  if (isRefusal(read)) return read
  const { body } = read
  const params = Object.fromEntries(names.map((name) => [name, readParam(request, name)]))
  const field = unstorableAt(params)
  if (field !== null) return refuse('BAD_REQUEST', { field })
  // The body was just parsed by this call's own schema, which is what BodyOf<C> says of it.
  const said = options.sameBody ? options.sameBody(body as BodyOf<C>) : body
  const sameAs = upload ? { said, file: upload.file?.hash } : said
  const intent = member ? readIntent(request, call, member, sameAs) : null
  if (isRefusal(intent)) return intent
  const file = upload?.file ?? null
  const asked = {
    body,
    params,
    member,
    identify: () => authenticate(context.database, request.headers.authorization),
    guarded,
    looked,
    session: session ?? null,
    intent,
    file,
    ip: request.ip,
    ownOrigin: request.ownOrigin,
    apiOrigin: request.apiOrigin,
    log: request.log,
    setHeader: (name: string, value: string) => void reply.header(name, value),
  }
  // The parts were just read by this very call's own schemas, path and look, which is what Asked<C> says of them.
  const handle = () => {
    request.hasBegun = true
    return handler(asked as Asked<C, Guarded, Looked>)
  }
  let known = seen
  for (;;) {
    // A repeat is told its first answer, or that its key is another's, before anything is judged that may have changed since.
    const first =
      intent && (await answerOfRepeat(context.database, atWork, intent, known, options.abandonedAfterMs))
    if (first) {
      if (isKept(first)) request.isReplay = true
      return first
    }
    const handled: { readonly done: Outcome<C> } | null = intent
      ? await atWork.alone(intent, handle)
      : { done: await handle() }
    known = handled === null ? null : undefined
    if (handled === null) continue
    const outcome = handled.done
    if (outcome !== repeated) return outcome
    if (intent === null) throw new Error(`${call.path} repeats an intent that it was not given`)
  }
}

/** Puts a call of the contract on the server: input judged by its schema, member found, refusals and answers written. */
export function mount<C extends Call, Guarded = undefined, Looked = undefined>(
  context: RouteContext,
  call: C,
  handler: Handler<C, Guarded, Looked>,
  options: MountOptions<C, Guarded, Looked> = {},
): void {
  const atWork = new AtWork()
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const url = `/api${call.path.replace(/\{(\w+)\}/g, ':$1')}`
  context.app.route({
    method: call.method,
    url,
    // Files wait for their own turn (slip/).
    config: { movesMoney: call.effect === 'money' && call.file === undefined, isCall: true },
    handler: async (request, reply) => {
      // Who has hung up by now is counted nowhere any more (admission.ts), and wants nothing begun.
      if (reply.raw.destroyed) return reply.hijack()
      const judged = judge({ context, call, handler, atWork, names, request, reply, options })
      request.work = judged
      const outcome = await judged.catch((error: unknown) => {
        // A database that went away in the middle leaves money that may have moved: that is no word to come again as if nothing had been begun.
        const isInDoubt = call.effect === 'money' && request.hasBegun && isOutage(error)
        if (!isInDoubt && (options.failure === undefined || isPassing(error))) throw error
        request.log.error({ err: error }, 'a call failed')
        return failed(isInDoubt ? 'INTERNAL_SERVER_ERROR' : (options.failure ?? 'INTERNAL_SERVER_ERROR'))
      })
      if (isRefusal(outcome)) return sendRefusal(request, reply, outcome)
      if (request.isReplay) {
        reply.header('idempotent-replay', 'true')
        const kept = outcome as KeptAnswer
        return send(reply, kept.status, kept.answer)
      }
      if (isReplied(outcome)) return send(reply, outcome.replied.status, outcome.replied.answer)
      return send(reply, 200, outcome as object)
    },
  })
}
