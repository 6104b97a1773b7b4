// Bodies and addresses that the server itself would not read: they are refused by the call, after what is to be known before it.
import { transfer } from '@kapao/contract/wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plausible, sendRaw } from '../../test/calls.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember
beforeAll(async () => {
  server = await startTestServer()
  member = await server.member()
})
afterAll(() => server.stop())

const tenMegabytes = JSON.stringify({ ...plausible, padding: 'x'.repeat(10_000_000) })

const unread: readonly (readonly [string, string, string])[] = [
  ['a body that is too large', 'application/json', tenMegabytes],
  ['a body of a type that is not read', 'text/csv', 'a,b'],
  ['a form where no file is taken', 'multipart/form-data; boundary=x', '--x--'],
]

it.each(unread)(
  '%s is judged after who sends it, and is of the wrong shape',
  async (_what, type, payload) => {
    const send = (token?: string) =>
      sendRaw(server, transfer, { payload, headers: { 'content-type': type }, ...(token && { token }) })
    expect(await send()).toMatchObject({ status: 401, message: 'UNAUTHORIZED' })
    expect(await send('x'.repeat(43))).toMatchObject({ status: 401, message: 'invalid-token' })
    expect(await send(member.token)).toMatchObject({ status: 400, message: 'BAD_REQUEST' })
  },
)

it.each([
  ['/api/wallet/activate/', 'NO_GAME'],
  ['/api/promotion/find/', 'NO_PROMOTION'],
  ['/api/bonus/activate/', 'NO_DATA'],
])('whose last part is nobody’s is the call’s to refuse, however long it is: %s', async (path, message) => {
  for (const length of [201, 10_000])
    expect(
      (
        await server.app.inject({
          method: 'GET',
          url: `${path}${'x'.repeat(length)}`,
          headers: { authorization: `Bearer ${member.token}`, 'x-requested-with': 'kapao' },
        })
      ).json(),
    ).toMatchObject({ message })
})

describe('a closed operator', () => {
  beforeAll(() => server.set('terminated', 'gone'))
  afterAll(() => server.set('terminated', ''))

  it.each(unread)('is gone for %s', async (_what, type, payload) => {
    const headers = { 'content-type': type }
    const answer = await sendRaw(server, transfer, { payload, headers, token: member.token })
    expect(answer).toMatchObject({ status: 410, message: 'gone' })
  })

  it('is gone for an address of any length', async () => {
    const url = `/api/promotion/find/${'x'.repeat(1_000)}`
    expect((await server.app.inject({ method: 'GET', url })).json()).toMatchObject({ message: 'gone' })
  })
})
