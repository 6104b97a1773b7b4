import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sandboxForTests, type TestSandbox } from './sandbox-for-tests.ts'

const SECRET = 'known to the operator and to us'
const PATH = '/sms/messages'
const PHONE = '0812345678'

let sandbox: TestSandbox
// One moment for all: told a second earlier than it was signed, it was told right where a second ends between the two.
vi.useFakeTimers({ toFake: ['Date'] })
beforeAll(async () => {
  sandbox = await sandboxForTests('th', SECRET)
})
afterAll(async () => {
  vi.useRealTimers()
  await sandbox.stop()
})

const nowS = () => Math.floor(Date.now() / 1000)
/** As docs/running.md tells it to those who write an adapter. */
const sign = (text: string, atS: number | string = nowS(), secret = SECRET) => ({
  'x-kapao-timestamp': String(atS),
  'x-kapao-signature': createHmac('sha256', secret).update(`${atS}.${text}`).digest('hex'),
})

async function send(headers: Record<string, string>, body: string, path = PATH) {
  const sent = { ...headers, 'content-type': 'application/json' }
  const answer = await fetch(sandbox.url() + path, { method: 'POST', headers: sent, body })
  return { status: answer.status, body: await answer.json() }
}

const body = JSON.stringify({ messageId: 'one', to: PHONE, text: 'รหัส 123456' })
const refused = { status: 401, body: { code: 'NOT_SIGNED' } }

describe('a sandbox with a secret', () => {
  it('does what is signed', async () => {
    const text = `POST ${PATH}\n${body}`
    expect(await send(sign(text), body)).toEqual({ status: 200, body: { accepted: true } })
    expect(await send(sign(text, nowS() - 290), body)).toMatchObject({ status: 200 })
  })

  const genuine = `POST ${PATH}\n${body}`
  it.each([
    ['is not signed', () => ({})],
    ['has no time', () => ({ 'x-kapao-signature': sign(genuine)['x-kapao-signature'] })],
    ['has another time', () => ({ ...sign(genuine), 'x-kapao-timestamp': String(nowS() - 1) })],
    ['is too old', () => sign(genuine, nowS() - 310)],
    ['is from tomorrow', () => sign(genuine, nowS() + 310)],
    ['has a time that is none', () => sign(genuine, 'now')],
    ['is signed with another secret', () => sign(genuine, nowS(), 'another secret')],
    ['is signed for another method', () => sign(`PUT ${PATH}\n${body}`)],
    ['is signed for another address', () => sign(`POST ${PATH}?a\n${body}`)],
    ['is signed for another body', () => sign(`POST ${PATH}\n${body.replace('1', '2')}`)],
  ])('refuses what %s', async (_what, headers) => {
    const before = await sandbox.get(`/control/sms/${PHONE}`)
    expect(await send(headers(), body)).toMatchObject(refused)
    expect(await sandbox.get(`/control/sms/${PHONE}`)).toEqual(before)
  })

  it('refuses every unsigned call of a gateway, and none of the console’s', async () => {
    const gateways = ['/bank/feed', '/games/PG/transfers', '/vouchers?mobile=0812345678']
    for (const path of gateways) expect(await sandbox.get(path), path).toMatchObject(refused)
    const signed = await fetch(`${sandbox.url()}/bank/feed?limit=1`, {
      headers: sign('GET /bank/feed?limit=1\n'),
    })
    expect(signed.status).toBe(200)
    expect(await sandbox.get('/control/faults')).toMatchObject({ status: 200 })
  })
})

it('a sandbox without a secret looks at no signature', async () => {
  const open = await sandboxForTests()
  expect(await open.get('/bank/feed')).toMatchObject({ status: 200 })
  await open.stop()
})
