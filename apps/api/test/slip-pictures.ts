import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { writeSlipQr } from '@kapao/emv/slip-qr'
import qrcode from 'qrcode'
import sharp, { type Sharp } from 'sharp'
import type { TestMember, TestServer } from './server.ts'

/** A slip as a banking app draws it, as far as a machine looks at one: a white page with a mini QR near its foot. */
export async function slipPage(...payloads: readonly string[]): Promise<Sharp> {
  const codes = await Promise.all(
    payloads.map((payload) => qrcode.toBuffer(payload, { scale: 4, margin: 2, errorCorrectionLevel: 'M' })),
  )
  const page = sharp({ create: { width: 720, height: 1280, channels: 3, background: '#f7f7fa' } })
  const placed = codes.map((input, at) => ({ input, top: 920, left: 60 + at * 330 }))
  return sharp(await page.composite(placed).png().toBuffer())
}

export function slipPayload(transRef: string, bankCode = '014'): string {
  return writeSlipQr({ bankCode, transRef })
}

export async function slipPng(transRef: string): Promise<Buffer> {
  return (await slipPage(slipPayload(transRef))).png().toBuffer()
}

let lastRef = 0

/** A reference as banks write them. */
export function newTransRef(): string {
  lastRef += 1
  return `2026112100${String(lastRef).padStart(4, '0')}${randomBytes(3).toString('hex').toUpperCase()}`
}

/** A transfer of the member's to our account that the bank knows of and nobody has been told about. */
export function transferAtBank(
  server: TestServer,
  member: TestMember,
  amount: string,
  overrides: Parameters<TestServer['transferEvent']>[2] = {},
) {
  const event = server.transferEvent(member, amount, { transRef: newTransRef(), ...overrides })
  server.gateways.bank.transfers.set(event.transRef, event)
  return event
}

interface Sent {
  readonly key?: string
  readonly token?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly fileName?: string
  readonly fieldName?: string
}

/** Posts a multipart form as a browser does. Without bytes the form has no file. */
export async function sendSlip(
  server: TestServer,
  member: TestMember,
  bytes: Buffer | null,
  sent: Sent = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(sent.fields ?? {})) form.append(name, value)
  if (bytes) {
    const file = new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
    form.append(sent.fieldName ?? 'file', file, sent.fileName ?? 'slip.jpg')
  }
  const encoded = new Response(form)
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/wallet/slip',
    headers: {
      authorization: `Bearer ${sent.token ?? member.token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(sent.key && { 'idempotency-key': sent.key }),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  const json: { readonly message: string; readonly reference?: string } = response.json()
  return { status: response.statusCode, headers: response.headers, ...json }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  let crc = 0xffffffff
  for (const byte of body) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ 0xedb88320
  }
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A PNG that is small as a file and side × side pixels when it is decoded. */
export function bombPng(side: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const row = Buffer.alloc(Math.ceil(side / 8) + 1)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => row)), { level: 9 })
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A valid PNG of exactly so many bytes: what is missing goes into a text chunk. */
export function padPng(png: Buffer, bytes: number): Buffer {
  const end = png.subarray(-12)
  const missing = bytes - png.length - 12
  if (missing < 2) throw new Error('already larger')
  return Buffer.concat([png.subarray(0, -12), chunk('tEXt', Buffer.alloc(missing, 'x')), end])
}
