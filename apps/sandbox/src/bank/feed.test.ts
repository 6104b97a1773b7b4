import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MEMBER, OPERATOR, sandboxForTests, TEST_SECRET, type TestSandbox } from '../sandbox-for-tests.ts'
import { FEED_RETRY_FIRST_MS, FEED_RETRY_LONGEST_MS, LATE_EVENT_MS, OUT_OF_ORDER_MS } from '../timing.ts'
import { signFeed } from './feed.ts'

let sandbox: TestSandbox

beforeEach(async () => {
  sandbox = await sandboxForTests()
})
afterEach(() => sandbox.stop())

async function deposit(amount: number): Promise<void> {
  const answer = await sandbox.post('/control/bank/transfer', { from: MEMBER, to: OPERATOR, amount })
  expect(answer.status).toBe(200)
}

function amounts(): unknown[] {
  return sandbox.receiver.received.map((webhook) => JSON.parse(webhook.body).amount)
}

async function listed(after = '0'): Promise<unknown[]> {
  const { events } = (await sandbox.get(`/bank/feed?after=${after}`)).body
  return Array.isArray(events) ? events.map((event) => event.amount) : []
}

async function receives(expected: unknown[]): Promise<void> {
  await expect.poll(amounts).toEqual(expected)
}

/** That the server did not take it is noted, and with it from when on it is sent again. */
async function notes(attempts: number, problem: string): Promise<void> {
  await expect
    .poll(async () => JSON.stringify((await sandbox.get('/console/live?lang=en')).body))
    .toContain(`sent ${attempts}× · ${problem}`)
}

