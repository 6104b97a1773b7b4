import { registerAccount, updateProfile } from '@kapao/contract/account'
import { withdraw } from '@kapao/contract/wallet'
import { beforeEach, expect, it } from 'vitest'
import { formOf } from '../../test/members.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import { randomDigits, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember
let other: TestMember

onTestServer((started) => {
  server = started
})
beforeEach(async () => {
  member = await server.member()
  other = await server.member()
})

const newNumber = () => `8${randomDigits(9)}`

const write = ({ token }: TestMember, bankAccountNo: string) =>
  server.ask(updateProfile, {
    token,
    body: { name: 'Test Player', bankCode: 'SCB', bankAccountName: 'TEST PLAYER', bankAccountNo },
  })

const taken = { ok: false, message: 'EXISTING_BANK' }

it('an account by which its member has paid in is nobody else’s, though they have written in another', async () => {
  await server.payIn(member, '100.00')
  expect(await write(member, newNumber())).toMatchObject({ ok: true })
  expect(await write(other, member.bankAccountNo)).toMatchObject(taken)
  const phone = await server.verifiedPhone()
  const { bankCode, bankAccountNo } = member
  const body = { ...formOf(server, phone), bankCode, bankAccountNo }
  expect(await server.ask(registerAccount, { body })).toMatchObject(taken)
  // It is still theirs.
  expect(await write(member, member.bankAccountNo)).toMatchObject({ ok: true })
})

it('so is one that was paid out to, and not one that a payout has not reached', async () => {
  await server.payIn(member, '300.00')
  const [first, second] = [newNumber(), newNumber()]
  await write(member, first)
  await server.give(withdraw, { body: { amount: 100 }, token: member.token })
  await write(member, second)
  expect(await write(other, first)).toMatchObject({ ok: true })
  await write(other, newNumber())
  await server.work()
  expect(await write(other, first)).toMatchObject(taken)
})

it('one that no money has come by is free again', async () => {
  await write(member, newNumber())
  expect(await write(other, member.bankAccountNo)).toMatchObject({ ok: true })
})

it('what an account was stays written down, whoever writes it', async () => {
  await write(member, newNumber())
  await write(member, member.bankAccountNo)
  const kept = () =>
    server.database.query('select bank_account_no from account_before where member_id = $1 order by id', [
      member.id,
    ])
  expect(await kept()).toHaveLength(2)
  await server.database.query("update member set bank_account_no = '1112223334' where id = $1", [member.id])
  expect(await kept()).toHaveLength(3)
  await expect(server.database.query('delete from account_before')).rejects.toThrow('only ever added to')
})
