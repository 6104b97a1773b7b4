import { randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { getSlipUrl, listSlips, SLIP_MAX_BYTES } from '@kapao/contract/slip'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { bombPng, newTransRef, padPng, sendSlip, slipPayload, slipPng } from '../../test/slip-pictures.ts'
import { readQrTexts } from './read-qr.ts'

let server: TestServer
let member: TestMember
let slip: Buffer
/** What its mini QR says. */
let code: string

beforeAll(async () => {
  server = await startTestServer()
  await server.set('slipsPerMinute', 10_000)
  member = await server.member()
  const transRef = newTransRef()
  slip = await slipPng(transRef)
  code = slipPayload(transRef)
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
})

const listOf = async (of: TestMember) =>
  (await server.give(listSlips, { body: { page: 1, limit: 100 }, token: of.token })).slips
const send = (bytes: Buffer | null, sent = {}) => sendSlip(server, member, bytes, sent)

const picturesKept = async () =>
  (await readdir(server.config.filesFolder, { recursive: true })).filter((f) => f.includes('.')).length

async function newest(of = member) {
  const [first] = await listOf(of)
  if (!first) throw new Error('no slip')
  return first
}

/** The smallest HEIC there is for a sniffer: its box and its brand. */
const heic = Buffer.concat([
  Buffer.from('0000001866747970686569630000000068656963', 'hex'),
  Buffer.alloc(500),
])
const script = Buffer.from('<html><script>alert(1)</script></html>')
const eicar = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*')
const svg = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"><script/></svg>${' '.repeat(99)}`,
)

describe('a file that is no picture of ours is SLIP_INVALID_FILE, whatever its name', () => {
  const gifWithScript = Buffer.concat([Buffer.from('GIF89a/*'), script, Buffer.from('*/=1;alert(1)')])
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['nothing', () => Buffer.alloc(0)],
    ['one byte', () => Buffer.from('x')],
    ['HEIC named .jpg', () => heic],
    ['a PDF', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(1_000)])],
    ['an SVG', () => svg],
    ['EICAR', () => eicar],
    ['a GIF', () => sharp(slip).gif().toBuffer()],
    [
      'an animated GIF',
      () =>
        sharp([slip, slip], { join: { animated: true } })
          .gif()
          .toBuffer(),
    ],
    ['a TIFF', () => sharp(slip).tiff().toBuffer()],
    ['an AVIF', () => sharp(slip).resize(100).avif({ effort: 0 }).toBuffer()],
    ['a GIF that is a script', () => gifWithScript],
    ['a PNG head with a page for a body', () => Buffer.concat([slip.subarray(0, 8), script])],
    ['half a PNG', () => slip.subarray(0, slip.length / 2)],
    ['half a PNG with an end', () => Buffer.concat([slip.subarray(0, slip.length / 2), slip.subarray(-12)])],
    [
      'half a JPEG',
      async () => {
        const jpeg = await sharp(slip).jpeg().toBuffer()
        return jpeg.subarray(0, jpeg.length / 2)
      },
    ],
    [
      'half a WebP',
      async () => {
        const webp = await sharp(slip).webp().toBuffer()
        return webp.subarray(0, webp.length / 2)
      },
    ],
    ['JPEG head and noise', () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(5_000)])],
  ])('%s', async (_what, make) => {
    const before = (await listOf(member)).length
    expect(await send(await make())).toMatchObject({
      status: 415,
      message: 'SLIP_INVALID_FILE',
      field: 'file',
    })
    expect(await listOf(member)).toHaveLength(before)
  })
})

