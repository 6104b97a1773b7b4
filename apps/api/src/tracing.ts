import type { RefusalCode } from '@kapao/contract/codes'
import type { Attributes, Context, Span } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'

type Api = typeof import('@opentelemetry/api')

/** Null until tracing is started: then nothing of it is even loaded, and every traced piece of work simply runs. */
let api: Api | null = null

declare module 'fastify' {
  interface FastifyRequest {
    traceContext: Context | null
    /** The code of the refusal that was answered, for logs, metrics and spans. */
    refusedWith: RefusalCode | null
  }
}

/**
 * Sends spans to an OpenTelemetry collector by OTLP over HTTP. What part of them is kept is the business of the standard variables
 * (OTEL_TRACES_SAMPLER …), which the SDK reads by itself. Answers how to send the last ones and stop.
 */
export async function startTracing(service: string, url: string | null): Promise<() => Promise<void>> {
  if (url === null) return async () => undefined
  const [loaded, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  })
  provider.register()
  api = loaded
  return () => provider.shutdown()
}

const tracer = (loaded: Api) => loaded.trace.getTracer('kapao')

/** Ends the span with what came of the work. An error's message may hold what somebody typed, so only its kind is told. */
async function settle<T>(loaded: Api, span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const message = error instanceof Error ? error.name : 'error'
    span.setStatus({ code: loaded.SpanStatusCode.ERROR, message })
    throw error
  } finally {
    span.end()
  }
}

/** A piece of work by itself, such as a job of the worker: the root of a tree. */
export function tracedRoot<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const loaded = api
  if (loaded === null) return work()
  return tracer(loaded).startActiveSpan(name, { attributes, root: true }, (span) =>
    settle(loaded, span, work),
  )
}

/** A step of work that is traced already. What nobody asked about, such as a look for work that finds none, is left out. */
export function traced<T>(
  name: string,
  attributes: Attributes,
  work: (carrier: Record<string, string>) => Promise<T>,
): Promise<T> {
  const loaded = api
  if (loaded === null || !loaded.trace.getActiveSpan()) return work({})
  const options = { attributes, kind: loaded.SpanKind.CLIENT }
  return tracer(loaded).startActiveSpan(name, options, (span) =>
    settle(loaded, span, () => {
      const carrier: Record<string, string> = {}
      loaded.propagation.inject(loaded.context.active(), carrier)
      return work(carrier)
    }),
  )
}

/** One span a request, named by the route's pattern, never by the URL: some paths carry what nobody may read. */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('traceContext', null)
  app.addHook('onRequest', (request, _reply, done) => {
    if (api === null) return done()
    const from = api.propagation.extract(api.ROOT_CONTEXT, request.headers)
    const route = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
    const attributes = {
      'http.request.method': request.method,
      'http.route': request.routeOptions.url ?? 'unknown',
      'kapao.request_id': request.id,
    }
    const span = tracer(api).startSpan(route, { kind: api.SpanKind.SERVER, attributes }, from)
    request.traceContext = api.trace.setSpan(from, span)
    api.context.with(request.traceContext, done)
  })
  // The body came by events of the connection, which know nothing of the request's context.
  app.addHook('preHandler', (request, _reply, done) => {
    if (api === null || request.traceContext === null) return done()
    api.context.with(request.traceContext, done)
  })
  app.addHook('onResponse', async (request, reply) => {
    if (api === null || request.traceContext === null) return
    const span = api.trace.getSpan(request.traceContext)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (request.refusedWith) span?.setAttribute('kapao.refused', request.refusedWith)
    if (reply.statusCode >= 500) span?.setStatus({ code: api.SpanStatusCode.ERROR })
    span?.end()
  })
}
