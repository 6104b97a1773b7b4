import { randomUUID } from 'node:crypto'
import { sendMessage, uploadChatImage } from '@kapao/contract/chat'
import { deskSend, endConversation } from '@kapao/contract/desk'
import { describe, expect, it } from 'vitest'
import {
  asCustomer,
  bodyOf,
  type Customer,
  conversationIdOf,
  historyOf,
  newAgent,
  newGuest,
  say,
  textMessage,
} from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'
import { newPicture, upload } from '../../test/uploads.ts'

let server: TestServer
let member: Customer
let other: Customer

onTestServer(async (started) => {
  server = started
  member = await asCustomer(server, await server.member())
  other = await asCustomer(server, await server.member())
})

describe('a message', () => {
  it('of a guest is stored under the guest id, as it was typed', async () => {
    const guest = newGuest()
    const typed = '  <b>สวัสดี</b> https://kapao.example/?a=1&b=2 ກ້ຳ 👩‍👩‍👧 \n'
    const sent = await say(server, guest, typed)
    expect(sent).toMatchObject({ ok: true, status: 200 })
    const [stored] = await historyOf(server, guest)
    expect(stored).toMatchObject({
      sender: 'customer',
      message: { message_type: 'text', payload: { text: typed } },
      guestId: guest.guestId,
      userId: '',
    })
    expect(sent.ok && sent.answer.timestamp).toBe(stored?.createdAt)
  })

  it('of a member carries the name that the server knows, whatever was sent', async () => {
    const body = { ...bodyOf(member, textMessage('hello')), name: 'Support', username: 'admin' }
    await server.give(sendMessage, { body, token: member.token ?? '' })
    const [stored] = await historyOf(server, member)
    expect(stored).toMatchObject({ name: 'Test Player', userId: member.userId, guestId: '' })
    expect(stored?.username).toMatch(/^08/)
  })

  it('of a guest carries no name: it would be nobody’s proof', async () => {
    const guest = newGuest()
    await server.give(sendMessage, {
      body: { ...bodyOf(guest, textMessage('hello')), name: 'Support', username: '0811111111' },
    })
    expect(await historyOf(server, guest)).toMatchObject([{ name: '', username: '' }])
  })

  it('needs no more than a party and a text', async () => {
    const guest = newGuest()
    await server.give(sendMessage, { body: { guestId: guest.guestId, message: textMessage('bare') } })
    expect(await historyOf(server, guest)).toHaveLength(1)
  })

  it.each([null, ''])('may have what the server says itself as %o', async (none) => {
    const guest = newGuest()
    const said = {
      _id: none,
      createdAt: none,
      session_id: none,
      username: none,
      name: none,
      deviceToken: none,
    }
    const sender = none === null ? { sender: none } : {}
    const body = { ...bodyOf(guest, textMessage('hello')), ...said, ...sender }
    expect(await server.ask(sendMessage, { body })).toMatchObject({ ok: true })
    expect(await historyOf(server, guest)).toMatchObject([{ sender: 'customer' }])
  })

  it('may be a postback', async () => {
    const guest = newGuest()
    const message = { message_type: 'postback', payload: { title: 'ฝากเงิน', payload: 'topic-1' } }
    expect(await say(server, guest, message)).toMatchObject({ ok: true })
    expect((await historyOf(server, guest))[0]?.message).toEqual(message)
  })

  it('of 2000 letters is taken, however many bytes they are', async () => {
    const text = '😀'.repeat(2000)
    const guest = newGuest()
    expect(await say(server, guest, text)).toMatchObject({ ok: true })
    expect((await historyOf(server, guest))[0]?.message.payload).toEqual({ text })
  })
})

