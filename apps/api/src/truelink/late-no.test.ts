// What is sent for a gift may be carried out although its answer got lost, and the issuer may find that out later than it answers.
import { randomBytes } from 'node:crypto'
import { listStatements } from '@kapao/contract/statement'
import { redeemTruelink } from '@kapao/contract/truelink'
import { sealLink } from '@kapao/contract/truelink-seal'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import type { GiftStanding } from '../gateways/voucher.ts'

let server: TestServer
let member: TestMember
let code: string
/** What the issuer answers next to the question how a gift stands, instead of what is so. */
const answers: GiftStanding[] = []

beforeAll(async () => {
  server = await startTestServer()
  const { vouchers } = server.gateways
  const verify = vouchers.verify.bind(vouchers)
  vouchers.verify = async (...asked) => answers.shift() ?? verify(...asked)
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
})
beforeEach(async () => {
  member = await server.member()
  code = `GIFT${randomBytes(9).toString('hex')}`
  server.gateways.vouchers.issue(code, parseDecimal('20.00'))
})
afterEach(() => {
  answers.length = 0
  server.gateways.vouchers.script = 'ok'
})

async function redeem() {
  const link = await sealLink(
    server.config.truelinkSecrets[0],
    `https://gift.truemoney.com/campaign/?v=${code}`,
  )
  return server.ask(redeemTruelink, { body: { link }, token: member.token })
}

async function statuses() {
  const { statements } = await server.give(listStatements, {
    body: { page: 1, limit: 5 },
    token: member.token,
  })
  return statements.map(({ status }) => status)
}

/** As if that had been more than transferNotFoundSeconds ago. */
const longAgo = (column: 'created_at' | 'last_sent_at') =>
  server.database.query(
    `update voucher_redemption set ${column} = ${column} - interval '1 hour' where state = 'open'`,
  )

describe('an issuer’s no', () => {
  beforeEach(async () => {
    // What was sent first never arrived, and that was long ago.
    server.gateways.vouchers.script = 'lost-before'
    expect(await redeem()).toMatchObject({ status: 202 })
    await longAgo('created_at')
  })

  it('is not believed right behind a redemption of ours whose answer got lost, and what we took is paid when it is found', async () => {
    const gift = server.gateways.vouchers.gifts.get(code)
    if (!gift) throw new Error('no gift')
    server.gateways.vouchers.script = 'lost-after'
    answers.push({ kind: 'open', amount: gift.amount }, { kind: 'taken' }, { kind: 'taken' })
    await server.work()
    expect(gift.takenBy).not.toBeNull()
    expect(await statuses()).toEqual(['PENDING'])
    await server.work()
    expect(answers).toEqual([])
    expect(await statuses()).toEqual(['PENDING'])
    await server.work()
    expect(await statuses()).toEqual(['SUCCESS'])
    expect(await server.balance(member)).toBe(parseDecimal('20.00'))
  })

  it('is believed when it has had the time since that one', async () => {
    await server.work()
    const gift = server.gateways.vouchers.gifts.get(code)
    if (!gift) throw new Error('no gift')
    gift.takenBy = '0812345678'
    await server.work()
    expect(await statuses()).toEqual(['PENDING'])
    await longAgo('last_sent_at')
    await server.work()
    expect(await statuses()).toEqual(['FAILED'])
    expect(await server.balance(member)).toBe(0n)
  })

  it('to a redemption itself is believed at once, as nothing else is without an answer', async () => {
    const { vouchers } = server.gateways
    const redeemAtIssuer = vouchers.redeem.bind(vouchers)
    vouchers.redeem = async () => ({ kind: 'refused', reason: 'CONDITION_NOT_MET' })
    await server.work()
    vouchers.redeem = redeemAtIssuer
    expect(await statuses()).toEqual(['FAILED'])
  })
})

it('a gift whose process died and whose issuer is silent stands in the statement, where its member was sent to look', async () => {
  const { vouchers } = server.gateways
  const redeemAtIssuer = vouchers.redeem.bind(vouchers)
  vouchers.redeem = async () => {
    throw new Error('the process died')
  }
  expect(await redeem()).toMatchObject({ status: 500 })
  vouchers.redeem = redeemAtIssuer
  expect(await statuses()).toEqual([])
  vouchers.script = 'down'
  await server.work()
  await server.work()
  expect(await statuses()).toEqual(['PENDING'])
  vouchers.script = 'ok'
  await server.work()
  expect(await statuses()).toEqual(['SUCCESS'])
  expect(await server.balance(member)).toBe(parseDecimal('20.00'))
})
