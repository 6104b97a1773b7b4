import { deflateSync } from 'node:zlib'
import { sendingBankOf } from '@kapao/emv/bank-codes'
import { writeOneProof, writeSlipQr } from '@kapao/emv/slip-qr'
import { crcText } from '@kapao/emv/tlv'
import { formatMinor } from '@kapao/money/format'
import qrcode from 'qrcode'
import { shownCurrency } from '../shown-currency.ts'
import type { BankTransfer } from './ledger.ts'
import { drawText } from './slip-font.ts'

export const SLIP_VARIANTS = ['noQr', 'badCrc', 'rotated', 'cropped', 'twoCodes', 'tiny'] as const
export type SlipVariant = (typeof SLIP_VARIANTS)[number]

/** What the slip of a bank without a number has in its place: the scheme knows no letters. */
const UNKNOWN_BANK = '999'
const ONE_PROOF_BANK = 'BCEL'

const WIDTH = 420
const HEIGHT = 640
const QR_TOP = 370
const QR_MODULE = 5
/** A stamp's size: too small for any code. */
const TINY_SIDE = 48
const BANGKOK_OFFSET_MS = 7 * 3_600_000

/** Grey pixels, one byte each, 255 is white. */
export type Picture = { readonly width: number; readonly height: number; readonly pixels: Uint8Array }

function blank(width: number, height: number): Picture {
  return { width, height, pixels: new Uint8Array(width * height).fill(255) }
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ 0xedb88320
  }
  return (crc ^ 0xffffffff) >>> 0
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

function encodePng(picture: Picture): Buffer {
  const { width, height, pixels } = picture
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const lines = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1)
    lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const body = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(lines)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([signature, ...body])
}

function drawQr(picture: Picture, payload: string, centre = picture.width / 2): void {
  const { modules } = qrcode.create(payload, { errorCorrectionLevel: 'M' })
  const left = Math.floor(centre - (modules.size * QR_MODULE) / 2)
  for (let y = 0; y < modules.size * QR_MODULE; y += 1) {
    for (let x = 0; x < modules.size * QR_MODULE; x += 1) {
      const isDark = modules.get(Math.floor(y / QR_MODULE), Math.floor(x / QR_MODULE))
      if (isDark) picture.pixels[(QR_TOP + y) * picture.width + left + x] = 0
    }
  }
}

function masked(bankAccountNo: string): string {
  return `XXX-X-X${bankAccountNo.slice(-5, -1)}-${bankAccountNo.slice(-1)}`
}

function turned(picture: Picture): Picture {
  const { width, height, pixels } = picture
  const result = blank(height, width)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      result.pixels[x * height + (height - 1 - y)] = pixels[y * width + x] ?? 255
  }
  return result
}

/** Everything below the middle of the code is gone. */
function cropped(picture: Picture): Picture {
  const height = QR_TOP + 60
  return { width: picture.width, height, pixels: picture.pixels.slice(0, picture.width * height) }
}

/** Whether a transfer was sent from the bank that is asked for, as its slip says it, or by the symbol of a bank without a number. */
export function isSentFrom({ from }: BankTransfer, sendingBank: string): boolean {
  const ours = sendingBankOf(from.bankCode)
  if (sendingBank !== UNKNOWN_BANK) return sendingBank === ours
  return ours !== ONE_PROOF_BANK && !/^\d{3}$/.test(ours)
}

/** BCEL has a code of its own; how the other banks of Laos write theirs is not known, and they get that of the Thai scheme. */
function codeOf({ from, transRef, atMs }: BankTransfer): string {
  const sendingBank = sendingBankOf(from.bankCode)
  if (sendingBank === ONE_PROOF_BANK)
    return writeOneProof({ type: 'TRF', ticket: String(atMs), fccref: transRef })
  return writeSlipQr({ bankCode: /^\d{3}$/.test(sendingBank) ? sendingBank : UNKNOWN_BANK, transRef })
}

function payloadOf(transfer: BankTransfer, variant: SlipVariant | null): string {
  const payload = codeOf(transfer)
  if (variant !== 'badCrc') return payload
  const body = payload.slice(0, -4)
  return body + (crcText(body) === '0000' ? '0001' : '0000')
}

/** The slip of a transfer as a PNG, with its mini QR; the variants are what players send by mistake. */
export function drawSlip(transfer: BankTransfer, variant: SlipVariant | null): Buffer {
  const picture = blank(WIDTH, HEIGHT)
  const local = new Date(transfer.atMs + BANGKOK_OFFSET_MS).toISOString()
  const lines: readonly (readonly [string, number, number])[] = [
    ['SANDBOX BANK', 30, 3],
    ['TRANSFER SUCCESSFUL', 66, 2],
    [`${local.slice(8, 10)}/${local.slice(5, 7)}/${local.slice(0, 4)} ${local.slice(11, 19)}`, 92, 2],
    [`FROM ${transfer.from.bankCode} ${masked(transfer.from.bankAccountNo)}`, 142, 2],
    [transfer.from.bankAccountName.toUpperCase(), 166, 2],
    [`TO ${transfer.to.bankCode} ${masked(transfer.to.bankAccountNo)}`, 212, 2],
    [`${formatMinor(transfer.amount)} ${shownCurrency(transfer.currency)}`, 264, 3],
    [`REF ${transfer.transRef}`, 310, 2],
    ['PLAY MONEY - NOT A REAL SLIP', HEIGHT - 30, 1],
  ]
  for (const [text, top, scale] of lines) drawText(picture, text, 30, top, scale)
  if (variant === 'twoCodes') {
    const another = {
      ...transfer,
      transRef: `${transfer.transRef.slice(0, -1)}${transfer.transRef.endsWith('0') ? '1' : '0'}`,
    }
    drawQr(picture, payloadOf(transfer, null), WIDTH / 4)
    drawQr(picture, payloadOf(another, null), (WIDTH * 3) / 4)
  } else if (variant !== 'noQr') {
    drawQr(picture, payloadOf(transfer, variant))
  }
  if (variant === 'tiny') return encodePng(blank(TINY_SIDE, TINY_SIDE))
  if (variant === 'rotated') return encodePng(turned(picture))
  return encodePng(variant === 'cropped' ? cropped(picture) : picture)
}