describe('refused', () => {
  const media = (filePath: string, more = {}) => ({
    message_type: 'media',
    payload: { message: '', url: false, fileType: 'image', filePath, ...more },
  })
  const someFile = `/api/chat/files/${'a'.repeat(48)}chat.jpg`
  const card = { image_url: 'https://evil.example/x.jpg', title: 'x' }
  const cards = { message_type: 'generic', payload: { elements: [card] } }
  it.each<[string, object, string]>([
    ['an empty text', textMessage(''), 'BAD_REQUEST'],
    ['a text of spaces', textMessage(' \n\t '), 'BAD_REQUEST'],
    ['a text of which nothing is seen', textMessage('\u200b\u2060\ufeff \u00ad\u3164\u2800'), 'BAD_REQUEST'],
    ['2001 letters', textMessage('ก'.repeat(2001)), 'BAD_REQUEST'],
    ['a text that is none', { message_type: 'text', payload: { text: 7 } }, 'BAD_REQUEST'],
    ['no payload', { message_type: 'text', payload: null }, 'BAD_REQUEST'],
    ['a half letter', textMessage('\ud83d'), 'BAD_REQUEST'],
    ['a NUL', textMessage('a\u0000b'), 'BAD_REQUEST'],
    ['an unknown type', { message_type: 'other', payload: {} }, 'BAD_REQUEST'],
    [
      'buttons, which are the desk’s',
      { message_type: 'buttons', payload: { text: 'x', buttons: [] } },
      'BAD_REQUEST',
    ],
    [
      'quick replies, which are the desk’s',
      { message_type: 'quick_replies', payload: { text: 'x', quick_replies: [] } },
      'BAD_REQUEST',
    ],
    ['cards, which are the desk’s', cards, 'BAD_REQUEST'],
    ['a postback without a title', { message_type: 'postback', payload: { payload: 'x' } }, 'BAD_REQUEST'],
    ['a file that was never uploaded', media(someFile), 'NO_DATA'],
    ['a file of another site', media('https://evil.example/x.jpg', { url: true }), 'BAD_REQUEST'],
    ['another path of ours', media('/api/files/x.jpg'), 'BAD_REQUEST'],
    ['a path that climbs', media('/api/chat/files/../../etc/passwd'), 'BAD_REQUEST'],
    ['an address that runs', media('javascript:alert(1)'), 'BAD_REQUEST'],
  ])('%s', async (_what, message, code) => {
    const guest = newGuest()
    expect(await say(server, guest, message)).toMatchObject({ ok: false, message: code })
    expect(await historyOf(server, guest)).toEqual([])
  })

  it.each<[string, object, string]>([
    ['no party', { userId: '', guestId: '' }, 'BAD_REQUEST'],
    ['a guest id that could be guessed', { guestId: '12345' }, 'BAD_REQUEST'],
    ['a guest id of zeros', { guestId: '00000000-0000-0000-0000-000000000000' }, 'BAD_REQUEST'],
    ['a clientId that is no uuid', { clientId: 'x' }, 'BAD_REQUEST'],
    ['the desk’s voice', { sender: 'agent' }, 'BAD_REQUEST'],
    ['the system’s voice', { sender: 'system' }, 'BAD_REQUEST'],
  ])('%s', async (_what, changed, code) => {
    const body = { ...bodyOf(newGuest(), textMessage('hello')), ...changed }
    expect(await server.ask(sendMessage, { body })).toMatchObject({ ok: false, message: code })
  })

  it.each<[string, () => string | undefined, string, number]>([
    ['without a token', () => undefined, 'UNAUTHORIZED', 401],
    ['with a token that was never given', () => 'x'.repeat(43), 'invalid-token', 401],
    ['with another member’s token', () => other.token, 'NOT_ALLOWED', 403],
  ])('a member’s message %s', async (_what, token, message, status) => {
    const body = bodyOf(member, textMessage('hello'))
    const sent = token()
    const answer = await server.ask(sendMessage, { body, ...(sent !== undefined && { token: sent }) })
    expect(answer).toMatchObject({ ok: false, message, status })
  })

  it('a member who was switched off', async () => {
    const off = await server.member()
    const customer = await asCustomer(server, off)
    await server.database.query('update member set is_active = false where id = $1', [off.id])
    expect(await say(server, customer, 'hello')).toMatchObject({ ok: false, message: 'INACTIVE_USER' })
  })

  it('anything while the operator is closed', async () => {
    await server.set('terminated', 'gone')
    expect(await say(server, newGuest(), 'hello')).toMatchObject({ message: 'gone', status: 410 })
    await server.set('terminated', '')
  })
})

it('a guest’s call ignores a token, stale or good: the message is the guest’s', async () => {
  const guest = newGuest()
  const body = bodyOf(guest, textMessage('hello'))
  await server.give(sendMessage, { body, token: member.token ?? '' })
  await server.give(sendMessage, { body: { ...body, clientId: randomUUID() }, token: 'x'.repeat(43) })
  expect(await historyOf(server, guest)).toMatchObject([{ userId: '' }, { userId: '' }])
})

