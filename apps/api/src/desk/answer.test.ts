import { randomUUID } from 'node:crypto'
import { uploadChatImage } from '@kapao/contract/chat'
import { deskSend, deskUpload } from '@kapao/contract/desk'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Agent,
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
import { newFilm, newPicture, upload } from '../../test/uploads.ts'

let server: TestServer
let agent: Agent
let guest: Customer
let params: { conversationId: string }

onTestServer(async (started) => {
  server = started
  agent = await newAgent(server)
})
beforeEach(async () => {
  guest = newGuest()
  await say(server, guest, 'hello')
  params = { conversationId: await conversationIdOf(server, guest) }
})

const send = (message: object, clientId: string = randomUUID(), who = agent) =>
  who.ask(deskSend, { params, body: { clientId, message } })
const button = (changed = {}) => ({
  title: 'Open',
  type: 'web',
  payload: 'https://kapao.example',
  ...changed,
})
const buttons = (...list: object[]) => ({
  message_type: 'buttons',
  payload: { text: 'Choose', buttons: list },
})
const card = (changed = {}) => ({
  image_url: '',
  title: 'A card',
  subtitle: 'more',
  buttons: [button()],
  ...changed,
})
const generic = (...elements: object[]) => ({ message_type: 'generic', payload: { elements } })

describe('an answer', () => {
  it.each<[string, object]>([
    ['a text', textMessage('ยินดีค่ะ <b>bold</b>')],
    [
      'buttons',
      buttons(
        button(),
        button({ type: 'call', payload: '+66 81-234 5678' }),
        button({ type: 'call', payload: '(021) 212345' }),
        button({ type: 'call', payload: 'tel:02.123.4567' }),
        button({ type: 'postback', payload: 'topic-1' }),
      ),
    ],
    [
      'quick replies',
      {
        message_type: 'quick_replies',
        payload: { text: 'Which?', quick_replies: [button({ type: 'postback', payload: 'a' })] },
      },
    ],
    ['cards', generic(card(), card({ image_url: 'https://kapao.example/x.png', buttons: [] }))],
  ])('of %s reaches the customer as it was sent', async (_what, message) => {
    const sent = await send(message)
    expect(sent).toMatchObject({ ok: true, answer: { message: { sender: 'agent', seq: 2, message } } })
    expect((await historyOf(server, guest))[0]).toMatchObject({
      sender: 'agent',
      message,
      name: `The ${agent.name}`,
      username: '',
      guestId: guest.guestId,
    })
  })

  it('does not give away the name that its writer logs in with', async () => {
    await send(textMessage('hi'))
    const [last] = await historyOf(server, guest)
    expect(last?.username).toBe('')
    expect(JSON.stringify(last)).not.toContain(`"${agent.name}"`)
  })

  it('sent twice is stored once, and told the same', async () => {
    const clientId = randomUUID()
    const [one, two] = await Promise.all([
      send(textMessage('once'), clientId),
      send(textMessage('once'), clientId),
    ])
    expect(one.ok && one.answer).toEqual(two.ok && two.answer)
    expect(await historyOf(server, guest)).toHaveLength(2)
    const trail = await server.database.query(
      `select 1 from staff_audit where action = 'message-sent' and details->>'clientId' = $1`,
      [clientId],
    )
    expect(trail).toHaveLength(1)
  })
})

