import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openBankGateway } from './http-bank.ts'
import { openHttpClient } from './http-client.ts'
import { openGateways } from './open.ts'

const SECRET = 'known to us and to the adapter'

interface Heard {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let adapter: Server
let address: string
let heard: Heard[]
beforeEach(async () => {
  heard = []
  adapter = createServer(async (request, response) => {
    const { method, url, headers } = request
    heard.push({ method, url, headers, body: await text(request) })
    response.end('{}')
  })
  await new Promise<void>((resolve) => adapter.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(adapter.address() as AddressInfo).port}/kapao`
})
afterEach(() => {
  adapter.close().closeAllConnections()
})

/** As an adapter would judge it, with nothing of ours but the secret. */
function isGenuine({ method, url, headers, body }: Heard): boolean {
  const time = headers['x-kapao-timestamp']
  const expected = createHmac('sha256', SECRET).update(`${time}.${method} ${url}\n${body}`).digest('hex')
  return Math.abs(Date.now() / 1000 - Number(time)) < 60 && headers['x-kapao-signature'] === expected
}

it('every request is signed over its time, method, address and body', async () => {
  const client = openHttpClient(`${address}/games/PG`, SECRET)
  await client.request('GET', `/transfers/${encodeURIComponent('น้อง /?')}?after=0&x=ก`, { timeoutMs: 5_000 })
  await client.request('POST', '/transfers', { timeoutMs: 5_000, body: { name: 'สมชาย', amount: 1 } })
  expect(heard.map(isGenuine)).toEqual([true, true])
  const [asked, ordered] = heard
  if (!asked || !ordered) throw new Error('two requests')
  expect(isGenuine({ ...ordered, body: ordered.body.replace('1', '9') })).toBe(false)
  expect(isGenuine({ ...ordered, url: '/kapao/games/PG/other' })).toBe(false)
  expect(isGenuine({ ...asked, method: 'DELETE' })).toBe(false)
})

it('to every gateway', async () => {
  const { bank, sms, vouchers, providers } = openGateways(address, SECRET)
  await bank.payoutStanding('a-payout')
  await sms.send({ messageId: 'one', to: '0812345678', text: 'text' })
  await vouchers.verify('code', '0812345678')
  await providers('PG').balance('somebody')
  expect(heard.map((one) => one.url?.split('/')[2])).toEqual(['bank', 'sms', 'vouchers', 'games'])
  expect(heard.map(isGenuine)).toEqual([true, true, true, true])
})

it('without a secret nothing is signed', async () => {
  await openBankGateway(address).payoutStanding('a-payout')
  expect(heard.map(({ headers }) => headers['x-kapao-signature'])).toEqual([undefined])
})
