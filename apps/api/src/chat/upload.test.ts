import { randomBytes } from 'node:crypto'
import {
  CHAT_IMAGE_MAX_BYTES,
  CHAT_VIDEO_MAX_BYTES,
  uploadChatImage,
  uploadChatVideo,
} from '@kapao/contract/chat'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'
import { bombPng } from '../../test/slip-pictures.ts'
import { newFilm, newPicture, upload } from '../../test/uploads.ts'
import { FILE_POLICY } from '../http/safe-headers.ts'

let server: TestServer

onTestServer((started) => {
  server = started
})

const fetchFile = (path: string, headers = {}) => server.app.inject({ method: 'GET', url: path, headers })
const script = Buffer.from('<html><script>alert(1)</script></html>')

describe('a picture', () => {
  it.each<['png' | 'jpeg' | 'gif', string, string]>([
    ['png', 'image/png', 'png'],
    ['jpeg', 'image/jpeg', 'jpg'],
    ['gif', 'image/gif', 'gif'],
  ])('of type %s is kept and served as what it is, and nothing else', async (format, type, ending) => {
    const { status, path } = await upload(server, uploadChatImage, await newPicture(format), {
      fileName: 'x.html',
      type: 'text/html',
    })
    expect(status).toBe(200)
    expect(path).toMatch(new RegExp(`^/api/chat/files/[0-9a-f]{48}chat\\.${ending}$`))
    const answer = await fetchFile(path)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': FILE_POLICY,
      // A wallet may be served from another site.
      'cross-origin-resource-policy': 'cross-origin',
      'content-disposition': `inline; filename="chat.${ending}"`,
      'cache-control': 'private, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
    })
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format, width: 64, height: 48 })
  })

  it('is turned upright, and loses where and with what it was taken', async () => {
    const photo = await sharp(await newPicture('jpeg', 80, 40))
      .withExif({ IFD0: { Make: 'Secret', Copyright: 'Me' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { path } = await upload(server, uploadChatImage, photo)
    const kept = (await fetchFile(path)).rawPayload
    const metadata = await sharp(kept).metadata()
    expect(metadata).toMatchObject({ width: 40, height: 80 })
    expect(metadata.exif).toBeUndefined()
    expect(metadata.orientation ?? 1).toBe(1)
    expect(kept.includes('Secret')).toBe(false)
  })

  it('that moves still moves', async () => {
    const frames = [
      await newPicture('png'),
      await sharp(await newPicture('png'))
        .negate()
        .png()
        .toBuffer(),
    ]
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    const { path } = await upload(server, uploadChatImage, moving)
    const kept = (await fetchFile(path)).rawPayload
    expect(await sharp(kept, { animated: true }).metadata()).toMatchObject({ pages: 2, pageHeight: 48 })
    const [row] = await server.database.query<{ width: number; height: number }>(
      'select width, height from chat_file where name = $1',
      [path.split('/').at(-1)],
    )
    expect(row).toEqual({ width: 64, height: 48 })
  })

  /** It stands still: what is judged is how much there is to draw. */
  async function newMoving(side: number, frames: number): Promise<Buffer> {
    const frame = { width: side, height: side, channels: 3, background: '#246' } as const
    return sharp({ create: { ...frame, height: side * frames, pageHeight: side } })
      .gif({ effort: 1, keepDuplicateFrames: true })
      .toBuffer()
  }

  it('that moves is judged by one frame, and by all for the time that they take', async () => {
    const ordinary = await newMoving(480, 112)
    expect(await sharp(ordinary, { animated: true }).metadata()).toMatchObject({ pages: 112 })
    expect(await upload(server, uploadChatImage, ordinary)).toMatchObject({ status: 200 })
    expect(await upload(server, uploadChatImage, await newMoving(1_000, 41))).toMatchObject({
      status: 413,
      message: 'FILE_TOO_LARGE',
    })
  })

  it('of a phone’s size is made smaller', async () => {
    const { path } = await upload(server, uploadChatImage, await newPicture('jpeg', 4000, 3000))
    expect(await sharp((await fetchFile(path)).rawPayload).metadata()).toMatchObject({
      width: 2560,
      height: 1920,
    })
  })

  /** What an editor has left of the larger picture behind the one that was cropped. */
  const cropped = async () => (await newPicture('png', 300, 300)).subarray(-90, -5)
  it.each<['png' | 'jpeg' | 'gif', string, () => Buffer | Promise<Buffer>]>([
    ['jpeg', 'a page', () => script],
    ['png', 'a page', () => script],
    ['png', 'the rest of a larger one', cropped],
    ['png', 'nothing, in many bytes', () => Buffer.alloc(5_000)],
    ['gif', 'a page', () => script],
  ])('of type %s is taken with %s behind its end, and kept without', async (format, _what, make) => {
    const picture = await newPicture(format)
    const behind = await make()
    const { status, path } = await upload(server, uploadChatImage, Buffer.concat([picture, behind]))
    expect(status).toBe(200)
    const kept = (await fetchFile(path)).rawPayload
    expect(kept.includes(behind)).toBe(false)
    expect(await sharp(kept).metadata()).toMatchObject({ format, width: 64, height: 48 })
    // As if nothing had been there.
    const alone = await upload(server, uploadChatImage, picture)
    expect(kept.equals((await fetchFile(alone.path)).rawPayload)).toBe(true)
  })

  const heic = Buffer.concat([
    Buffer.from('00000018667479706865696300000000686569636d696631', 'hex'),
    Buffer.alloc(500),
  ])
  it.each<[string, () => Buffer | null | Promise<Buffer>]>([
    ['nothing', () => Buffer.alloc(0)],
    ['no file', () => null],
    ['one byte', () => Buffer.from('x')],
    ['HEIC under the name of a JPEG', () => heic],
    ['a WebP', () => newPicture('webp')],
    ['a TIFF', () => newPicture('tiff')],
    ['an SVG', () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>${' '.repeat(99)}`)],
    ['a PDF', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(1_000)])],
    ['a page', () => script],
    ['a GIF that is a script', () => Buffer.concat([Buffer.from('GIF89a/*'), script, Buffer.from('*/=1')])],
    ['half a PNG', async () => (await newPicture('png', 900, 900)).subarray(0, 2_000)],
    [
      'a page in the place of a PNG’s pixels',
      async () => Buffer.concat([(await newPicture('png')).subarray(0, 41), script]),
    ],
    ['half a JPEG', async () => (await newPicture('jpeg', 900, 900)).subarray(0, 2_000)],
    ['a film', () => newFilm()],
  ])('is none when it is %s', async (_what, make) => {
    expect(await upload(server, uploadChatImage, await make())).toMatchObject({
      status: 415,
      message: 'FILE_NOT_SUPPORTED',
    })
  })

  it('of more pixels than can be drawn is too large, and is not drawn', async () => {
    expect(await upload(server, uploadChatImage, bombPng(30_000))).toMatchObject({
      status: 413,
      message: 'FILE_TOO_LARGE',
    })
  })

  it('of one byte too many is too large; of the most there may be it is judged', async () => {
    const most = Buffer.concat([await newPicture(), Buffer.alloc(CHAT_IMAGE_MAX_BYTES)])
    const cut = (bytes: number) => upload(server, uploadChatImage, most.subarray(0, bytes))
    expect(await cut(CHAT_IMAGE_MAX_BYTES + 1)).toMatchObject({ message: 'FILE_TOO_LARGE', status: 413 })
    expect(await cut(CHAT_IMAGE_MAX_BYTES)).toMatchObject({ status: 200 })
  })
})

describe('a film', () => {
  it.each([
    ['isom', 'video/mp4', 'mp4'],
    ['mp42', 'video/mp4', 'mp4'],
    ['qt  ', 'video/quicktime', 'mov'],
  ])('of brand %s is kept byte for byte', async (brand, type, ending) => {
    const film = newFilm(brand)
    const { status, path } = await upload(server, uploadChatVideo, film)
    expect(status).toBe(200)
    const answer = await fetchFile(path)
    expect(path.endsWith(`.${ending}`)).toBe(true)
    expect(answer.headers['content-type']).toBe(type)
    expect(answer.rawPayload.equals(film)).toBe(true)
  })

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['of no known brand', () => newFilm('3gp4')],
    ['of a picture’s brand', () => newFilm('avif')],
    ['cut off', () => newFilm('isom', 5_000).subarray(0, 3_000)],
    ['without contents', () => newFilm().subarray(0, 24)],
    ['that is a WebM', () => Buffer.concat([Buffer.from('1a45dfa3', 'hex'), randomBytes(500)])],
    ['that is a picture', () => newPicture()],
    ['that is a page', () => script],
  ])('%s is none', async (_what, make) => {
    expect(await upload(server, uploadChatVideo, await make())).toMatchObject({
      message: 'FILE_NOT_SUPPORTED',
    })
  })

  it('of one byte too many is too large', async () => {
    const film = newFilm('isom', CHAT_VIDEO_MAX_BYTES)
    expect(await upload(server, uploadChatVideo, film)).toMatchObject({
      message: 'FILE_TOO_LARGE',
      status: 413,
    })
  })

  it.each([
    ['bytes=0-1', 206, 'bytes 0-1/', 2],
    ['bytes=10-', 206, 'bytes 10-', -10],
    ['bytes=-5', 206, 'bytes ', 5],
    ['bytes=0-999999999', 206, 'bytes 0-', 0],
    ['bytes=99999999-', 416, 'bytes */', null],
    ['bytes=5-2', 416, 'bytes */', null],
    ['lines=1-2', 200, '', 0],
    ['bytes=0-1,5-6', 200, '', 0],
  ])('is served in parts, as players ask for it: %s', async (range, status, contentRange, length) => {
    const film = newFilm()
    const { path } = await upload(server, uploadChatVideo, film)
    const answer = await fetchFile(path, { range })
    expect(answer.statusCode).toBe(status)
    expect(String(answer.headers['content-range'] ?? '')).toContain(contentRange)
    if (length === null) return
    const expected = length > 0 ? length : film.length + length
    expect(answer.rawPayload).toHaveLength(expected)
    expect(answer.headers['content-length']).toBe(String(expected))
  })
})

describe('a file', () => {
  it.each([
    '/api/chat/files/x',
    `/api/chat/files/${'a'.repeat(48)}chat.jpg`,
    `/api/chat/files/${'a'.repeat(48)}chat.html`,
    '/api/chat/files/..%2f..%2fetc%2fpasswd',
    `/api/chat/files/${'A'.repeat(48)}chat.jpg`,
  ])('that is not there is NO_DATA: %s', async (path) => {
    const answer = await fetchFile(path)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ message: 'NO_DATA' })
  })

  it('is not a slip’s: those need a signed address', async () => {
    const { path } = await upload(server, uploadChatImage, await newPicture())
    expect((await fetchFile(path.replace('/chat/', '/'))).statusCode).not.toBe(200)
  })
})

describe('too many uploads', () => {
  it('of a member wait; the rest of the address does not', async () => {
    const { token } = await server.member()
    const picture = await newPicture()
    for (let sent = 0; sent < 10; sent += 1) {
      expect(await upload(server, uploadChatImage, picture, { token })).toMatchObject({ status: 200 })
    }
    expect(await upload(server, uploadChatImage, picture, { token })).toMatchObject({
      status: 429,
      message: 'REQUEST_LIMIT_1MIN',
    })
    expect(await upload(server, uploadChatVideo, newFilm(), { token })).toMatchObject({ status: 429 })
    expect(await upload(server, uploadChatImage, picture)).toMatchObject({ status: 200 })
  })
})
