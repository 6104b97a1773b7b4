import { randomUUID } from 'node:crypto'
import { deskSend } from '@kapao/contract/desk'
import { createCanned, deleteCanned, listCanned, updateCanned } from '@kapao/contract/desk-tools'
import { describe, expect, it } from 'vitest'
import { type Agent, conversationIdOf, newAgent, newGuest, say, textMessage } from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'
import { seedCanned } from './seed-canned.ts'

let server: TestServer
let agent: Agent
let ofGuest: { conversationId: string }

onTestServer(async (started) => {
  server = started
  agent = await newAgent(server)
  const guest = newGuest()
  await say(server, guest, 'hello')
  ofGuest = { conversationId: await conversationIdOf(server, guest) }
})

const auditOf = (action: string) =>
  server.database.query<{ details: object; staff: string }>(
    `select a.details, s.name as staff from staff_audit a join staff s on s.id = a.staff_id
     where a.action = $1 order by a.id desc`,
    [action],
  )

describe('canned replies', () => {
  it('stand as a dictionary has them, vowels written before their letter with that letter', async () => {
    const titles = ['กติกา', 'เติมเงิน', 'ถอนเงิน', 'โบนัส', 'ไม่เข้า', 'ฮอต']
    for (const [at, title] of titles.toReversed().entries())
      await agent.give(createCanned, { body: { ...reply(), title, shortcut: `order-${at}` } })
    const { canned } = await agent.give(listCanned)
    expect(canned.map(({ title }) => title).filter((title) => titles.includes(title))).toEqual(titles)
  })

  const reply = (changed = {}) => ({
    kind: 'reply',
    title: 'Hours',
    shortcut: `hours-${randomUUID().slice(0, 8)}`,
    language: 'en',
    message: textMessage('We are here day and night.'),
    ...changed,
  })

  it('come with a new desk, in its customers’ three languages, and can all be sent', async () => {
    await seedCanned(server.database)
    const { canned } = await agent.give(listCanned)
    for (const language of ['th', 'la', 'en']) {
      const own = canned.filter((one) => one.language === language)
      expect(own.filter((one) => one.kind === 'reply').map((one) => one.shortcut)).toContain('hello')
      expect(new Set(own.map((one) => one.message.message_type))).toEqual(
        new Set(['text', 'quick_replies', 'buttons', 'generic']),
      )
    }
    expect(JSON.stringify(canned)).not.toMatch(/ໍາ|ํา/)
    for (const { message } of canned) {
      const body = { clientId: randomUUID(), message }
      expect(await agent.ask(deskSend, { params: ofGuest, body })).toMatchObject({ ok: true })
    }
    await server.database.query('delete from canned_reply where shortcut = $1', ['hello'])
    await seedCanned(server.database)
    const again = (await agent.give(listCanned)).canned
    expect(again.filter((one) => one.shortcut === 'hello')).toEqual([])
  })

  it('are kept with what they said before', async () => {
    const { canned } = await agent.give(createCanned, {
      body: reply({ message: textMessage('Pay into 111.') }),
    })
    const params = { cannedId: canned.cannedId }
    await agent.give(updateCanned, { params, body: reply({ message: textMessage('Pay into 222.') }) })
    const [change] = await server.database.query<{ said: string }>(
      `select before->'message'->'payload'->>'text' as said from operator_change
       where table_name = 'canned_reply' and operation = 'UPDATE' order by id desc limit 1`,
    )
    expect(change).toEqual({ said: 'Pay into 111.' })
  })

  it('are made, changed and thrown away, each written down', async () => {
    const { canned } = await agent.give(createCanned, {
      body: reply({ title: ' Hours ', shortcut: '/เวลา' }),
    })
    expect(canned).toMatchObject({
      title: 'Hours',
      shortcut: 'เวลา',
      message: textMessage('We are here day and night.'),
    })
    const params = { cannedId: canned.cannedId }
    const changed = await agent.give(updateCanned, { params, body: reply({ title: 'When' }) })
    expect(changed.canned).toMatchObject({ cannedId: canned.cannedId, title: 'When' })
    expect(await agent.give(deleteCanned, { params, body: {} })).toEqual({ message: 'SUCCESS' })
    expect(await agent.ask(deleteCanned, { params, body: {} })).toMatchObject({ message: 'NO_DATA' })
    expect(await agent.ask(updateCanned, { params, body: reply() })).toMatchObject({ message: 'NO_DATA' })
    for (const action of ['canned-created', 'canned-changed', 'canned-deleted']) {
      expect((await auditOf(action))[0]).toMatchObject({ details: params, staff: agent.name })
    }
  })

  it('are changed only as they were seen; what is saved again as it is already is no other change', async () => {
    const { canned } = await agent.give(createCanned, { body: reply() })
    const params = { cannedId: canned.cannedId }
    const { shortcut, updatedAt } = canned
    const change = (title: string, seen?: string) =>
      agent.ask(updateCanned, { params, body: reply({ shortcut, title, ...(seen && { updatedAt: seen }) }) })
    expect(await change('First', updatedAt)).toMatchObject({ ok: true })
    expect(await change('First', updatedAt)).toMatchObject({ ok: true })
    expect(await change('Second', updatedAt)).toMatchObject({ status: 409, message: 'CHANGED_MEANWHILE' })
    const kept = (await agent.give(listCanned)).canned.find(({ cannedId }) => cannedId === canned.cannedId)
    expect(kept).toMatchObject({ title: 'First' })
    expect(await change('Second', kept?.updatedAt)).toMatchObject({ ok: true })
    expect(await change('From the release before')).toMatchObject({ ok: true })
  })

  it('are thrown away only as they were seen', async () => {
    const { canned } = await agent.give(createCanned, { body: reply({ shortcut: '' }) })
    const params = { cannedId: canned.cannedId }
    const changed = await agent.give(updateCanned, { params, body: reply({ shortcut: '', title: 'Theirs' }) })
    const remove = ({ updatedAt }: { updatedAt: string }) =>
      agent.ask(deleteCanned, { params, body: { updatedAt } })
    expect(await remove(canned)).toMatchObject({ status: 409, message: 'CHANGED_MEANWHILE' })
    expect(await remove(changed.canned)).toMatchObject({ ok: true })
    expect(await remove(changed.canned)).toMatchObject({ message: 'NO_DATA' })
  })

  it('have a shortcut of their own in their language, in any case; many have none', async () => {
    const shortcut = `bye-${randomUUID().slice(0, 8)}`
    await agent.give(createCanned, { body: reply({ shortcut }) })
    expect(
      await agent.ask(createCanned, { body: reply({ shortcut: shortcut.toUpperCase() }) }),
    ).toMatchObject({
      message: 'KEY_INVALID',
      status: 409,
      details: { field: 'shortcut' },
    })
    expect(await agent.ask(createCanned, { body: reply({ shortcut, language: 'th' }) })).toMatchObject({
      ok: true,
    })
    for (let times = 0; times < 2; times += 1) {
      expect(await agent.ask(createCanned, { body: reply({ shortcut: '' }) })).toMatchObject({ ok: true })
    }
  })

  it.each<[string, object, string]>([
    ['no title', { title: ' ' }, 'BAD_REQUEST'],
    ['a title of a whole page', { title: 'x'.repeat(81) }, 'BAD_REQUEST'],
    ['a shortcut of two words', { shortcut: 'two words' }, 'BAD_REQUEST'],
    ['a language that nobody speaks', { language: 'xx' }, 'BAD_REQUEST'],
    ['an empty text', { message: textMessage(' ') }, 'BAD_REQUEST'],
    [
      'a file that is not there',
      {
        message: {
          message_type: 'media',
          payload: {
            message: '',
            url: false,
            fileType: 'image',
            filePath: `/api/chat/files/${'a'.repeat(48)}chat.jpg`,
          },
        },
      },
      'NO_DATA',
    ],
  ])('are refused with %s', async (_what, changed, message) => {
    expect(await agent.ask(createCanned, { body: reply(changed) })).toMatchObject({ ok: false, message })
  })
})
