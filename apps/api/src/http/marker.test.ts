import type { Call } from '@kapao/contract/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyCall, sendRaw, urlOf } from '../../test/calls.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.member()).token
})
afterAll(() => server.stop())

const changing = everyCall.filter(([, call]) => call.method === 'GET' && call.effect !== 'reads')

/** As a link does, or a page that guesses at the marker. */
async function askUnmarked(call: Call, marker: Readonly<Record<string, string>>) {
  const headers = { authorization: `Bearer ${token}`, ...marker }
  const response = await server.app.inject({ method: call.method, url: urlOf(call), headers })
  return { status: response.statusCode, ...response.json<object>() }
}

describe('a GET that changes something', () => {
  it.each(changing)('%s is made only with the marker, which no link can send', async (_name, call) => {
    for (const marker of [{}, { 'x-requested-with': 'XMLHttpRequest' }])
      expect(await askUnmarked(call, marker)).toMatchObject({ status: 403, message: 'NOT_ALLOWED' })
    expect((await sendRaw(server, call, { token })).message).not.toBe('NOT_ALLOWED')
  })
})

it('a GET that only reads is answered without it', async () => {
  const reading = everyCall.filter(([, call]) => call.method === 'GET' && call.effect === 'reads')
  expect(reading).not.toEqual([])
  for (const [, call] of reading) expect((await askUnmarked(call, {})).status).not.toBe(403)
})