describe('the same clientId', () => {
  it('sent fifty times at once is one message, and all are told the same', async () => {
    const guest = newGuest()
    const clientId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 50 }, () => say(server, guest, 'once', clientId)))
    const stored = await historyOf(server, guest)
    expect(stored).toHaveLength(1)
    const told = new Set(answers.map((answer) => (answer.ok ? answer.answer.timestamp : answer.message)))
    // The limit of messages counts the tries; those that it let through agree.
    told.delete('REQUEST_LIMIT_1MIN')
    expect([...told]).toEqual([stored[0]?.createdAt])
  })

  it('of two senders is two messages', async () => {
    const clientId = randomUUID()
    const [one, two] = [newGuest(), newGuest()]
    await say(server, one, 'mine', clientId)
    await say(server, two, 'mine too', clientId)
    expect(await historyOf(server, one)).toHaveLength(1)
    expect(await historyOf(server, two)).toHaveLength(1)
  })

  it('of a message without one is never the same, and is not told', async () => {
    const guest = newGuest()
    const body = { ...bodyOf(guest, textMessage('twice')), clientId: null }
    await server.give(sendMessage, { body })
    await server.give(sendMessage, { body })
    const kept = await historyOf(server, guest)
    expect(kept).toHaveLength(2)
    for (const one of kept) expect(one).not.toHaveProperty('clientId')
  })
})

it('messages sent all at once get an order of their own, each a later time than the one before', async () => {
  const guest = newGuest()
  await server.set('chatMessagesPerMinute', 1_000)
  await Promise.all(Array.from({ length: 100 }, (_one, at) => say(server, guest, `message ${at}`)))
  await server.set('chatMessagesPerMinute', 30)
  const times = (await historyOf(server, guest)).map((one) => Date.parse(one.createdAt))
  expect(times).toHaveLength(100)
  for (const [at, time] of times.slice(1).entries()) expect(time).toBeLessThan(times[at] ?? 0)
})

describe('a file', () => {
  const pictured = (filePath: string) => ({
    message_type: 'media',
    payload: { message: 'my slip', url: false, fileType: 'video', filePath },
  })

  it('that a guest uploaded is sent with what it is and measures', async () => {
    const guest = newGuest()
    const { path } = await upload(server, uploadChatImage, await newPicture())
    expect(await say(server, guest, pictured(path))).toMatchObject({ ok: true })
    expect((await historyOf(server, guest))[0]?.message.payload).toEqual({
      message: 'my slip',
      url: false,
      fileType: 'image',
      filePath: path,
      width: 64,
      height: 48,
    })
  })

  it('may be sent by its whole address at this API', async () => {
    const guest = newGuest()
    const { path } = await upload(server, uploadChatImage, await newPicture())
    const { payload, ...media } = pictured(`http://api.example:8080${path}`)
    const body = bodyOf(guest, { ...media, payload: { ...payload, url: true } })
    const sentTo = (host: string) => server.ask(sendMessage, { body, headers: { host } })
    expect(await sentTo('another.example')).toMatchObject({ ok: false, message: 'BAD_REQUEST' })
    expect(await sentTo('api.example:8080')).toMatchObject({ ok: true })
    expect((await historyOf(server, guest))[0]?.message.payload).toMatchObject({ url: false, filePath: path })
  })

  it('belongs to whoever sent it first', async () => {
    const { path } = await upload(server, uploadChatImage, await newPicture())
    const guest = newGuest()
    expect(await say(server, guest, pictured(path))).toMatchObject({ ok: true })
    expect(await say(server, newGuest(), pictured(path))).toMatchObject({ ok: false, message: 'NO_DATA' })
    expect(await say(server, guest, pictured(path))).toMatchObject({ ok: true })
  })

  it('that a member uploaded is that member’s alone from the start', async () => {
    const { path } = await upload(server, uploadChatImage, await newPicture(), { token: member.token ?? '' })
    for (const thief of [newGuest(), other]) {
      expect(await say(server, thief, pictured(path))).toMatchObject({ ok: false, message: 'NO_DATA' })
    }
    expect(await say(server, member, pictured(path))).toMatchObject({ ok: true })
  })
})

describe('a session', () => {
  it('begins with the first message, lasts, and is the server’s to name', async () => {
    const guest = newGuest()
    const body = { ...bodyOf(guest, textMessage('hello')), session_id: 'mine' }
    await server.give(sendMessage, { body })
    await say(server, guest, 'again')
    const [last, first] = await historyOf(server, guest)
    expect(first?.session_id).toMatch(/^[\w-]{16}$/)
    expect(last?.session_id).toBe(first?.session_id)
  })

  it('that the desk has ended is followed by another, whoever writes next', async () => {
    const agent = await newAgent(server)
    const guest = newGuest()
    await say(server, guest, 'one')
    const params = { conversationId: await conversationIdOf(server, guest) }
    await agent.give(endConversation, { params, body: {} })
    await say(server, guest, 'two')
    await agent.give(endConversation, { params, body: {} })
    await agent.give(deskSend, { params, body: { clientId: randomUUID(), message: textMessage('three') } })
    const sessions = (await historyOf(server, guest)).map((one) => one.session_id)
    expect(new Set(sessions).size).toBe(3)
  })
})
