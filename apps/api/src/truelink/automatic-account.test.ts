// Which of the operator's wallet accounts a gift is taken with.
import { randomBytes } from 'node:crypto'
import { redeemTruelink } from '@kapao/contract/truelink'
import { sealLink } from '@kapao/contract/truelink-seal'
import { expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember

onTestServer(
  async (started) => {
    server = started
    member = await server.member()
  },
  () => server.proveBooks(),
)

async function setWallets(...modes: readonly string[]): Promise<void> {
  await server.database.query('delete from operator_wallet')
  for (const [position, mode] of modes.entries()) {
    await server.database.query(
      `insert into operator_wallet (account_name, account_no, mode, position) values ('Kapao', $1, $2, $3)`,
      [`070000000${position + 1}`, mode, position],
    )
  }
  await server.operator.reload()
}

it('it is the first automatic one; without any, a gift is not taken', async () => {
  const code = `GIFT${randomBytes(9).toString('hex')}`
  server.gateways.vouchers.issue(code, parseDecimal('20.00'))
  const link = await sealLink(
    server.config.truelinkSecrets[0],
    `https://gift.truemoney.com/campaign/?v=${code}`,
  )
  const redeem = () => server.ask(redeemTruelink, { body: { link }, token: member.token })
  const takenBy = () => server.gateways.vouchers.gifts.get(code)?.takenBy
  await setWallets('MANUAL')
  expect(await redeem()).toMatchObject({ status: 400, message: 'TRUELINK_INVALID' })
  expect(takenBy()).toBeNull()
  await setWallets('MANUAL', 'AUTO', 'AUTO')
  expect(await redeem()).toMatchObject({ ok: true })
  expect(takenBy()).toBe('0700000002')
})
