import { createServer, type Server } from 'node:http'
import { login } from '@kapao/contract/login'
import { activateGame, transfer } from '@kapao/contract/wallet'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test/server.ts'
import { openBankGateway } from './gateways/http-bank.ts'
import { startTracing, tracedRoot } from './tracing.ts'

const attribute = v.object({ key: v.string(), value: v.record(v.string(), v.unknown()) })
const span = v.object({
  traceId: v.string(),
  spanId: v.string(),
  parentSpanId: v.optional(v.string(), ''),
  name: v.string(),
  kind: v.number(),
  attributes: v.array(attribute),
})
const exported = v.object({
  resourceSpans: v.array(
    v.object({
      resource: v.object({ attributes: v.array(attribute) }),
      scopeSpans: v.array(v.object({ spans: v.array(span) })),
    }),
  ),
})

let collector: Server
let server: TestServer
let stop: () => Promise<void>
const bodies: string[] = []
const headers: (string | undefined)[] = []
let url: string

beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(body)
      else headers.push(String(request.headers.traceparent))
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const address = collector.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  server = await startTestServer()
  stop = await startTracing('kapao-test', `${url}/v1/traces`)
})
afterAll(async () => {
  await server.stop()
  collector.close()
})

it('a collector receives the tree of a call: the request, its transaction, its SQL, what went to the outside', async () => {
  const member = await server.registeredMember()
  await server.payIn(member, '100.00')
  await server.ask(login, { body: { username: member.phone, password: 'a secret of mine' } })
  await server.give(activateGame, { params: { code: 'PG' }, token: member.token })
  await server.give(transfer, { body: { from: 'WALLET', to: 'PG', amount: 10 }, token: member.token })
  const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  await server.ask(login, {
    body: { username: member.phone, password: member.password },
    headers: { traceparent: parent },
  })
  await tracedRoot('a job', {}, () => openBankGateway(url).payoutStanding('a-payout'))
  await stop()

  const spans = bodies.flatMap((body) =>
    v
      .parse(exported, JSON.parse(body))
      .resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)),
  )
  const root = spans.find((one) => one.name === 'POST /api/wallet/transfer' || one.name.endsWith('/transfer'))
  expect(root).toMatchObject({ kind: 2, parentSpanId: '' })
  const statements = spans.filter((one) => one.traceId === root?.traceId && one !== root)
  expect(statements.length).toBeGreaterThan(1)
  const parents = new Set(statements.map((one) => one.parentSpanId))
  expect([...parents].every((id) => spans.some((one) => one.spanId === id))).toBe(true)
  const opened = statements.find((one) => JSON.stringify(one.attributes).includes('game_transfer_open'))
  expect(opened).toMatchObject({ name: 'SQL select', kind: 3, parentSpanId: root?.spanId })

  const continued = spans.find((one) => one.traceId === '0af7651916cd43dd8448eb211c80319c' && one.kind === 2)
  expect(continued?.parentSpanId).toBe('b7ad6b7169203331')

  const job = spans.find((one) => one.name === 'a job')
  const outside = spans.find((one) => one.parentSpanId === job?.spanId)
  expect(outside).toMatchObject({ kind: 3, name: expect.stringMatching(/^GET 127\.0\.0\.1/) })
  expect(headers).toEqual([`00-${outside?.traceId}-${outside?.spanId}-01`])

  const said = bodies.join('')
  expect(said).toContain('kapao-test')
  for (const secret of [member.phone, member.password, 'a secret of mine', member.token, 'a-payout'])
    expect(said).not.toContain(secret)
})