describe('refused', () => {
  it.each<[string, object]>([
    ['an empty text', textMessage('  ')],
    ['2001 letters', textMessage('x'.repeat(2001))],
    [
      'a postback, which is the customer’s',
      { message_type: 'postback', payload: { title: 'x', payload: 'x' } },
    ],
    ['an unknown type', { message_type: 'carousel', payload: {} }],
    ['no buttons', buttons()],
    ['eleven buttons', buttons(...Array.from({ length: 11 }, () => button()))],
    ['a button without a title', buttons(button({ title: ' ' }))],
    ['a button of an unknown type', buttons(button({ type: 'script' }))],
    ['an address that runs', buttons(button({ payload: 'javascript:alert(1)' }))],
    ['an address that is data', buttons(button({ payload: 'data:text/html,x' }))],
    [
      'an address that shows one place and opens another',
      buttons(button({ payload: 'https://a.example@b.example' })),
    ],
    ['a phone number that is none', buttons(button({ type: 'call', payload: 'tel:x' }))],
    ['a phone number that nobody can dial', buttons(button({ type: 'call', payload: '0((((' }))],
    ['no cards', generic()],
    ['eleven cards', generic(...Array.from({ length: 11 }, () => card()))],
    ['a card’s picture that is not https', generic(card({ image_url: 'http://kapao.example/x.png' }))],
    ['a card’s picture that runs', generic(card({ image_url: 'javascript:alert(1)' }))],
    [
      'a whole address as media',
      {
        message_type: 'media',
        payload: { message: '', url: true, fileType: 'image', filePath: 'https://kapao.example/x.png' },
      },
    ],
  ])('%s', async (_what, message) => {
    expect(await send(message)).toMatchObject({ ok: false, message: 'BAD_REQUEST', status: 400 })
    expect(await historyOf(server, guest)).toHaveLength(1)
  })

  it('a clientId that is no uuid', async () => {
    expect(await send(textMessage('x'), 'mine')).toMatchObject({ message: 'BAD_REQUEST' })
  })
})

describe('a file of the desk', () => {
  const media = (filePath: string) => ({
    message_type: 'media',
    payload: { message: '', url: false, fileType: 'image', filePath },
  })
  const bring = (bytes: Buffer) => upload(server, deskUpload, bytes, { cookie: agent.cookie })

  it.each<[string, () => Buffer | Promise<Buffer>, string, object]>([
    ['a picture', () => newPicture('png'), 'image', { width: 64, height: 48 }],
    ['a film', () => newFilm(), 'video', {}],
    ['a PDF', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(500)]), 'file', {}],
  ])('may be %s, sent in any conversation by any of the staff', async (_what, make, fileType, size) => {
    const brought = await bring(await make())
    expect(brought.json).toEqual({ path: brought.path, fileType, ...size })
    const colleague = await newAgent(server)
    expect(await send(media(brought.path), randomUUID(), colleague)).toMatchObject({ ok: true })
    expect((await historyOf(server, guest))[0]?.message.payload).toMatchObject({ fileType, ...size })
  })

  it('may have any name, which a customer’s may not', async () => {
    const { cookie } = agent
    const answer = await upload(server, deskUpload, await newPicture(), { cookie, fileName: 'photo' })
    expect(answer).toMatchObject({ status: 200 })
  })

  it('that is a film keeps its place by what it measures', async () => {
    const film = newFilm('isom', 1_000, [{ width: 640, height: 360 }])
    const { json } = await upload(server, deskUpload, film, { cookie: agent.cookie })
    expect(json).toMatchObject({ fileType: 'video', width: 640, height: 360 })
    const payload = { message: '', url: false, fileType: 'video', filePath: json.path }
    await send({ message_type: 'media', payload })
    expect((await historyOf(server, guest))[0]?.message.payload).toEqual({
      ...payload,
      width: 640,
      height: 360,
    })
  })

  it('that is a document is saved, never shown', async () => {
    const { path } = await bring(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(500)]))
    const answer = await server.app.inject({ method: 'GET', url: path })
    expect(answer.headers['content-disposition']).toBe('attachment; filename="chat.pdf"')
  })

  it('may stand on a card', async () => {
    const { path } = await bring(await newPicture())
    expect(await send(generic(card({ image_url: path })))).toMatchObject({ ok: true })
  })

  it('must be the desk’s own: a customer’s is not', async () => {
    const theirs = await upload(server, uploadChatImage, await newPicture())
    expect(await send(media(theirs.path))).toMatchObject({ ok: false, message: 'NO_DATA' })
    expect(await send(generic(card({ image_url: theirs.path })))).toMatchObject({ message: 'NO_DATA' })
  })

  it('cannot be sent by a customer', async () => {
    const { path } = await bring(await newPicture())
    expect(await say(server, guest, media(path))).toMatchObject({ ok: false, message: 'NO_DATA' })
  })

  it('is refused when it is a page', async () => {
    expect(await bring(Buffer.from('<html></html>'.repeat(9)))).toMatchObject({
      status: 415,
      message: 'FILE_NOT_SUPPORTED',
    })
  })
})