describe('a picture of an odd kind is taken as what it shows', () => {
  /** A ZIP of nothing: its end is all there is of it. */
  const zip = Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)])
  it.each<[string, () => Promise<Buffer>]>([
    ['a JPEG in CMYK', () => sharp(slip).toColourspace('cmyk').jpeg().toBuffer()],
    ['a PNG of 16 bits', () => sharp(slip).toColourspace('rgb16').png().toBuffer()],
    ['a PNG with a palette', () => sharp(slip).png({ palette: true }).toBuffer()],
    ['a progressive JPEG', () => sharp(slip).jpeg({ progressive: true }).toBuffer()],
    [
      'an animated WebP',
      () =>
        sharp([slip, slip], { join: { animated: true } })
          .webp()
          .toBuffer(),
    ],
    ['a JPEG that is a ZIP, too', async () => Buffer.concat([await sharp(slip).jpeg().toBuffer(), zip])],
    ['a PNG that is a ZIP, too', async () => Buffer.concat([slip, zip])],
    ['a PNG with a page behind it', async () => Buffer.concat([slip, script])],
    [
      'a cropped PNG with the rest of the larger one',
      async () => Buffer.concat([slip, slip.subarray(-900, -5)]),
    ],
    [
      'a WebP with a page behind it',
      async () => Buffer.concat([await sharp(slip).webp().toBuffer(), script]),
    ],
    ['one in grey', () => sharp(slip).toColourspace('b-w').png().toBuffer()],
  ])('%s', async (_what, make) => {
    const { reference = '', ...answer } = await send(await make())
    expect(answer).toMatchObject({ status: 200, message: 'SUCCESS' })
    const { url } = await server.give(getSlipUrl, { params: { reference }, token: member.token })
    const kept = (await server.app.inject(url)).rawPayload
    const metadata = await sharp(kept).metadata()
    expect([metadata.format, metadata.width, metadata.height]).toEqual(['jpeg', 720, 1280])
    expect(metadata.space).toMatch(/^(srgb|b-w)$/)
    for (const hidden of [zip, script, slip.subarray(-900, -5)]) expect(kept.includes(hidden)).toBe(false)
    expect(await readQrTexts(kept, () => undefined)).toEqual([code])
  })

  it.each(['slip', 'slip.jpg.html', '../../etc/passwd', 'ສະລິບ.png', '.', 'a'.repeat(300)])(
    'whatever its name is: %s',
    async (fileName) => {
      expect(await send(slip, { fileName })).toMatchObject({ status: 200, message: 'SUCCESS' })
    },
  )
})

