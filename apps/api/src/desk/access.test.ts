import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { DeskCall } from '@kapao/contract/desk-call'
import { deskCalls } from '@kapao/contract/desk-calls'
import { describe, expect, it } from 'vitest'
import { type Agent, listen, newAgent } from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'

const calls = [...deskCalls]
const guarded = calls.filter(([, call]) => call.access !== 'anyone')

let server: TestServer
let agent: Agent

onTestServer(async (started) => {
  server = started
  agent = await newAgent(server)
})

const ours = { 'x-requested-with': 'kapao' }
async function ask(call: DeskCall, headers: Record<string, string>, body?: object | string) {
  const response = await server.app.inject({
    method: call.method,
    url: `/api${call.path.replace(/\{\w+\}/g, 'nothing')}`,
    headers,
    ...(body && { payload: body }),
  })
  return { status: response.statusCode, message: response.json().message, headers: response.headers }
}

it('the desk has its calls', () => {
  expect(calls.length).toBeGreaterThanOrEqual(20)
  expect(
    calls
      .filter(([, call]) => call.access === 'anyone')
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(['deskLogin', 'deskLogout'])
  expect(
    calls
      .filter(([, call]) => call.access === 'admin')
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(['listAudit', 'listStaff'])
})

describe.each(guarded)('%s', (_name, call) => {
  it('is refused to whoever is not logged in', async () => {
    expect(await ask(call, ours)).toMatchObject({ status: 401, message: 'UNAUTHORIZED' })
  })

  it('is refused without the header that only our pages send', async () => {
    expect(await ask(call, { cookie: agent.cookie })).toMatchObject({ status: 403, message: 'NOT_ALLOWED' })
  })

  it('is refused to an agent where it is an admin’s, else known', async () => {
    const { status, message, headers } = await ask(call, { ...ours, cookie: agent.cookie }, {})
    if (call.access === 'admin') expect({ status, message }).toEqual({ status: 403, message: 'NOT_ALLOWED' })
    else expect([401, 403]).not.toContain(status)
    expect(headers['cache-control']).toBe('no-store')
  })

  it('looks at who asks before a body that cannot be read', async () => {
    const json = { ...ours, 'content-type': 'application/json' }
    expect(await ask(call, json, '{"_id":')).toMatchObject({ status: 401, message: 'UNAUTHORIZED' })
    if (call.access === 'admin' || (call.body === null && call.file === undefined)) return
    const { status, message } = await ask(call, { ...json, cookie: agent.cookie }, '{"_id":')
    expect({ status, message }).toEqual({ status: 400, message: 'BAD_REQUEST' })
  })

  it('is gone once the operator is closed', async () => {
    await server.set('terminated', 'gone')
    expect(await ask(call, { ...ours, cookie: agent.cookie })).toMatchObject({ status: 410, message: 'gone' })
    await server.set('terminated', '')
  })
})

describe.each(calls.filter(([, call]) => call.path.includes('{conversationId}')))('%s', (name, call) => {
  it('of a conversation that is not there is NO_DATA', async () => {
    const message = { message_type: 'text', payload: { text: 'x' } }
    const clientId = '0b0e7f0a-5a4b-4c6e-9d51-6a4f0e6f2a11'
    const body = call.body ? { seq: 1, limit: 1, staffId: null, text: 'x', clientId, message } : undefined
    expect([name, await ask(call, { ...ours, cookie: agent.cookie }, body)]).toMatchObject([
      name,
      { status: 404, message: 'NO_DATA' },
    ])
  })
})

it('nothing is waited for of a file that nobody known sends', async () => {
  const asking = request(`${await listen(server)}/api/desk/upload`, {
    method: 'POST',
    headers: { ...ours, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 10_000_000 },
  })
  try {
    // The first of ten megabytes; the others never come.
    asking.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
    const [answer]: IncomingMessage[] = await once(asking, 'response')
    expect(answer?.statusCode).toBe(401)
  } finally {
    asking.destroy()
  }
})
