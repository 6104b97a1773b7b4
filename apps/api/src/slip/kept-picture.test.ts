import { getSlipUrl } from '@kapao/contract/slip'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { newTransRef, sendSlip, slipPng } from '../../test/slip-pictures.ts'
import { FILE_POLICY } from '../http/safe-headers.ts'

let server: TestServer
let member: TestMember
let slip: Buffer

beforeAll(async () => {
  server = await startTestServer('th', { environment: { KAPAO_ALLOWED_ORIGINS: 'https://wallet.example' } })
  await server.set('slipsPerMinute', 10_000)
  member = await server.member()
  slip = await slipPng(newTransRef())
})
afterAll(() => server.stop())

const send = (bytes: Buffer) => sendSlip(server, member, bytes)
const script = Buffer.from('<html><script>alert(1)</script></html>')

describe('the kept picture', () => {
  const urlOf = async (of: TestMember, reference: string) =>
    server.ask(getSlipUrl, { params: { reference }, token: of.token })

  it('is had by its owner alone, for five minutes, as a picture and nothing else', async () => {
    const { reference = '' } = await send(slip)
    const answered = await urlOf(member, reference)
    if (!answered.ok) throw new Error(answered.message)
    const { url } = answered.answer
    const file = await server.app.inject(url)
    expect(file.statusCode).toBe(200)
    expect(file.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline; filename="slip.jpg"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': FILE_POLICY,
      // A wallet may be served from another site.
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
    })
    expect(await sharp(file.rawPayload).metadata()).toMatchObject({
      format: 'jpeg',
      width: 720,
      height: 1280,
    })
    expect(await urlOf(await server.member(), reference)).toMatchObject({ ok: false, message: 'NO_DATA' })
    expect(await urlOf(member, 'AAAAAAAAAAAAAAAA')).toMatchObject({ ok: false, message: 'NO_DATA' })
  })

  it('has a whole address for a wallet of another origin', async () => {
    const { reference = '' } = await send(slip)
    const ask = (origin: string) =>
      server.ask(getSlipUrl, {
        params: { reference },
        token: member.token,
        headers: { origin, host: 'api.example:8080' },
      })
    const isOf = (origin: string) => ({ ok: true, answer: { url: expect.stringMatching(origin) } })
    expect(await ask('https://wallet.example')).toMatchObject(isOf('^http://api\\.example:8080/api/files/'))
    expect(await ask('https://another.example')).toMatchObject(isOf('^/api/files/'))
  })

  it('is not served by a changed, expired or missing signature', async () => {
    const { reference = '' } = await send(slip)
    const answered = await urlOf(member, reference)
    if (!answered.ok) throw new Error(answered.message)
    const { url } = answered.answer
    const past = String(Math.floor(Date.now() / 1000) - 1)
    for (const wrong of [
      url.replace(/expires=\d+/, 'expires=9999999999'),
      url.replace(/expires=\d+/, `expires=${past}`),
      url.replace(/signature=./, 'signature=~'),
      url.replace(/files\/../, 'files/zz'),
    ]) {
      expect((await server.app.inject(wrong)).statusCode).toBe(403)
    }
    expect((await server.app.inject(url.split('?')[0] ?? '')).statusCode).toBe(404)
    expect(
      (await server.app.inject('/api/files/..%2F..%2Fetc%2Fpasswd?expires=9999999999&signature=x'))
        .statusCode,
    ).toBe(403)
  })

  it('holds nothing of where and with what it was taken, and stands upright', async () => {
    const exif = { IFD0: { Make: 'SECRET-CAMERA' }, IFD3: { GPSLatitude: '17/1 58/1 0/1' } }
    const sideways = await sharp(slip)
      .rotate(270)
      .jpeg()
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { reference = '' } = await send(sideways)
    const answered = await urlOf(member, reference)
    if (!answered.ok) throw new Error(answered.message)
    const { rawPayload } = await server.app.inject(answered.answer.url)
    const metadata = await sharp(rawPayload).metadata()
    expect([metadata.width, metadata.height, metadata.exif]).toEqual([720, 1280, undefined])
    expect(rawPayload.includes('SECRET-CAMERA')).toBe(false)
  })

  it('has lost what hid behind a JPEG', async () => {
    const jpeg = await sharp(slip).jpeg().toBuffer()
    const { reference = '' } = await send(Buffer.concat([jpeg, script]))
    const answered = await urlOf(member, reference)
    if (!answered.ok) throw new Error(answered.message)
    expect((await server.app.inject(answered.answer.url)).rawPayload.includes('<script>')).toBe(false)
  })
})
