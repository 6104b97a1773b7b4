// What an outside system answers leads nowhere else, and nothing that is put into a path leaves its place in it.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { openBankGateway } from './http-bank.ts'
import { openHttpClient } from './http-client.ts'
import { openGameProviders } from './http-game-provider.ts'
import { openVoucherIssuer } from './http-voucher.ts'

const servers: Server[] = []
let asked: string[] = []
let heardElsewhere: string[] = []

function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`)
    }),
  )
}

let gateway: string
let answer: (elsewhere: string) => { status: number; location?: string }
beforeEach(async () => {
  asked = []
  heardElsewhere = []
  answer = () => ({ status: 404 })
  const elsewhere = await listen((request, response) => {
    heardElsewhere.push(`${request.method} ${request.url}`)
    response.end('{}')
  })
  gateway = await listen((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const { status, location } = answer(elsewhere)
    response.writeHead(status, location === undefined ? {} : { location }).end('{}')
  })
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

const options = { timeoutMs: 5_000 }

describe('an answer that leads elsewhere is no answer', () => {
  test.each([301, 302, 303, 307, 308])('%i', async (status) => {
    answer = (elsewhere) => ({ status, location: `${elsewhere}/inside` })
    const client = openHttpClient(`${gateway}/bank`)
    expect(await client.request('GET', '/payouts/1', options)).toMatchObject({ kind: 'lost' })
    expect(await client.request('POST', '/payouts', { ...options, body: {} })).toMatchObject({ kind: 'lost' })
    expect(asked).toHaveLength(2)
    expect(heardElsewhere).toEqual([])
  })

  test.each(['file:///etc/passwd', 'data:application/json,{}', '//127.0.0.1:1/'])(
    'to %s',
    async (location) => {
      answer = () => ({ status: 302, location })
      expect(await openHttpClient(`${gateway}/bank`).request('GET', '/x', options)).toMatchObject({
        kind: 'lost',
      })
    },
  )
})

describe('a name in a path stays one name', () => {
  test.each([
    '../payouts',
    '..%2fpayouts',
    '/payouts',
    '?a=b',
    '#a',
    '@evil.example/',
    '\\\\evil.example',
    'http://evil.example/',
    'a\r\nx-evil: 1',
    'ก',
  ])('%j', async (name) => {
    await openBankGateway(gateway).findTransfer('004', name)
    await openVoucherIssuer(gateway).verify(name, '0812345678')
    expect(asked).toEqual([
      `GET /bank/transfers/${encodeURIComponent(name)}?sendingBank=004`,
      `GET /vouchers/${encodeURIComponent(name)}/verify?mobile=0812345678`,
    ])
  })

  test.each(['.', '..', '%2e%2e', '.%2E'])('%j asks nothing at all', async (name) => {
    const client = openHttpClient(`${gateway}/bank`)
    expect(await client.request('GET', `/transfers/${name}`, options)).toEqual({
      kind: 'lost',
      reason: 'UnsafePath',
      wasSent: false,
    })
    expect(asked).toEqual([])
  })

  test('a list of everything is asked for by its own address', async () => {
    await openHttpClient(`${gateway}/vouchers`).request('GET', '?after=0', options)
    await openHttpClient(gateway).request('GET', '/x', options)
    expect(asked).toEqual(['GET /vouchers?after=0', 'GET /x'])
  })
})

test('a game that never answers is waited for five seconds, and its balance is not known', async () => {
  const silent = await listen(() => undefined)
  const wait = AbortSignal.timeout.bind(AbortSignal)
  // Five seconds are told, and need not pass.
  const told = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => wait(20))
  try {
    expect(await openGameProviders(silent)('PG').balance('u1')).toBeNull()
    expect(told.mock.calls).toEqual([[5_000]])
  } finally {
    told.mockRestore()
  }
})

test('why nothing came is told by the code of what broke, not by the one name that fetch has for all', async () => {
  const lost = (reason: string) => ({ kind: 'lost', reason, wasSent: true })
  const cut = await listen((request) => request.socket.destroy())
  expect(await openHttpClient(cut).request('GET', '/x', options)).toEqual(lost('UND_ERR_SOCKET'))
  // One letter longer than a name's part may be: no nameserver need say that there is none.
  const nameless = openHttpClient(`http://${'n'.repeat(64)}.invalid`)
  expect(await nameless.request('GET', '/x', options)).toEqual(lost('ENOTFOUND'))
})

describe('what certainly never left is no unknown', () => {
  const order = {
    transferId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    username: 'u1',
    type: 'deposit',
    credits: parseDecimal('1.00'),
  } as const
  /** Where somebody listened a moment ago, and nobody does now. */
  async function deserted(): Promise<string> {
    const url = await listen(() => undefined)
    await new Promise((resolve) => servers.pop()?.close(resolve))
    return url
  }

  test.each(['127.0.0.1', 'localhost'])(
    'nobody listens at %s: a transfer is refused, nothing moved',
    async (host) => {
      const url = (await deserted()).replace('127.0.0.1', host)
      expect(await openHttpClient(url).request('POST', '/x', { ...options, body: {} })).toEqual({
        kind: 'lost',
        reason: 'ECONNREFUSED',
        wasSent: false,
      })
      const provider = openGameProviders(url)('PG')
      expect(await provider.transfer(order)).toEqual({ kind: 'refused', reason: 'NOT_SENT' })
      expect((await provider.transferStanding(order.transferId)).kind).toBe('unknown')
      const account = { bankCode: 'SCB', bankAccountNo: '9123456789', bankAccountName: 'SOMEBODY' }
      const { transferId: payoutId, credits: amount } = order
      const payout = { payoutId, from: account, to: account, amount, currency: 'THB' }
      expect((await openBankGateway(url).payOut(payout)).kind).toBe('not-sent')
    },
  )

  test('a line that breaks once it was made may have carried it: unknown', async () => {
    const breaking = await listen((request) => request.socket.destroy())
    expect(await openHttpClient(breaking).request('POST', '/x', { ...options, body: {} })).toMatchObject({
      wasSent: true,
    })
    expect((await openGameProviders(breaking)('PG').transfer(order)).kind).toBe('unknown')
  })
})

test('the server asks others from two places alone, whose addresses are of the environment', () => {
  const src = join(import.meta.dirname, '..')
  const asks =
    /\bfetch\(|\brequest\(\s*(?:url|new URL|['"`]http)|from '(?:node:https|node:http2|node:dgram|undici)'|import \{[^{}]*\b(?:connect|createConnection|Socket)\b[^{}]*\} from 'node:net'/
  const places = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => asks.test(readFileSync(join(src, name), 'utf8')))
  expect(places.sort()).toEqual(['files/s3-store.ts', 'gateways/http-client.ts'])
})
