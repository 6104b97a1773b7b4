import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { DestinationStream } from 'pino'
import type { ServerOptions } from 'socket.io'
import { mountBonus } from '../bonus/bonus.ts'
import { mountBonusChecks } from '../bonus/check.ts'
import { mountClearBonus } from '../bonus/clear.ts'
import { mountChat } from '../chat/chat.ts'
import { openDrawDesk } from '../chat/draw-desk.ts'
import { Line } from '../chat/line.ts'
import type { SocketServer } from '../chat/socket-types.ts'
import { LINE_PATH } from '../chat/sockets.ts'
import { openTeller } from '../chat/teller.ts'
import type { Database } from '../database/database.ts'
import { mountAnnounce } from '../deposit/announce.ts'
import { mountFeedWebhook } from '../deposit/feed-webhook.ts'
import { mountQr } from '../deposit/qr.ts'
import { mountDeskCalls } from '../desk/desk.ts'
import type { Config } from '../environment/config.ts'
import type { FileStore } from '../files/file-store.ts'
import { openFileStore } from '../files/open-store.ts'
import { mountFiles } from '../files/serve.ts'
import { mountAutoLogins } from '../games/auto-login.ts'
import { mountTransferAll } from '../games/collect.ts'
import { mountGameAccounts } from '../games/game-account.ts'
import { mountTransfer } from '../games/transfer.ts'
import { mountWallet } from '../games/wallet.ts'
import type { Gateways } from '../gateways/gateways.ts'
import { mountInvite } from '../invite/invite.ts'
import { mountLookups } from '../lookup/lookup.ts'
import { mountProfile } from '../member/profile.ts'
import { mountRegister } from '../member/register.ts'
import type { Operator } from '../operator/operator.ts'
import { mountOtp } from '../otp/otp.ts'
import { mountPromotion } from '../promotion/promotion.ts'
import type { RedisPart } from '../redis.ts'
import { mountRefund } from '../refund/refund.ts'
import { mountLogin } from '../session/login.ts'
import { mountSlipList } from '../slip/list.ts'
import { mountSlipUpload } from '../slip/upload.ts'
import { mountStatement } from '../statement/statement.ts'
import { traceRequests } from '../tracing.ts'
import { mountTruelink } from '../truelink/truelink.ts'
import { mountCoupons } from '../wheel/coupon.ts'
import { mountWheel } from '../wheel/spin.ts'
import { mountWithdraw } from '../withdraw/withdraw.ts'
import { type GoInside, mountAdmission, uncounted } from './admission.ts'
import { limitArrival } from './arrival.ts'
import { connectionOptions, keepLines, MOST_HEADER_BYTES } from './connections.ts'
import { mountHealth } from './health.ts'
import { MALFORMED, parseJson } from './json-body.ts'
import { closeListening } from './listen.ts'
import { loggerOptions } from './logger.ts'
import { type Metrics, openMetrics } from './metrics.ts'
import { openLimits } from './open-limits.ts'
import { isPassing, refuseOverloaded } from './overload.ts'
import { mountPageFiles } from './page-files.ts'
import { mountReference } from './reference.ts'
import { type Refusal, refuse } from './refusal.ts'
import { newRequestId } from './request-id.ts'
import { type RouteContext, sendRefusal } from './route.ts'
import { safeHeaders } from './safe-headers.ts'
import { mountSafety } from './safety.ts'
import { refuseExpectations, unreadableAddress, unreadableRequest } from './unreadable.ts'
import { isWireCall } from './wire-call.ts'

declare module 'fastify' {
  interface FastifyRequest {
    memberId: string | null
    isReplay: boolean
    ownOrigin: string
    apiOrigin: string
    /** What was begun for it, from when its handler has it; it may go on when whoever asked is gone. */
    work: Promise<unknown> | null
    /** Its handler has been called. */
    hasBegun: boolean
    /** Of a call that moves money, once it is known whose it is: why it is turned away all the same, or null. Null where nobody counts. */
    admit: ((memberId: string) => Refusal | null) | null
    /** Of a call that takes room: gives it back. Null where nobody counts. */
    leaveRoom: (() => void) | null
  }
  interface FastifyContextConfig {
    readonly movesMoney?: boolean
    /** Of the wire's: what it answers is its handler's alone. */
    readonly isCall?: boolean
  }
  interface FastifyInstance {
    readonly sockets: SocketServer
    /** From now on it is not ready. */
    leave(): void
  }
}