describe('a form', () => {
  it('with two files is judged by its first', async () => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(slip)]), 'one.png')
    form.append('file', new Blob([new Uint8Array(script)]), 'two.html')
    const before = (await listOf(member)).length
    const encoded = new Response(form)
    const answered = await server.app.inject({
      method: 'POST',
      url: '/api/wallet/slip',
      headers: {
        authorization: `Bearer ${member.token}`,
        'content-type': encoded.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    expect(answered.json()).toMatchObject({ message: 'SUCCESS' })
    expect(await listOf(member)).toHaveLength(before + 1)
  })

  it('that is no form is SLIP_NO_FILE', async () => {
    const answered = await server.app.inject({
      method: 'POST',
      url: '/api/wallet/slip',
      headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
      payload: '{"file":"slip.jpg"}',
    })
    expect(answered.json()).toMatchObject({ message: 'SLIP_NO_FILE' })
  })

  it.each([
    ['without a file', () => send(null)],
    ['with the file under another name', () => send(slip, { fieldName: 'picture' })],
    ['in which no file was chosen', () => send(Buffer.alloc(0), { fileName: '' })],
    ['with text where the file belongs', () => send(null, { fields: { file: 'slip.jpg' } })],
  ])('%s is SLIP_NO_FILE', async (_what, ask) => {
    expect(await ask()).toMatchObject({ status: 400, message: 'SLIP_NO_FILE' })
  })

  it('of exactly 10 MB is taken, and of one byte more is FILE_TOO_LARGE', async () => {
    expect(await send(padPng(slip, SLIP_MAX_BYTES))).toMatchObject({ status: 200, message: 'SUCCESS' })
    expect(await send(padPng(slip, SLIP_MAX_BYTES - 1))).toMatchObject({ status: 200 })
    expect(await send(padPng(slip, SLIP_MAX_BYTES + 1))).toMatchObject({
      status: 413,
      message: 'FILE_TOO_LARGE',
    })
  })

  it('that breaks off is BAD_REQUEST, and one of many parts too', async () => {
    const headers = {
      authorization: `Bearer ${member.token}`,
      'content-type': 'multipart/form-data; boundary=x',
    }
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
    const broken = { method: 'POST', url: '/api/wallet/slip', headers, payload: `${head}abc` } as const
    expect((await server.app.inject(broken)).json()).toMatchObject({ message: 'BAD_REQUEST' })
    const fields = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}`, 'x']))
    expect(await send(slip, { fields })).toMatchObject({ status: 400, message: 'BAD_REQUEST' })
  })

  it('of nobody is refused before a byte of it is kept', async () => {
    expect(await send(slip, { token: 'nobody' })).toMatchObject({ status: 401, message: 'invalid-token' })
  })

  it('may say an amount, which is shown until the bank has spoken and decides nothing', async () => {
    await send(await slipPng(newTransRef()), { fields: { amount: '1,234.50', bankCode: 'SCB' } })
    expect(await newest()).toMatchObject({ amount: parseDecimal('1234.50'), status: 'PENDING', note: '' })
    await send(await slipPng(newTransRef()), { fields: { amount: 'lots', __proto__: 'x' } })
    expect(await newest()).toMatchObject({ amount: 0n })
  })

  it('is refused where the operator takes no slips, and when there are too many', async () => {
    await server.set('slipUpload', false)
    expect(await send(slip)).toMatchObject({ status: 403, message: 'SLIP_UPLOAD_FAIL' })
    await server.set('slipUpload', true)
    await server.set('slipsPerMinute', 0)
    expect(await send(slip)).toMatchObject({ status: 429, message: 'REQUEST_LIMIT_1MIN' })
    await server.set('slipsPerMinute', 10_000)
  })
})

it('a picture beyond what one member may leave in a day is refused and not kept; another’s is taken', async () => {
  await server.set('slipMegabytesPerDay', 1)
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: 'grey', noise } })
    .png()
    .toBuffer()
  const [one, other] = [await server.member(), await server.member()]
  expect(await sendSlip(server, one, picture)).toMatchObject({ status: 200 })
  const before = await picturesKept()
  expect(await sendSlip(server, one, picture)).toMatchObject({ status: 429, message: 'REQUEST_LIMIT' })
  expect(await picturesKept()).toBe(before)
  expect(await sendSlip(server, other, picture)).toMatchObject({ status: 200 })
  await server.set('slipMegabytesPerDay', 200)
})

describe('a picture whose size is beyond all use', () => {
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a bomb of 30000 × 30000', () => bombPng(30_000)],
    [
      'a large one that can only be decoded as a whole',
      () =>
        sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: 'white' } })
          .jpeg({ progressive: true })
          .toBuffer(),
    ],
    [
      'a strip',
      () =>
        sharp({ create: { width: 3_000, height: 90, channels: 3, background: 'white' } })
          .png()
          .toBuffer(),
    ],
    ['a stamp', () => sharp(slip).resize(40, 60).png().toBuffer()],
  ])('fails with IMG_SIZE_UNABLE_TO_PROCESS: %s', async (_what, make) => {
    const { reference } = await send(await make())
    expect(await newest()).toMatchObject({ reference, status: 'FAILED', note: 'IMG_SIZE_UNABLE_TO_PROCESS' })
    const refused = await server.ask(getSlipUrl, {
      params: { reference: reference ?? '' },
      token: member.token,
    })
    expect(refused).toMatchObject({ ok: false, message: 'NO_DATA' })
  })
})

describe('the same intent', () => {
  it('is answered the same, writes one slip and keeps one picture', async () => {
    const owner = await server.member()
    const picture = await slipPng(newTransRef())
    const before = await picturesKept()
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => sendSlip(server, owner, picture, { key })),
    )
    expect(new Set(answers.map((one) => one.reference)).size).toBe(1)
    expect(answers.filter((one) => one.headers['idempotent-replay'] === 'true')).toHaveLength(7)
    expect(await listOf(owner)).toHaveLength(1)
    expect(await picturesKept()).toBe(before + 1)
    expect(await sendSlip(server, owner, slip, { key })).toMatchObject({
      status: 409,
      message: 'KEY_INVALID',
    })
  })
})
