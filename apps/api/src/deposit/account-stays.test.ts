// An account of the operator's that money has come to is still found when it is not used any more.
import { lookupDeposit } from '@kapao/contract/lookup'
import { withdraw } from '@kapao/contract/wallet'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember
onTestServer((started) => {
  server = started
})
beforeEach(async () => {
  member = await server.member()
  await server.payIn(member, '500.00')
})

const change = (set: string, where = "purpose = 'deposit'") =>
  server.database.query(`update operator_account set ${set} where ${where}`)
const shown = async () =>
  (await server.give(lookupDeposit, { token: member.token })).banks.map(({ bankAccountNo }) => bankAccountNo)

describe('an account that money has come to', () => {
  it('is never under another number, or gone', async () => {
    const before = await shown()
    await expect(change("account_no = account_no || '1'")).rejects.toThrow('set is_offered to false')
    await expect(
      server.database.query("delete from operator_account where purpose = 'deposit'"),
    ).rejects.toThrow('set is_offered to false')
    await server.operator.reload()
    expect(await shown()).toEqual(before)
  })

  it('may be written otherwise', async () => {
    await change("account_no = overlay(account_no placing '-' from 4 for 0)")
    await server.operator.reload()
    expect(await shown()).toContainEqual(expect.stringContaining('-'))
    await change("account_no = replace(account_no, '-', '')")
  })

  it('is shown to nobody when it is not offered, and what comes to it all the same is credited', async () => {
    const event = server.transferEvent(member, '40.00')
    await change('is_offered = false')
    await server.operator.reload()
    expect(await shown()).not.toContain(event.to.bankAccountNo)
    expect(await server.credit(event)).toBe('credited')
    expect(await server.balance(member)).toBe(parseDecimal('540.00'))
    await change('is_offered = true')
  })
})

it('nothing is paid out of an account that is not offered', async () => {
  await change('is_offered = false', "purpose = 'payout'")
  await server.operator.reload()
  expect(await server.ask(withdraw, { body: { amount: 100 }, token: member.token })).toMatchObject({
    message: 'NO_BANK',
  })
  await change('is_offered = true', "purpose = 'payout'")
  await server.operator.reload()
  await server.give(withdraw, { body: { amount: 100 }, token: member.token })
})
