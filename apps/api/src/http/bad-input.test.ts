import { registerAccount } from '@kapao/contract/account'
import { isRefusalCode } from '@kapao/contract/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everyCall, plausible, sendRaw, urlOf } from '../../test/calls.ts'
import { formOf } from '../../test/members.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { OPEN_WHEN_CLOSED } from './answer-call.ts'

let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer()
  member = await server.member()
  await server.payIn(member, '500.00')
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
})
beforeEach(() => server.database.query('delete from rate_window'))

const tenMegabytes = JSON.stringify({ ...plausible, padding: 'x'.repeat(10_000_000) })

const withBody = everyCall.filter(([, call]) => call.body !== null)

/** The fields that a call's schema names. */
function entriesOf(body: unknown): object {
  const entries: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'entries') : null
  if (typeof entries !== 'object' || entries === null) throw new Error('a body that is no object')
  return entries
}

/** Whether the contract lets a field be null. */
function mayBeNull(body: unknown, field: string): boolean {
  const entry: unknown = Reflect.get(entriesOf(body), field)
  if (typeof entry !== 'object' || entry === null) return false
  const wrapped: unknown = Reflect.get(entry, 'wrapped')
  const isNullable =
    typeof wrapped === 'object' && wrapped !== null && Reflect.get(wrapped, 'type') === 'nullable'
  return isNullable || Reflect.get(entry, 'type') === 'nullish'
}

function fieldsOf(body: unknown): readonly string[] {
  const fields = Object.keys(entriesOf(body))
  const unknown = fields.filter((field) => !(field in plausible))
  if (unknown.length > 0) throw new Error(`say above what is plausible for ${unknown.join(', ')}`)
  return fields
}

const deep = (open: string, inner: string, close: string) =>
  open.repeat(15_000) + inner + close.repeat(15_000)

const spoiltBodies: readonly (readonly [string, string | Buffer])[] = [
  ['malformed JSON', '{"amount":'],
  ['JSON with a tail', '{}x'],
  ['no JSON at all', 'amount=5'],
  ['nothing', ''],
  ['null', 'null'],
  ['a number', '7'],
  ['an endless number', '1e309'],
  ['a text', '"SUCCESS"'],
  ['a list', '[]'],
  ['an empty object', '{}'],
  ['a list of the object', `[${JSON.stringify(plausible)}]`],
  ['lists in lists', deep('[', '', ']')],
  ['letters that are no UTF-8', Buffer.from('{"userId":"\xff"}', 'latin1')],
  ['a prototype', '{"__proto__":{"amount":5,"from":"WALLET","to":"PG"}}'],
]

type Answer = Awaited<ReturnType<typeof sendRaw>>

/** The wheel's calls say no in an answer of their own. */
function isWheelsNo({ status, json }: Answer): boolean {
  if (status !== 200 || typeof json !== 'object' || json === null) return false
  return Reflect.get(json, 'success') === false && isRefusalCode(String(Reflect.get(json, 'error')))
}

async function expectRefused(answer: Answer): Promise<void> {
  if (!isWheelsNo(answer)) {
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(isRefusalCode(answer.message ?? '')).toBe(true)
    expect(answer.json).toMatchObject({ requestId: answer.headers['x-request-id'] })
  }
  expect(await server.balance(member)).toBe(50_000n)
}

describe.each(withBody)('%s refuses', (_name, call) => {
  it.each(spoiltBodies)('%s', async (_what, payload) => {
    await expectRefused(await sendRaw(server, call, { payload, token: member.token }))
  })

  it.each(fieldsOf(call.body))('anything of another type as %s', async (field) => {
    const wrong = [
      '{}',
      '[]',
      'null',
      'true',
      '1e309',
      '-1e309',
      deep('{"a":', '1', '}'),
      '"\\u0000"',
      '"\\ud800"',
    ]
    const isText = typeof plausible[field] === 'string'
    for (const value of isText ? [...wrong, '7'] : [...wrong, '"7"', '1.005', '-1', '9e15']) {
      if (value === 'null' && mayBeNull(call.body, field)) continue
      const rest = JSON.stringify({ ...plausible, [field]: undefined })
      const payload = `${rest.slice(0, -1)},${JSON.stringify(field)}:${value}}`
      await expectRefused(await sendRaw(server, call, { payload, token: member.token }))
    }
  })

  it.each(fieldsOf(call.body).filter((field) => typeof plausible[field] === 'string'))(
    'a NUL or half a letter inside %s, and a text of a whole page',
    async (field) => {
      for (const text of ['\u0000', '081234\u00005678', '\ud83d', 'A\udc00', 'x'.repeat(501)]) {
        const payload = JSON.stringify({ ...plausible, [field]: text })
        const answer = await sendRaw(server, call, { payload, token: member.token })
        await expectRefused(answer)
        if (answer.message === 'BAD_REQUEST') expect(answer.json).toMatchObject({ field })
      }
    },
  )

  it('ten megabytes', async () => {
    const payload = tenMegabytes
    const answer = await sendRaw(server, call, { payload, token: member.token })
    expect(answer).toMatchObject({ status: 400, message: 'BAD_REQUEST' })
    await expectRefused(answer)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'nonsense'])(
    'a body of type %s',
    async (type) => {
      const answer = await sendRaw(server, call, {
        payload: JSON.stringify(plausible),
        headers: { 'content-type': type },
        token: member.token,
      })
      await expectRefused(answer)
    },
  )
})