/** Long enough for whatever would still come to have come. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 150))
}

describe('the signature', () => {
  it('is the hex HMAC-SHA256 of the timestamp, a dot and the raw body', () => {
    expect(signFeed('kapao-feed', '1795000000', '{"a":1}')).toBe(
      '77c49bca8991b16b14b56e29e691b60069ae969b5e8d0f99f89e099b3d82782c',
    )
  })

  it('fits what was sent, and the event says all of the transfer', async () => {
    await deposit(500)
    await receives([500])
    const [webhook] = sandbox.receiver.received
    const timestamp = String(webhook?.headers['x-feed-timestamp'])
    const expected = createHmac('sha256', TEST_SECRET).update(`${timestamp}.${webhook?.body}`).digest('hex')
    expect(webhook?.headers['x-feed-signature']).toBe(expected)
    expect(timestamp).toBe(String(Math.floor(sandbox.now() / 1000)))
    const { bankAccountName: _, ...to } = OPERATOR
    const event = { type: 'transfer', from: MEMBER, to, amount: 500, currency: 'THB', reference: null }
    expect(JSON.parse(webhook?.body ?? '')).toMatchObject(event)
  })
})

describe('the feed', () => {
  it('keeps the order and goes on from a cursor', async () => {
    for (const amount of [1, 2, 3]) await deposit(amount)
    await receives([1, 2, 3])
    const first = (await sandbox.get('/bank/feed?limit=2')).body
    expect(first.cursor).toBe('2')
    expect(await listed('2')).toEqual([3])
    expect((await sandbox.get('/bank/feed?after=3')).body).toEqual({ events: [], cursor: '3' })
  })

  it('sends again until the server takes it, once', async () => {
    sandbox.receiver.status = 500
    await deposit(1)
    await receives([1])
    await notes(1, 'HTTP 500')
    sandbox.pass(FEED_RETRY_FIRST_MS)
    await receives([1, 1])
    await notes(2, 'HTTP 500')
    sandbox.receiver.status = 200
    sandbox.pass(2 * FEED_RETRY_FIRST_MS)
    await receives([1, 1, 1])
    sandbox.pass(FEED_RETRY_LONGEST_MS)
    await settle()
    expect(amounts()).toEqual([1, 1, 1])
    const ids = new Set(sandbox.receiver.received.map((webhook) => JSON.parse(webhook.body).eventId))
    expect(ids.size).toBe(1)
  })

  it('sends after a restart what was not taken before', async () => {
    sandbox.receiver.status = 503
    await deposit(1)
    await receives([1])
    await notes(1, 'HTTP 503')
    await sandbox.restart()
    sandbox.receiver.status = 200
    sandbox.pass(FEED_RETRY_LONGEST_MS)
    await receives([1, 1])
    expect(await listed()).toEqual([1])
  })

  it('does not hold up the next event behind one that fails', async () => {
    sandbox.receiver.status = 500
    await deposit(1)
    await deposit(2)
    await receives([1, 2])
  })

  it('says nothing of payouts', async () => {
    const { bankAccountName: _, ...from } = OPERATOR
    await sandbox.post('/bank/payouts', { payoutId: 'p', from, to: MEMBER, amount: 5, currency: 'THB' })
    await settle()
    expect(amounts()).toEqual([])
    expect(await listed()).toEqual([])
  })
})

describe('faults of the feed', () => {
  it('late: neither webhook nor list has it at first, and a reader who went on misses nothing', async () => {
    await sandbox.fault('bank', 'late', 1)
    await deposit(1)
    await deposit(2)
    await receives([2])
    expect(await listed()).toEqual([2])
    sandbox.pass(LATE_EVENT_MS)
    await receives([2, 1])
    expect(await listed('1')).toEqual([1])
  })

  it('held back: neither sent nor listed until it is let out, once', async () => {
    await sandbox.fault('bank', 'held-back', 1)
    const { body } = await sandbox.post('/control/bank/transfer', { from: MEMBER, to: OPERATOR, amount: 1 })
    await deposit(2)
    await receives([2])
    expect(await listed()).toEqual([2])
    const tell = () => sandbox.post('/control/bank/tell', { transRef: body.transRef })
    expect((await tell()).status).toBe(200)
    await receives([2, 1])
    expect(await listed('1')).toEqual([1])
    expect((await tell()).status).toBe(404)
  })

  it('twice: the webhook comes twice, the list has it once', async () => {
    await sandbox.fault('bank', 'twice', 1)
    await deposit(1)
    await receives([1, 1])
    await settle()
    expect(amounts()).toEqual([1, 1])
    expect(await listed()).toEqual([1])
  })

  it('other-reference: message and list name it otherwise than its slip does', async () => {
    await sandbox.fault('bank', 'other-reference', 1)
    const { body } = await sandbox.post('/control/bank/transfer', { from: MEMBER, to: OPERATOR, amount: 1 })
    await receives([1])
    const transRef = `FEED-${body.transRef}`
    expect(JSON.parse(sandbox.receiver.received[0]?.body ?? '')).toMatchObject({ transRef })
    expect((await sandbox.get('/bank/feed?after=0')).body.events).toMatchObject([{ transRef }])
    expect((await sandbox.get(`/bank/transfers/${body.transRef}?sendingBank=014`)).status).toBe(200)
    expect((await sandbox.get(`/bank/transfers/${transRef}?sendingBank=014`)).status).toBe(404)
  })

  it('out-of-order: it goes out behind the next one', async () => {
    await sandbox.fault('bank', 'out-of-order', 1)
    await deposit(1)
    await deposit(2)
    await receives([2, 1])
    expect(await listed()).toEqual([2, 1])
  })

  it('out-of-order: alone it goes out after three seconds', async () => {
    await sandbox.fault('bank', 'out-of-order', 1)
    await deposit(1)
    expect(await listed()).toEqual([])
    sandbox.pass(OUT_OF_ORDER_MS)
    await receives([1])
  })

  it('silent: only the list has it', async () => {
    await sandbox.fault('bank', 'silent', 1)
    await deposit(1)
    await deposit(2)
    await receives([2])
    expect(await listed()).toEqual([1, 2])
  })
})
