import { toJson } from '@kapao/contract/json'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { deliver } from '../../test/feed.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'
import { signFeed } from './feed-webhook.ts'

let server: TestServer
let member: TestMember

onTestServer(
  async (started) => {
    server = started
    member = await server.member()
  },
  () => server.proveBooks(),
)

const seconds = (offset = 0) => String(Math.floor(Date.now() / 1000) + offset)

describe('a message of the bank', () => {
  it('signed and of now is believed', async () => {
    const answer = await deliver(server, server.transferEvent(member, '10.00'))
    expect(answer.statusCode).toBe(200)
    expect(await server.balance(member)).toBe(parseDecimal('10.00'))
  })

  it.each([-290, 290])('with a clock %d seconds off is believed', async (offset) => {
    const before = await server.balance(member)
    const answer = await deliver(server, server.transferEvent(member, '10.00'), {
      timestamp: seconds(offset),
    })
    expect(answer.statusCode).toBe(200)
    expect(await server.balance(member)).toBe(before + 1_000n)
  })

  it.each([
    ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01 10:00:00.123456+07', '2026-03-01T03:00:00.123Z'],
    ['2026-03-01T10:00:00 +0700', '2026-03-01T03:00:00.000Z'],
    // No place has it, and the database knows none so far from noon; it is a moment all the same.
    ['2026-03-01T10:00:00+23:00', '2026-02-28T11:00:00.000Z'],
  ])('of %s is of %s', async (at, happenedAt) => {
    const event = server.transferEvent(member, '10.00', { at })
    expect((await deliver(server, event)).statusCode).toBe(200)
    const kept = await server.database.query('select happened_at from bank_event where trans_ref = $1', [
      event.transRef,
    ])
    expect(kept).toEqual([{ happenedAt: new Date(happenedAt) }])
  })

  it.each([
    ['TMB', 'TTB'],
    ['TMB', '011'],
    ['ISBT', 'IBANK'],
  ])('that calls a member’s %s by its other name %s is theirs', async (bankCode, other) => {
    const theirs = await server.member({ bankCode })
    const event = server.transferEvent(theirs, '10.00')
    await deliver(server, { ...event, from: { ...event.from, bankCode: other } })
    expect(await server.balance(theirs)).toBe(parseDecimal('10.00'))
  })

  it('for an account that is not ours is taken and does nothing', async () => {
    const to = { bankCode: 'SCB', bankAccountNo: '1' }
    expect((await deliver(server, server.transferEvent(member, '10.00', { to }))).statusCode).toBe(200)
  })
})

describe('a message that is not the bank’s, or not sound,', () => {
  let before: bigint
  beforeEach(async () => {
    before = await server.balance(member)
  })
  afterEach(async () => {
    expect(await server.balance(member)).toBe(before)
  })
  const event = () => server.transferEvent(member, '1000.00')

  it.each(['x-feed-timestamp', 'x-feed-signature'] as const)('without %s is refused', async (omit) => {
    expect((await deliver(server, event(), { omit })).statusCode).toBe(401)
  })

  it.each([
    ['another secret', () => signFeed('another secret', seconds(), toJson(event()))],
    ['nothing', () => ''],
    ['half a signature', () => signFeed('kapao-feed', seconds(), toJson(event())).slice(0, 32)],
    ['no hexadecimal', () => 'é'.repeat(32)],
  ])('signed with %s is refused', async (_what, signature) => {
    expect((await deliver(server, event(), { signature: signature() })).statusCode).toBe(401)
  })

  it.each([
    ['an hour old', () => seconds(-3600)],
    ['just too old', () => seconds(-302)],
    ['an hour ahead', () => seconds(3600)],
    ['without a number', () => 'now'],
    ['in milliseconds', () => String(Date.now())],
    ['below zero', () => '-1'],
  ])('with a time %s is refused, though signed', async (_what, timestamp) => {
    expect((await deliver(server, event(), { timestamp: timestamp() })).statusCode).toBe(401)
  })

  it('changed on its way is refused', async () => {
    const timestamp = seconds()
    const sent = toJson(event())
    const signature = signFeed(server.config.feedSecret, timestamp, sent)
    const rawBody = sent.replace('"amount":1000', '"amount":9000')
    expect(rawBody).not.toBe(sent)
    expect((await deliver(server, null, { rawBody, timestamp, signature })).statusCode).toBe(401)
  })

  it('replayed under a later time is refused', async () => {
    const rawBody = toJson(event())
    const signature = signFeed(server.config.feedSecret, seconds(-10), rawBody)
    expect((await deliver(server, null, { rawBody, signature })).statusCode).toBe(401)
  })

  it.each([
    ['no JSON', () => '{'],
    ['nothing', () => ''],
    ['a list', () => '[]'],
    ['no amount', () => toJson({ ...event(), amount: undefined })],
    ['an amount of zero', () => toJson({ ...event(), amount: 0 })],
    ['an amount below zero', () => toJson({ ...event(), amount: -5 })],
    ['three decimals', () => toJson({ ...event(), amount: 1.005 })],
    ['an amount as text', () => toJson({ ...event(), amount: '1000' })],
    ['an endless amount', () => toJson(event()).replace('"amount":1000', '"amount":1e309')],
    ['no transfer reference', () => toJson({ ...event(), transRef: '' })],
    ['no account that it went to', () => toJson({ ...event(), to: null })],
    ['a day that is none', () => toJson({ ...event(), at: '2026-02-31T10:00:00Z' })],
    ['a time that is none', () => toJson({ ...event(), at: 'yesterday' })],
    ['the year nought', () => toJson({ ...event(), at: '0000-01-01T00:00:00Z' })],
    ['a year beyond all calendars', () => toJson({ ...event(), at: '9999-12-31T23:00:00-05:00' })],
    ['a year of the Buddhist era', () => toJson({ ...event(), at: '2569-11-21T10:00:00+07:00' })],
    ['a NUL in a name', () => toJson({ ...event(), reference: 'A\u0000B' })],
    ['half a letter', () => toJson({ ...event(), transRef: 'T\ud800' })],
  ])('signed but with %s is malformed', async (_what, rawBody) => {
    const answer = await deliver(server, null, { rawBody: rawBody() })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ message: 'BAD_REQUEST' })
  })

  it('of a megabyte is not even read', async () => {
    const answer = await deliver(server, null, { rawBody: 'x'.repeat(1_000_000) })
    expect(answer.statusCode).toBe(413)
  })
})
