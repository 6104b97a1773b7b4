import type { BodyOf, Call } from '@kapao/contract/call'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { receiveUpload, type Upload } from '../files/receive.ts'
import {
  type AtWork,
  answerOfRepeat,
  hashOf,
  type Intent,
  isKept,
  KEY_SHAPE,
  type KeptAnswer,
  repeated,
} from '../intent/intent.ts'
import { settled } from '../session/believed.ts'
import { leaveRoomForOthers } from '../session/password-threads.ts'
import { authenticate, type Member } from '../session/session.ts'
import { type Asking, findAsking, nobody } from './asking.ts'
import { bodyOf, MALFORMED } from './json-body.ts'
import { isMarked, needsMarker } from './marker.ts'
import { readBody } from './misfit.ts'
import { isRefusal, type Refusal, refuse } from './refusal.ts'
import type { Asked, Handler, MountOptions, Outcome, RouteContext } from './route.ts'
import { unstorableAt } from './storable.ts'

/** Calls that answer even when the operator is closed (api: conventions). */
export const OPEN_WHEN_CLOSED: ReadonlySet<string> = new Set([
  '/lookup/active',
  '/lookup/info',
  '/lookup/contact',
])

/** A call of a route, and the request that makes it. */
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

/** Reads the input and asks the handler, until it has an answer of its own or that of the same intent before. */
async function askHandler<C extends Call, Guarded, Looked>(
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

/** One call from its headers to its answer: lets in whoever may make it, takes the file in that it brings, and asks the handler. */
export async function answerCall<C extends Call, Guarded, Looked>(
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
    const answered = await askHandler(answering, asking, guarded as Guarded, upload)
    if (asking.session === undefined || asking.session.isConfirmed) return settled(answered)
    // Nothing was written for them.
    request.hasBegun = false
    const known = await findAsking(context.database, call, request.headers, {})
    return isRefusal(known) ? known : settled(await askHandler(answering, known, guarded as Guarded, upload))
  } finally {
    await upload?.discard()
  }
}
