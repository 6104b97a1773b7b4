// A gift that the issuer knows to be ours, and does not say how much of it.
import { randomBytes } from 'node:crypto'
import { listStatements } from '@kapao/contract/statement'
import { redeemTruelink } from '@kapao/contract/truelink'
import { sealLink } from '@kapao/contract/truelink-seal'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember
let tellsAmount: boolean

beforeAll(async () => {
  server = await startTestServer()
  const { vouchers } = server.gateways
  const verify = vouchers.verify.bind(vouchers)
  vouchers.verify = async (...asked) => {
    const standing = await verify(...asked)
    return standing.kind === 'ours' && !tellsAmount ? { kind: 'ours', amount: null } : standing
  }
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
})
beforeEach(async () => {
  tellsAmount = false
  member = await server.member()
})

function newGift(): string {
  const code = `GIFT${randomBytes(9).toString('hex')}`
  server.gateways.vouchers.issue(code, parseDecimal('20.00'))
  return code
}

async function redeem(code: string) {
  const link = await sealLink(
    server.config.truelinkSecrets[0],
    `https://gift.truemoney.com/campaign/?v=${code}`,
  )
  return server.ask(redeemTruelink, { body: { link }, token: member.token })
}

async function newestStatus() {
  const { statements } = await server.give(listStatements, {
    body: { page: 1, limit: 1 },
    token: member.token,
  })
  return statements[0]?.status
}

it('and that no redemption of ours asked for was used before, at the first look', async () => {
  const { vouchers } = server.gateways
  vouchers.script = 'ok'
  const code = newGift()
  await vouchers.redeem(code, server.operator.current().wallets[0]?.accountNo ?? '')
  expect(await redeem(code)).toMatchObject({ status: 409, message: 'TRUELINK_DUPLICATE' })
})

it('and whose answer got lost stays under way, is asked about ever more rarely, and is paid when it is told', async () => {
  server.gateways.vouchers.script = 'lost-after'
  expect(await redeem(newGift())).toMatchObject({ status: 202 })
  await server.database.query(
    "update voucher_redemption set created_at = now() - interval '1 day' where state = 'open'",
  )
  await server.work()
  expect(await newestStatus()).toBe('PENDING')
  const [next] = await server.database.query<{ pauseS: number }>(
    "select extract(epoch from next_check_at - now())::int as pause_s from voucher_redemption where state = 'open'",
  )
  expect(next?.pauseS).toBeGreaterThan(600)
  tellsAmount = true
  await server.work()
  expect(await newestStatus()).toBe('SUCCESS')
  expect(await server.balance(member)).toBe(parseDecimal('20.00'))
})