it.each(everyCall.filter(([, call]) => call.file !== undefined))(
  '%s refuses JSON that is malformed where a file should be',
  async (_name, call) => {
    const answer = await sendRaw(server, call, { payload: '{"file":', token: member.token })
    expect(answer).toMatchObject({ status: 400, message: 'BAD_REQUEST' })
  },
)

describe('a closed operator', () => {
  beforeAll(() => server.set('terminated', 'gone'))
  afterAll(() => server.set('terminated', ''))

  it.each(everyCall.filter(([, call]) => !OPEN_WHEN_CLOSED.has(call.path)))(
    'is gone for %s, whatever is sent',
    async (_name, call) => {
      const answer = await sendRaw(server, call, { payload: '{"amount":', token: member.token })
      expect(answer).toMatchObject({ status: 410, message: 'gone' })
    },
  )
})

describe('a path', () => {
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string) =>
    server.app.inject({ method, url, headers: { authorization: `Bearer ${member.token}` } })

  it.each([
    '/api',
    '/api/',
    '/api/nope',
    '/api/wallet/nope',
    '/api/lookup',
    '/api/autoLogin/pg',
    '/api/qrcode/KBANK/extra',
    '/api/Wallet',
    '/gateway/nope',
    '/nope',
    '/api/../etc/passwd',
    `/api/${'x'.repeat(3000)}`,
  ])('that is none is NO_DATA: %s', async (url) => {
    const answer = await ask('GET', url)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ message: 'NO_DATA', requestId: answer.headers['x-request-id'] })
  })

  it.each(['/api/%zz', '/api/wallet/activate/%', '/api/autoLogin/pg/%E0%A4%A'])(
    'that cannot be read is refused in our own words, and not repeated to anyone: %s',
    async (url) => {
      const answer = await ask('GET', url)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({
        message: 'BAD_REQUEST',
        requestId: answer.headers['x-request-id'],
      })
      expect(answer.body).not.toContain(url.slice(5))
    },
  )

  // DELETE alone has its fields there, where a proxy has lost its body.
  it.each(everyCall.filter(([, call]) => call.body !== null && call.method !== 'DELETE'))(
    '%s takes nothing from the address that belongs into the body',
    async (_name, call) => {
      const fields = Object.fromEntries(
        Object.entries(plausible).map(([name, value]) => [
          name,
          typeof value === 'object' ? JSON.stringify(value) : String(value),
        ]),
      )
      const send = (search: string) =>
        server.app.inject({
          method: call.method,
          url: `${urlOf(call)}${search}`,
          headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
          payload: '{}',
        })
      const without = await send('')
      const answer = await send(`?${new URLSearchParams(fields)}`)
      expect([answer.statusCode, answer.json().message]).toEqual([without.statusCode, without.json().message])
    },
  )

  it.each(everyCall)('%s answers to no other method', async (_name, call) => {
    const methods = (['GET', 'POST', 'PUT', 'DELETE'] as const).filter((method) =>
      everyCall.every(([, other]) => other.method !== method || urlOf(other) !== urlOf(call)),
    )
    for (const method of methods) {
      const answer = await ask(method, urlOf(call))
      expect([method, answer.statusCode, answer.json()]).toMatchObject([method, 404, { message: 'NO_DATA' }])
    }
  })

  it.each(everyCall.filter(([name]) => name !== 'activateGame'))(
    '%s answers the same with a slash at its end',
    async (_name, call) => {
      const plain = await ask(call.method, urlOf(call))
      const slashed = await ask(call.method, `${urlOf(call).replace(/\/$/, '')}/`)
      expect(slashed.statusCode).toBe(plain.statusCode)
      expect(slashed.json().message).toBe(plain.json().message)
    },
  )
})

it.each(everyCall)('%s answers no HEAD: some GETs change things', async (_name, call) => {
  const headers = { authorization: `Bearer ${member.token}` }
  const answer = await server.app.inject({ method: 'HEAD', url: urlOf(call), headers })
  expect(answer.statusCode).toBe(404)
})

it.each(['/healthz', '/readyz', '/docs', '/openapi.json'])('HEAD of %s tells what GET does', async (url) => {
  const answer = await server.app.inject({ method: 'HEAD', url })
  expect([answer.statusCode, answer.body]).toEqual([200, ''])
})

describe('every answer', () => {
  it.each(everyCall)('of %s carries a request id of its own', async (_name, call) => {
    const first = await sendRaw(server, call, { headers: { 'x-request-id': 'mine' } })
    const second = await sendRaw(server, call)
    expect(first.headers['x-request-id']).toMatch(/^[\w-]{12}$/)
    expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id'])
    expect(first.headers['cache-control']).toBe('no-store')
    expect(first.headers['content-type']).toMatch(/^application\/json/)
  })

  it('to too many requests of one address says when to come again', async () => {
    await server.set('requestsPerMinute', 0)
    try {
      const [[, call] = everyCall[0] ?? []] = everyCall
      if (!call) throw new Error('there are no calls')
      const answer = await sendRaw(server, call)
      expect(answer).toMatchObject({ status: 429, message: 'REQUEST_LIMIT' })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    } finally {
      await server.set('requestsPerMinute', 60_000)
    }
  })

  it('to an outage is our own word, and tells nothing of the inside', async () => {
    await server.database.query('alter table member rename column source_code to broken')
    const form = formOf(server, await server.verifiedPhone())
    const answer = await sendRaw(server, registerAccount, { payload: JSON.stringify(form) })
    await server.database.query('alter table member rename column broken to source_code')
    expect(answer.json).toEqual({
      message: 'REGISTER_FAIL',
      requestId: answer.headers['x-request-id'],
    })
    expect(answer.status).toBe(500)
  })
})