export interface AppParts {
  readonly config: Config
  readonly database: Database
  /** For limits and sockets of several processes. */
  readonly redis?: RedisPart | null
  readonly operator: Operator
  readonly gateways: Gateways
  /** Where uploaded files are kept, instead of the folder that the configuration names. */
  readonly files?: FileStore
  /** Where log lines go instead of stdout. */
  readonly logTo?: DestinationStream
  /** Turns nobody away however many wait: for suites whose crowd is to get through on any machine. */
  readonly takesAll?: boolean
  /** The realtime line's times and sizes, where a test suite wants its own. */
  readonly socketOptions?: Partial<ServerOptions>
}

/** JSON bodies of the wire are small; nothing honest comes near this. */
const BODY_LIMIT_BYTES = 64 * 1024

interface Failure {
  readonly message?: string
  readonly statusCode?: number
  readonly code?: string
}

function answerErrors(app: FastifyInstance, goInside: GoInside): void {
  const tell = (error: Failure, request: FastifyRequest, reply: FastifyReply) => {
    const status = error.statusCode ?? 500
    // The wire knows these two for files only (api: conventions); anywhere else on it they are a body of the wrong shape.
    const isUpload =
      request.headers['content-type']?.startsWith('multipart/') === true || !isWireCall(request)
    if (status === 413 && isUpload) return sendRefusal(request, reply, refuse('FILE_TOO_LARGE'))
    if (status === 415 && isUpload) return sendRefusal(request, reply, refuse('FILE_NOT_SUPPORTED'))
    if (status >= 400 && status < 500) return sendRefusal(request, reply, refuse('BAD_REQUEST'))
    if (isPassing(error)) {
      request.log.error({ err: error }, 'too much to do, or the database is away')
      return sendRefusal(request, reply, refuseOverloaded())
    }
    request.log.error({ err: error }, 'a call failed')
    return sendRefusal(request, reply, refuse('INTERNAL_SERVER_ERROR'))
  }
  app.setErrorHandler(async (error: Failure, request, reply) => {
    const { config, handler } = request.routeOptions
    if (!config.isCall || !error.code?.startsWith('FST_ERR_CTP_')) return tell(error, request, reply)
    // A body of a size or type that is not read is refused where its call reads it, as malformed JSON is (json-body.ts).
    request.body = MALFORMED
    try {
      return await goInside(request, reply, () => handler.call(app, request, reply))
    } catch (thrown) {
      return tell(thrown instanceof Error ? thrown : {}, request, reply)
    }
  })
}

function watch(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the URL: auto-login paths carry a password.
    const route = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
    metrics.requests.observe({ call: route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    if (request.refusedWith) metrics.refusals.inc({ call: route, code: request.refusedWith })
    request.log.info(
      {
        call: route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(request.refusedWith && { refused: request.refusedWith }),
        ...(request.memberId && { member: request.memberId }),
      },
      'answered',
    )
  })
}

/** What answers beside Fastify, the realtime line, knows no hook. To be called when the line is there. */
function headAnswersBeside(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.server.prependListener('request', (request, response) => {
    if (!request.url?.startsWith(LINE_PATH)) return
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  })
}

