import { announceDeposit } from '@kapao/contract/wallet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
})
beforeEach(async () => {
  member = await server.member()
})

const announce = (amount: unknown) => server.ask(announceDeposit, { body: { amount }, token: member.token })

function announcements() {
  return server.database.query<{ amountMinor: bigint; isClosed: boolean }>(
    `select amount_minor, bank_event_id is not null as is_closed from deposit_announcement where member_id = $1 order by id`,
    [member.id],
  )
}

describe('announcing a transfer', () => {
  it('is written down and credits nothing', async () => {
    expect(await announce(150.5)).toMatchObject({ answer: { message: 'SUCCESS' } })
    expect(await server.balance(member)).toBe(0n)
    expect(await announcements()).toEqual([{ amountMinor: 15_050n, isClosed: false }])
  })

  it('is closed by the transfer of its amount, and by no other', async () => {
    await announce(150)
    await announce(150)
    await server.payIn(member, '149.00')
    expect((await announcements()).map((one) => one.isClosed)).toEqual([false, false])
    await server.payIn(member, '150.00')
    expect((await announcements()).filter((one) => one.isClosed)).toHaveLength(1)
  })

  it('helps nobody to a stranger’s money: the sender’s account decides', async () => {
    await announce(777)
    const from = { bankCode: 'KTB', bankAccountNo: '9333333333', bankAccountName: member.bankAccountName }
    expect(await server.credit(server.transferEvent(member, '777.00', { from }))).toBe('unmatched')
    expect(await server.balance(member)).toBe(0n)
  })

  it.each([0, -1, 1.005, '100', null, undefined, 100_000_000.01, [100]])(
    'of %s is refused',
    async (amount) => {
      expect(await announce(amount)).toMatchObject({
        status: 400,
        message: 'TRANSFER_MINIMUM',
        details: { field: 'amount' },
      })
      expect(await announcements()).toEqual([])
    },
  )

  it('more often than a player ever would is refused until the minute is over, and of nobody else', async () => {
    await server.set('depositAnnouncementsPerMinute', 3)
    try {
      for (let times = 0; times < 3; times += 1) expect(await announce(100)).toMatchObject({ ok: true })
      expect(await announce(100)).toMatchObject({
        status: 429,
        message: 'REQUEST_LIMIT_1MIN',
        details: { retryAfter: expect.any(Number) },
      })
      expect(await announcements()).toHaveLength(3)
      member = await server.member()
      expect(await announce(100)).toMatchObject({ ok: true })
    } finally {
      await server.set('depositAnnouncementsPerMinute', 20)
    }
  })

  it('is refused where no account takes transfers', async () => {
    await server.database.query("update operator_account set purpose = 'payout' where purpose = 'deposit'")
    await server.operator.reload()
    try {
      expect(await announce(100)).toMatchObject({ status: 400, message: 'NO_BANK' })
    } finally {
      await server.database.query(
        `update operator_account set purpose = 'deposit' where purpose = 'payout' and account_no <> '9991000009'`,
      )
      await server.operator.reload()
    }
  })
})
