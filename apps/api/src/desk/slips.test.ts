import { deskMember, deskSlipPicture } from '@kapao/contract/desk-member'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { type Agent, asCustomer, conversationIdOf, newAgent, newGuest, say } from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'
import { newTransRef, sendSlip, slipPng, transferAtBank } from '../../test/slip-pictures.ts'

let server: TestServer
let agent: Agent
let member: TestMember
let params: { conversationId: string }

onTestServer(async (started) => {
  server = started
  agent = await newAgent(server)
})
beforeEach(async () => {
  member = await server.member()
  params = await conversationOf(member)
})

async function conversationOf(of: TestMember) {
  const customer = await asCustomer(server, of)
  await say(server, customer, 'my money is not there')
  return { conversationId: await conversationIdOf(server, customer) }
}

const slips = async () => (await agent.give(deskMember, { params })).slips
const stranger = { bankCode: 'SCB', bankAccountNo: '9000000009', bankAccountName: 'SOMEBODY ELSE' }
const ofScb = { nameTH: 'ธนาคารไทยพาณิชย์', nameEN: 'Siam Commercial Bank', nameLA: 'ທະນາຄານໄທພານິດ' }

/** A transfer from an account that is nobody's here: its money waits, and its slip is refused. */
async function strangersSlip() {
  const event = transferAtBank(server, member, '75.25', { from: stranger })
  expect(await server.credit(event)).toBe('unmatched')
  await sendSlip(server, member, await slipPng(event.transRef))
  await server.judgeSlips()
  return event
}

describe('a member’s slips at the desk', () => {
  it('say why they were refused, where they come from, and which money waits for its owner', async () => {
    const { transRef } = await strangersSlip()
    const [event] = await server.database.query<{ id: bigint }>(
      'select id from bank_event where trans_ref = $1',
      [transRef],
    )
    expect(await slips()).toMatchObject([
      {
        state: 'refused',
        reason: 'NOT_MATCH',
        amount: null,
        sentFrom: ofScb,
        transRef,
        hasPicture: true,
        waits: { deposit: String(event?.id), amount: parseDecimal('75.25'), currency: 'THB' },
      },
    ])
  })

  it('say nothing of money that was set aside, is likely nobody’s, or that another bank sent under the same reference', async () => {
    const { transRef } = await strangersSlip()
    const waits = async () => (await slips())[0]?.waits
    await server.database.query("update bank_event set from_bank_code = 'KBANK' where trans_ref = $1", [
      transRef,
    ])
    expect(await waits()).toBeNull()
    await server.database.query("update bank_event set from_bank_code = '014' where trans_ref = $1", [
      transRef,
    ])
    expect(await waits()).toMatchObject({ amount: parseDecimal('75.25') })
    const setReason = (reason: string) =>
      server.database.query('update bank_event set unmatched_reason = $2 where trans_ref = $1', [
        transRef,
        reason,
      ])
    await setReason('LIKE_ANOTHER')
    expect(await waits()).toBeNull()
    for (const reason of ['REGISTERED_AFTER', 'UNKNOWN_SENDER']) {
      await setReason(reason)
      expect(await waits()).toMatchObject({ amount: parseDecimal('75.25') })
    }
    await server.database.query("update bank_event set aside_because = 'sent back' where trans_ref = $1", [
      transRef,
    ])
    expect(await waits()).toBeNull()
  })

  it('tell of money that waits also where their code names the bank as nobody else does', async () => {
    const { transRef } = await strangersSlip()
    await server.database.query("update slip set sending_bank = '999' where trans_ref = $1", [transRef])
    expect(await slips()).toMatchObject([
      { sentFrom: { nameTH: '999', nameEN: '999' }, waits: { amount: parseDecimal('75.25') } },
    ])
  })

  it('come with the amount where the money was theirs, and before they are judged', async () => {
    const event = transferAtBank(server, member, '40.00')
    await sendSlip(server, member, await slipPng(event.transRef))
    await server.judgeSlips()
    await sendSlip(server, member, await slipPng(newTransRef()))
    expect(await slips()).toMatchObject([
      { state: 'waiting', reason: null, amount: null, sentFrom: null, transRef: null, waits: null },
      { state: 'credited', reason: null, amount: parseDecimal('40.00'), sentFrom: ofScb, waits: null },
    ])
  })

  it('are the latest five', async () => {
    for (let at = 0; at < 6; at += 1) await sendSlip(server, member, await slipPng(newTransRef()))
    const shown = (await slips()).map(({ createdAt }) => createdAt)
    expect(shown).toHaveLength(5)
    expect(shown).toEqual(shown.toSorted().reverse())
  })
})

describe('the picture of a slip', () => {
  const lastSeen = async () =>
    (
      await server.database.query<{ details: object; staff: string; conversationId: string }>(
        `select a.details, s.name as staff, a.conversation_id from staff_audit a join staff s on s.id = a.staff_id
         where a.action = 'slip-seen' order by a.id desc`,
      )
    )[0]

  it('is had by an address of its own, and each look is written down', async () => {
    await sendSlip(server, member, await slipPng(newTransRef()))
    const reference = (await slips())[0]?.reference ?? ''
    const { url } = await agent.give(deskSlipPicture, { params: { ...params, reference } })
    const picture = await server.app.inject({ url })
    expect(picture).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/jpeg' } })
    const { userId } = await asCustomer(server, member)
    expect(await lastSeen()).toMatchObject({
      ...params,
      staff: agent.name,
      details: { member: userId, slip: reference },
    })
  })

  it('is nobody’s who is not logged in, and is not written down as seen', async () => {
    const reference = (await sendSlip(server, member, await slipPng(newTransRef()))).reference ?? ''
    const before = await lastSeen()
    expect(await server.ask(deskSlipPicture, { params: { ...params, reference } })).toMatchObject({
      message: 'UNAUTHORIZED',
    })
    expect(await lastSeen()).toEqual(before)
  })

  it.each<[string, () => Promise<{ conversationId: string }>]>([
    ['another member', async () => conversationOf(await server.member())],
    [
      'a guest',
      async () => {
        const guest = newGuest()
        await say(server, guest, 'hello')
        return { conversationId: await conversationIdOf(server, guest) }
      },
    ],
    ['nobody', async () => ({ conversationId: 'nobody' })],
  ])('is not found in the conversation of %s', async (_whose, conversation) => {
    const reference = (await sendSlip(server, member, await slipPng(newTransRef()))).reference ?? ''
    const asked = await agent.ask(deskSlipPicture, { params: { ...(await conversation()), reference } })
    expect(asked).toMatchObject({ message: 'NO_DATA', status: 404 })
  })

  it('that is gone is not found', async () => {
    const reference = (await sendSlip(server, member, await slipPng(newTransRef()))).reference ?? ''
    await server.database.query('update slip set file_name = null where reference = $1', [reference])
    expect((await slips())[0]).toMatchObject({ reference, hasPicture: false })
    expect(await agent.ask(deskSlipPicture, { params: { ...params, reference } })).toMatchObject({
      message: 'NO_DATA',
    })
  })
})

it('a member is shown with the names of all games, those that are closed among them, and the country', async () => {
  await server.database.query("update game set is_enabled = false where code = 'PG'")
  await server.operator.reload()
  const { gameNames, country } = await agent.give(deskMember, { params })
  expect(gameNames).toMatchObject({ PG: server.operator.current().allGames.get('PG')?.name })
  expect(country).toBe('th')
})
