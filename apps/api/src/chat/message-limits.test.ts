// How many messages a customer, and how many new guests an address, may bring in a minute, and how much guests may write in a day.
import { randomUUID } from 'node:crypto'
import { uploadChatImage } from '@kapao/contract/chat'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asCustomer, historyOf, newGuest, say } from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'
import { newPicture, upload } from '../../test/uploads.ts'

let server: TestServer

onTestServer(async (started) => {
  server = started
})

const tooMany = { status: 429, message: 'REQUEST_LIMIT_1MIN' }

describe('too many messages', () => {
  afterEach(() => server.set('chatMessagesPerMinute', 30))

  it('of one sender wait for the rest of the minute; others do not', async () => {
    const guest = newGuest()
    await server.set('chatMessagesPerMinute', 3)
    for (let sent = 0; sent < 3; sent += 1) expect(await say(server, guest, 'x')).toMatchObject({ ok: true })
    const answer = await say(server, guest, 'x')
    expect(answer).toMatchObject(tooMany)
    const wait = answer.ok ? 0 : (answer.details.retryAfter ?? 0)
    expect(wait).toBeGreaterThan(50)
    expect(wait).toBeLessThanOrEqual(60)
    expect(await say(server, newGuest(), 'x')).toMatchObject({ ok: true })
  })

  it('are counted from the first of them, and may be said when its minute is over', async () => {
    const guest = newGuest()
    await server.set('chatMessagesPerMinute', 1)
    await say(server, guest, 'x')
    const pass = (seconds: number) =>
      server.database.query(
        'update chat_conversation set counted_since = counted_since - make_interval(secs => $2) where guest_id = $1',
        [guest.guestId, seconds],
      )
    await pass(30)
    const answer = await say(server, guest, 'x')
    expect(answer).toMatchObject(tooMany)
    expect(!answer.ok && answer.details.retryAfter).toBeLessThanOrEqual(30)
    await pass(30)
    expect(await say(server, guest, 'x')).toMatchObject({ ok: true })
    expect(await say(server, guest, 'x')).toMatchObject(tooMany)
  })

  it('sent all at once are as many as may be, and the others leave nothing behind', async () => {
    const guest = newGuest()
    await server.set('chatMessagesPerMinute', 10)
    const answers = await Promise.all(Array.from({ length: 40 }, (_one, at) => say(server, guest, `${at}`)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10)
    expect(await historyOf(server, guest)).toHaveLength(10)
  })

  it('are files and texts together; a file that had to wait can be sent afterwards', async () => {
    const member = await asCustomer(server, await server.member())
    const [first, second] = await Promise.all(
      [1, 2].map(async () => upload(server, uploadChatImage, await newPicture())),
    )
    const sendFile = (filePath = '') =>
      say(server, member, {
        message_type: 'media',
        payload: { message: '', url: false, fileType: 'image', filePath },
      })
    await server.set('chatMessagesPerMinute', 2)
    expect(await sendFile(first?.path)).toMatchObject({ ok: true })
    expect(await say(server, member, 'x')).toMatchObject({ ok: true })
    expect(await sendFile(second?.path)).toMatchObject(tooMany)
    await server.set('chatMessagesPerMinute', 30)
    expect(await sendFile(second?.path)).toMatchObject({ ok: true })
  })

  it('are none when they were said before: the answer comes again, and nothing is counted', async () => {
    const member = await asCustomer(server, await server.member())
    const picture = await upload(server, uploadChatImage, await newPicture())
    const file = {
      message_type: 'media',
      payload: { message: '', url: false, fileType: 'image', filePath: picture.path },
    }
    const [text, media] = [randomUUID(), randomUUID()]
    await server.set('chatMessagesPerMinute', 3)
    for (let times = 0; times < 4; times += 1) {
      expect(await say(server, member, 'x', text)).toMatchObject({ ok: true })
      expect(await say(server, member, file, media)).toMatchObject({ ok: true })
    }
    expect(await say(server, member, 'y')).toMatchObject({ ok: true })
    expect(await say(server, member, 'z')).toMatchObject(tooMany)
    expect(await say(server, member, 'x', text)).toMatchObject({ ok: true })
    expect(await say(server, member, file, media)).toMatchObject({ ok: true })
    expect(await historyOf(server, member)).toHaveLength(3)
  })

  it('keep the one that was refused for when it is sent again, under the same id', async () => {
    const guest = newGuest()
    await server.set('chatMessagesPerMinute', 1)
    await say(server, guest, 'x')
    const clientId = randomUUID()
    expect(await say(server, guest, 'again', clientId)).toMatchObject(tooMany)
    await server.set('chatMessagesPerMinute', 30)
    expect(await say(server, guest, 'again', clientId)).toMatchObject({ ok: true })
    expect(await historyOf(server, guest)).toMatchObject([{ clientId }, {}])
  })
})

describe('what guests write in a day', () => {
  const tooMuch = { status: 429, message: 'REQUEST_LIMIT' }
  const bytesOf = async (bucket: string) => {
    const [row] = await server.database.query<{ used: bigint }>(
      'select used from day_window where bucket = $1',
      [bucket],
    )
    return Number(row?.used)
  }
  /** As if so much had been written already. */
  const fill = (bucket: string, megabytes: number) =>
    server.database.query('update day_window set used = $2 where bucket = $1', [
      bucket,
      megabytes * 1_000_000,
    ])
  const [address, all] = ['chat-guest-text:127.0.0.1', 'chat-guest-text']

  const forget = () => server.database.query('delete from day_window')
  beforeEach(forget)
  afterEach(forget)

  it('counts by its bytes, at an address and everywhere', async () => {
    const thai = 'ก'.repeat(1_000)
    expect(await say(server, newGuest(), thai)).toMatchObject({ ok: true })
    const written = await bytesOf(address)
    expect(written).toBeGreaterThan(3_000)
    expect(await say(server, newGuest(), thai)).toMatchObject({ ok: true })
    expect([await bytesOf(address), await bytesOf(all)]).toEqual([2 * written, 2 * written])
  })

  it('counts once, however often it is sent, and not at all where it is refused', async () => {
    const [guest, clientId] = [newGuest(), randomUUID()]
    for (let times = 0; times < 2; times += 1)
      expect(await say(server, guest, 'once', clientId)).toMatchObject({ ok: true })
    const once = await bytesOf(address)
    await server.set('chatMessagesPerMinute', 1)
    expect(await say(server, guest, 'too many')).toMatchObject(tooMany)
    await server.set('chatMessagesPerMinute', 30)
    expect([await bytesOf(address), await bytesOf(all)]).toEqual([once, once])
  })

  it.each([
    ['at one address', address, 50],
    ['anywhere', all, 500],
  ])('is refused when a day’s worth was written %s; members go on', async (_what, bucket, megabytes) => {
    const known = newGuest()
    const member = await asCustomer(server, await server.member())
    expect(await say(server, known, 'x')).toMatchObject({ ok: true })
    await fill(bucket, megabytes)
    for (const guest of [known, newGuest()]) {
      const refused = await say(server, guest, 'y')
      expect(refused).toMatchObject(tooMuch)
      expect(refused.ok ? 0 : refused.details.retryAfter).toBeGreaterThan(80_000)
    }
    expect(await historyOf(server, known)).toHaveLength(1)
    expect(await say(server, member, 'z')).toMatchObject({ ok: true })
  })
})

describe('new guests', () => {
  it('from one address wait, too, and open no conversation; those who talk already do not', async () => {
    const known = newGuest()
    await say(server, known, 'x')
    await server.set('chatNewGuestsPerMinute', 0)
    try {
      const guest = newGuest()
      expect(await say(server, guest, 'x')).toMatchObject(tooMany)
      expect(await historyOf(server, guest)).toHaveLength(0)
      expect(await say(server, known, 'x')).toMatchObject({ ok: true })
    } finally {
      await server.set('chatNewGuestsPerMinute', 300)
    }
  })

  it('from one address are no more in a day than there may be; those who talk already do not count', async () => {
    await server.database.query('delete from day_window')
    await server.set('chatNewGuestsPerDay', 2)
    try {
      const known = newGuest()
      for (const guest of [known, known, known, newGuest()])
        expect(await say(server, guest, 'x')).toMatchObject({ ok: true })
      const late = newGuest()
      const refused = await say(server, late, 'x')
      expect(refused).toMatchObject({ status: 429, message: 'REQUEST_LIMIT' })
      expect(refused.ok ? 0 : refused.details.retryAfter).toBeGreaterThan(80_000)
      expect(await historyOf(server, late)).toHaveLength(0)
      expect(await say(server, known, 'x')).toMatchObject({ ok: true })
    } finally {
      await server.set('chatNewGuestsPerDay', 2_000)
    }
  })
})