/** The chat on both its sides: calls, and the realtime line. */
async function mountTalk(
  context: RouteContext & { readonly files: FileStore },
  { config, redis = null, socketOptions = {} }: AppParts,
): Promise<SocketServer> {
  const { app, database } = context
  const drawDesk = openDrawDesk()
  app.addHook('onClose', () => drawDesk.close())
  const { allowedOrigins, trustedProxies, mostConnections, production: isSecure } = config
  const { region, sealKeys, breachedPasswords } = config
  const line = new Line(database, redis)
  const teller = openTeller(line, (error) => app.log.error({ err: error }, 'messages were not told'))
  const talk = { ...context, drawDesk, line, teller }
  const options = { ...(redis && { adapter: redis.openAdapter() }), ...socketOptions }
  const sockets = await mountChat({
    ...talk,
    allowedOrigins,
    trustedProxies,
    mostConnections,
    isSecure,
    socketOptions: options,
  })
  const needsSecondFactor = config.staffNeedSecondFactor
  mountDeskCalls({ ...talk, region, isSecure, sealKeys, needsSecondFactor, breachedPasswords })
  return sockets
}

function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('refusedWith', null)
  app.decorateRequest('memberId', null)
  app.decorateRequest('isReplay', false)
  app.decorateRequest('ownOrigin', '')
  app.decorateRequest('apiOrigin', '')
  app.decorateRequest('admit', null)
  app.decorateRequest('leaveRoom', null)
  app.decorateRequest('work', null)
  app.decorateRequest('hasBegun', false)
}

/** The whole HTTP server, ready to listen or to be injected into by a test. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, database, redis = null, operator, gateways, files = openFileStore(config), logTo } = parts
  const everyAnswer = safeHeaders(config)
  const app = Fastify({
    logger: { ...loggerOptions('api', config.logLevel), ...(logTo && { stream: logTo }) },
    // Our own line per answer (watch) names the route's pattern; Fastify's would name the URL.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: newRequestId,
    ...connectionOptions,
    frameworkErrors: unreadableAddress(everyAnswer),
    clientErrorHandler: unreadableRequest(everyAnswer),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MOST_HEADER_BYTES },
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    // Several GETs change things: a link preview's HEAD must not run them.
    exposeHeadRoutes: false,
  })
  keepLines(app, { most: config.mostConnections, trustedProxies: config.trustedProxies })
  refuseExpectations(app, everyAnswer)
  closeListening(app)
  decorateRequests(app)
  const metrics = openMetrics({ database, redis, files, operator, log: app.log })
  const limits = openLimits(database, redis, () => metrics.limitFallbacks.inc())
  traceRequests(app)
  parseJson(app)
  watch(app, metrics)
  mountSafety(app, config, limits, operator)
  answerErrors(app, parts.takesAll ? uncounted : mountAdmission(app, database, metrics))
  limitArrival(app)

  const context = { app, database, operator, limits }
  const { region, sealKeys, giftKey, truelinkSecrets, feedSecret } = config
  const games = { ...context, providers: gateways.providers, sealKeys }
  mountLookups(context)
  mountLogin({ ...context, region })
  mountOtp({ ...context, sms: gateways.sms, region })
  const { breachedPasswords, production: refusesEasyPasswords } = config
  const accounts = { ...context, region, refusesEasyPasswords, breachedPasswords }
  mountRegister(accounts)
  mountProfile(accounts)
  mountWallet(games)
  mountGameAccounts(games)
  mountAutoLogins(games)
  mountTransfer(games)
  mountTransferAll(games)
  mountWithdraw(games)
  mountAnnounce(context)
  mountQr({ ...context, bank: gateways.bank })
  mountStatement(context)
  const slips = { ...context, files, sealKeys }
  mountSlipUpload(slips)
  mountSlipList(slips)
  mountFiles(app, files, sealKeys.all)
  mountTruelink({ ...games, vouchers: gateways.vouchers, giftKey, truelinkSecrets })
  mountBonus(games)
  mountBonusChecks(games)
  mountClearBonus(games)
  mountPromotion(games)
  mountInvite(games)
  mountRefund(games)
  mountWheel(context)
  mountCoupons(games)
  app.decorate('sockets', await mountTalk({ ...context, files }, parts))
  metrics.watchSockets(app.sockets)
  mountFeedWebhook({ ...games, feedSecret, metrics })
  mountHealth(app, database, redis, metrics)
  mountReference(app, operator)
  await mountPageFiles(app, config)
  headAnswersBeside(app, everyAnswer)
  return app
}
