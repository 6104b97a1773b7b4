// How much a member and guests may leave in a day and how many of guests' pictures wait, and that a disk is not filled to its last byte.
import { writeFile } from 'node:fs/promises'
import { uploadChatImage, uploadChatVideo } from '@kapao/contract/chat'
import { deskUpload } from '@kapao/contract/desk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newAgent, until } from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'
import { newFilm, newPicture, upload } from '../../test/uploads.ts'
import type { FileStore } from '../files/file-store.ts'
import { pictureTurns } from '../files/in-turn.ts'
import { keepFile } from './keep-file.ts'

let server: TestServer
onTestServer((started) => {
  server = started
})

const film = (from: string, token?: string) =>
  upload(server, uploadChatVideo, newFilm('isom', 600_000), { from, ...(token && { token }) })
const kept = { status: 200 }
const tooMuch = { status: 429, message: 'REQUEST_LIMIT' }
const filesKept = async () => (await server.database.query('select 1 from chat_file')).length

describe('what guests leave', () => {
  beforeEach(() => server.database.query('delete from day_window'))
  afterEach(async () => {
    await server.set('chatGuestMegabytesPerDay', 300)
    await server.set('chatAllGuestsMegabytesPerDay', 2_000)
  })

  it('is refused at an address that has left its day’s worth, and nothing of it is kept', async () => {
    await server.set('chatGuestMegabytesPerDay', 1)
    expect(await film('2001:db8:1:1::1')).toMatchObject(kept)
    const before = await filesKept()
    const refused = await film('2001:db8:1:1:a::2')
    expect(refused).toMatchObject(tooMuch)
    expect(refused.json).toMatchObject({ retryAfter: expect.any(Number) })
    expect(await filesKept()).toBe(before)
    expect(await film('203.0.113.5')).toMatchObject(kept)
    // What is smaller has its place there still.
    expect(
      await upload(server, uploadChatImage, await newPicture(), { from: '2001:db8:1:1::3' }),
    ).toMatchObject(kept)
  })

  it('is refused everywhere when all have left theirs; members go on', async () => {
    await server.set('chatAllGuestsMegabytesPerDay', 1)
    expect(await film('203.0.113.6')).toMatchObject(kept)
    expect(await film('203.0.113.7')).toMatchObject(tooMuch)
    const { token } = await server.member()
    expect(await film('203.0.113.7', token)).toMatchObject(kept)
  })
})

it('what a member leaves is refused when they have left their day’s worth; another goes on', async () => {
  await server.set('chatMemberMegabytesPerDay', 1)
  const [one, other] = [await server.member(), await server.member()]
  expect(await film('203.0.113.8', one.token)).toMatchObject(kept)
  const before = await filesKept()
  const refused = await film('203.0.113.9', one.token)
  expect(refused).toMatchObject(tooMuch)
  expect(refused.json).toMatchObject({ retryAfter: expect.any(Number) })
  expect(await filesKept()).toBe(before)
  expect(await film('203.0.113.8', other.token)).toMatchObject(kept)
  await server.set('chatMemberMegabytesPerDay', 200)
})

it('a guest’s picture is turned away while twenty of guests wait to be drawn; a member’s and an agent’s have their turn', async () => {
  const { token } = await server.member()
  const { cookie } = await newAgent(server)
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const held = Array.from({ length: 20 }, () => pictureTurns.take('guest', () => ended))
  const taken = vi.spyOn(pictureTurns, 'take')
  const picture = await newPicture()
  const known = [
    upload(server, uploadChatImage, picture, { token }),
    upload(server, deskUpload, picture, { cookie }),
  ]
  await until(() => taken.mock.calls.length === 2, 'both wait for their turn')
  expect(taken.mock.calls.map(([sender]) => sender)).toEqual(['known', 'known'])
  const ofGuest = await upload(server, uploadChatImage, picture)
  expect(ofGuest).toMatchObject({ status: 503, message: 'OVERLOADED' })
  end()
  await Promise.all(held)
  expect(await Promise.all(known)).toMatchObject([kept, kept])
  expect(await upload(server, uploadChatImage, picture)).toMatchObject(kept)
})

describe('a disk', () => {
  const picture = async (space: Awaited<ReturnType<FileStore['space']>>) => {
    const drawDesk = { draw: vi.fn(async () => 'invalid' as const), close: async () => undefined }
    const files = { ...server.files, space: async () => space }
    const path = `${server.config.filesFolder}/picture`
    await writeFile(path, await newPicture())
    const answer = await keepFile(
      { database: server.database, files, drawDesk },
      { path, saidName: 'x.jpg', bytes: 100, hash: '' },
      { image: 1_000_000 },
      { memberId: null, staffId: null },
    )
    return 'refused' in answer ? answer.refused : 'kept'
  }

  it.each([
    ['2 GB', { freeBytes: 1_900_000_000, allBytes: 1_000_000_000_000 }],
    ['a twentieth of it', { freeBytes: 400_000_000, allBytes: 10_000_000_000 }],
  ])('with less than %s left takes no file of the chat', async (_what, space) => {
    expect(await picture(space)).toBe('OVERLOADED')
  })

  it.each([
    ['with more', { freeBytes: 2_100_000_000, allBytes: 1_000_000_000_000 }],
    ['that is small, with a twentieth', { freeBytes: 600_000_000, allBytes: 10_000_000_000 }],
    ['that is none', null],
  ])('%s goes on', async (_what, space) => {
    // Past the door: it is the picture itself that the desk here refuses.
    expect(await picture(space)).toBe('FILE_NOT_SUPPORTED')
  })

  it('tells what is left of it', async () => {
    const space = await server.files.space()
    expect(space?.freeBytes).toBeGreaterThan(0)
    expect(space?.allBytes).toBeGreaterThan(space?.freeBytes ?? 0)
  })
})
