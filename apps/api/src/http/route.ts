import type { AnswerOf, BodyOf, Call, ParamsOf, RefusalsOf } from '@kapao/contract/call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Database, isOutage } from '../database/database.ts'
import type { ReceivedFile } from '../files/receive.ts'
import { AtWork, type Intent, type KeptAnswer, type Replied, type repeated } from '../intent/intent.ts'
import type { Operator } from '../operator/operator.ts'
import type { BelievedSession, unconfirmed } from '../session/believed.ts'
import type { AuthRefusal, Look, Member } from '../session/session.ts'
import { answerCall } from './answer-call.ts'
import type { Limits } from './limits.ts'
import { isPassing } from './overload.ts'
import { failed, isRefusal, type Refusal, refusalBody, statusOfRefusal } from './refusal.ts'
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

export type Outcome<C extends Call> =
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
      const answering = answerCall({ context, call, handler, atWork, names, request, reply, options })
      request.work = answering
      const outcome = await answering.catch((error: unknown) => {
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
