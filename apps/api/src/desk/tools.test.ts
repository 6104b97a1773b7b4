import { randomUUID } from 'node:crypto'
import { chatHistory } from '@kapao/contract/chat'
import { deskMessages, deskSend, getDeskConversation } from '@kapao/contract/desk'
import { listAudit, listStaff } from '@kapao/contract/desk-admin'
import { deskMember } from '@kapao/contract/desk-member'
import { addNote, listNotes } from '@kapao/contract/desk-tools'
import { activateGame, transfer } from '@kapao/contract/wallet'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import {
  type Agent,
  asCustomer,
  type Customer,
  conversationIdOf,
  newAgent,
  newGuest,
  say,
  textMessage,
} from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'

let server: TestServer
let agent: Agent
let admin: Agent
let account: TestMember
let member: Customer
let guest: Customer
let ofMember: { conversationId: string }
let ofGuest: { conversationId: string }

onTestServer(async (started) => {
  server = started
  agent = await newAgent(server)
  admin = await newAgent(server, 'admin')
  account = await server.member()
  member = await asCustomer(server, account)
  guest = newGuest()
  await say(server, member, 'hello')
  await say(server, guest, 'hello')
  ofMember = { conversationId: await conversationIdOf(server, member) }
  ofGuest = { conversationId: await conversationIdOf(server, guest) }
})

const auditOf = (action: string) =>
  server.database.query<{ action: string; conversationId: string | null; details: object; staff: string }>(
    `select a.action, a.conversation_id, a.details, s.name as staff from staff_audit a left join staff s on s.id = a.staff_id
     where a.action = $1 order by a.id desc`,
    [action],
  )

describe('the member beside the chat', () => {
  it('is shown with what they have everywhere and what happened last', async () => {
    await server.payIn(account, '500.00')
    const { token } = account
    await server.give(activateGame, { params: { code: 'JOKER2' }, token })
    await server.give(transfer, { body: { from: 'WALLET', to: 'JOKER2', amount: 100 }, token })
    const shown = await agent.give(deskMember, { params: ofMember })
    expect(shown).toMatchObject({
      profile: { _id: member.userId, name: 'Test Player', username: account.phone, isActive: true },
      bankAccount: {
        bankCode: 'SCB',
        bankAccountNo: account.bankAccountNo,
        bank: { nameTH: 'ธนาคารไทยพาณิชย์', nameEN: 'Siam Commercial Bank', nameLA: 'ທະນາຄານໄທພານິດ' },
      },
      currency: 'THB',
      wallet: parseDecimal('400.00'),
      total: parseDecimal('500.00'),
      games: [{ code: 'JOKER2', amount: parseDecimal('10.00'), worth: parseDecimal('100.00') }],
      statements: [
        { statementType: 'transfer' },
        { statementType: 'deposit', amount: parseDecimal('500.00') },
      ],
    })
  })

  it('is never looked at unseen', async () => {
    const before = (await auditOf('member-seen')).length
    await agent.give(deskMember, { params: ofMember })
    const rows = await auditOf('member-seen')
    expect(rows).toHaveLength(before + 1)
    expect(rows[0]).toMatchObject({ ...ofMember, details: { member: member.userId }, staff: agent.name })
  })

  it('is nobody where a guest talks', async () => {
    expect(await agent.ask(deskMember, { params: ofGuest })).toMatchObject({
      message: 'NO_DATA',
      status: 404,
    })
  })
})

describe('a conversation', () => {
  const seen = async () => (await auditOf('conversation-seen')).filter(({ staff }) => staff === reader.name)
  const messages = (params = ofMember) => reader.give(deskMessages, { params, body: { limit: 10 } })
  let reader: Agent
  beforeEach(async () => {
    reader = await newAgent(server)
  })

  it('is never read unseen, whether its head was asked for or not', async () => {
    await messages()
    expect(await seen()).toMatchObject([{ ...ofMember, staff: reader.name }])
  })

  it('is one look by head and messages at once, and another one for each conversation and after a while', async () => {
    await Promise.all([reader.give(getDeskConversation, { params: ofMember }), messages(), messages()])
    expect(await seen()).toHaveLength(1)
    await messages(ofGuest)
    expect(await seen()).toHaveLength(2)
    await server.database.transaction(async (tx) => {
      await tx.query('alter table staff_audit disable trigger user')
      await tx.query(
        "update staff_audit set at = at - interval '6 minutes' where action = 'conversation-seen'",
      )
      await tx.query('alter table staff_audit enable trigger user')
    })
    await messages()
    expect(await seen()).toHaveLength(3)
  })
})

describe('a note', () => {
  it('is the staff’s, newest first, and no customer sees it', async () => {
    await agent.give(addNote, { params: ofGuest, body: { text: ' asked twice already ' } })
    const { note } = await admin.give(addNote, { params: ofGuest, body: { text: 'จริง' } })
    expect(note).toMatchObject({ text: 'จริง', staff: { staffId: admin.staffId } })
    const { notes } = await agent.give(listNotes, { params: ofGuest })
    expect(notes.map((one) => one.text)).toEqual(['จริง', 'asked twice already'])
    expect((await agent.give(listNotes, { params: ofMember })).notes).toEqual([])
    const { history } = await server.give(chatHistory, { body: { ...guest, skip: 0, limit: 100 } })
    expect(JSON.stringify(history)).not.toContain('asked twice')
    expect(await auditOf('note-added')).toMatchObject([{ staff: admin.name }, { staff: agent.name }])
  })

  it.each([
    ['nothing', '  '],
    ['2001 letters', 'ก'.repeat(2001)],
  ])('of %s is refused', async (_what, text) => {
    expect(await agent.ask(addNote, { params: ofGuest, body: { text } })).toMatchObject({
      message: 'BAD_REQUEST',
    })
  })
})

describe('the audit', () => {
  const ask = (body = {}) => admin.give(listAudit, { body: { page: 1, limit: 100, ...body } })

  it('tells an admin who did what, newest first, page by page, by one of the staff or by what was done', async () => {
    await agent.give(addNote, { params: ofGuest, body: { text: 'for the audit' } })
    const first = (await ask({ action: 'note-added' })).audit[0]
    expect(first).toMatchObject({
      action: 'note-added',
      ...ofGuest,
      staff: { staffId: agent.staffId, displayName: `The ${agent.name}` },
      ip: '127.0.0.1',
    })
    const theirs = await ask({ staffId: agent.staffId })
    expect(new Set(theirs.audit.map((one) => one.staff?.staffId))).toEqual(new Set([agent.staffId]))
    const { audit, total } = await ask({ staffId: agent.staffId, page: 2, limit: 1 })
    expect(audit[0]).toEqual(theirs.audit[1])
    expect(total).toBe(theirs.total)
  })

  it('can be narrowed to those who were switched off, too', async () => {
    const gone = await newAgent(server)
    await gone.give(addNote, { params: ofGuest, body: { text: 'the last one' } })
    await server.database.query('update staff set is_active = false where name = $1', [gone.name])
    const { staff } = await ask()
    expect(staff).toContainEqual({ staffId: agent.staffId, displayName: `The ${agent.name}`, isActive: true })
    expect(staff).toContainEqual({ staffId: gone.staffId, displayName: `The ${gone.name}`, isActive: false })
    expect((await ask({ staffId: gone.staffId })).audit[0]).toMatchObject({ action: 'note-added' })
  })

  it('never says what was written to a customer or in a note', async () => {
    await agent.give(deskSend, {
      params: ofGuest,
      body: { clientId: randomUUID(), message: textMessage('between us') },
    })
    expect(JSON.stringify(await ask())).not.toMatch(/between us|for the audit/)
  })

  it.each([`update staff_audit set action = 'nothing'`, 'delete from staff_audit', 'truncate staff_audit'])(
    'cannot be changed, by nobody: %s',
    async (sql) => {
      await expect(server.database.query(sql)).rejects.toThrow('staff_audit is only ever added to')
    },
  )
})

it('an admin sees who works here', async () => {
  const { staff } = await admin.give(listStaff)
  const own = staff.find((one) => one.staffId === agent.staffId)
  expect(own).toMatchObject({ name: agent.name, role: 'agent', isActive: true, lastSeenAt: null })
  expect(JSON.stringify(staff)).not.toContain('argon2')
})
