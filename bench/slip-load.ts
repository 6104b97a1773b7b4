// Twenty slips of 10 MB at once, and what they cost a process in memory. Used by the bench and by the test that holds the budget.
import { execFile } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { SLIP_MAX_BYTES } from '@kapao/contract/slip'
import { writeSlipQr } from '@kapao/emv/slip-qr'
import qrcode from 'qrcode'
import sharp, { type Sharp } from 'sharp'

/** What all of them together may cost a process above its idle size. 1 MB is 1,048,576 bytes. */
export const MOST_ABOVE_IDLE_BYTES = 256 * 1024 * 1024
export const SLIPS_AT_ONCE = 20

export interface LargeSlip {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

interface Kind {
  readonly name: string
  readonly type: string
  readonly width: number
  readonly height: number
  readonly hasCode: boolean
  encode(picture: Sharp): Promise<Buffer>
}

/** The kinds that cost most: what nothing compresses, and what must be decoded as a whole. Of noise each comes near 10 MB. */
const kinds: readonly Kind[] = [
  {
    ...{ name: 'noise.png', type: 'image/png', width: 1_860, height: 1_870, hasCode: true },
    encode: (picture) => picture.png({ compressionLevel: 1 }).toBuffer(),
  },
  {
    ...{ name: 'photo.jpg', type: 'image/jpeg', width: 3_000, height: 4_000, hasCode: true },
    encode: (picture) => picture.jpeg({ quality: 85, chromaSubsampling: '4:2:0' }).toBuffer(),
  },
  {
    ...{ name: 'progressive.jpg', type: 'image/jpeg', width: 2_540, height: 2_540, hasCode: true },
    encode: (picture) =>
      picture.jpeg({ quality: 85, progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  },
  {
    ...{ name: 'no-code.png', type: 'image/png', width: 1_800, height: 1_800, hasCode: false },
    encode: (picture) => picture.png({ compressionLevel: 1 }).toBuffer(),
  },
]

async function draw({ name, type, width, height, hasCode, encode }: Kind): Promise<LargeSlip> {
  const data = randomFillSync(Buffer.alloc(width * height * 3))
  let picture = sharp(data, { raw: { width, height, channels: 3 } })
  if (hasCode) {
    const code = await qrcode.toBuffer(writeSlipQr({ bankCode: '014', transRef: '2026112100LARGE0001' }), {
      scale: Math.round(width / 150),
      margin: 4,
    })
    picture = picture.composite([{ input: code, gravity: 'south' }]).removeAlpha()
    const drawn = await picture.raw().toBuffer()
    picture = sharp(drawn, { raw: { width, height, channels: 3 } })
  }
  const bytes = await encode(picture)
  if (bytes.length > SLIP_MAX_BYTES) throw new Error(`${name} is over the limit: ${bytes.length} bytes`)
  // A JPEG may go on behind its end, as those of phones do: so each is as large as a slip may be.
  const more = type === 'image/jpeg' ? SLIP_MAX_BYTES - bytes.length : 0
  return { name, type, bytes: Buffer.concat([bytes, Buffer.alloc(more)]) }
}

/** Pictures with a mini QR that can be read, and a last one that keeps a reader busy until it is cut off. */
export async function largeSlips(): Promise<readonly LargeSlip[]> {
  const drawn: LargeSlip[] = []
  for (const kind of kinds) drawn.push(await draw(kind))
  const withCode = drawn.slice(0, -1)
  const withoutCode = drawn.slice(-1)
  return Array.from({ length: SLIPS_AT_ONCE }, (_, at) => {
    const among = at === SLIPS_AT_ONCE - 1 ? withoutCode : withCode
    const slip = among[at % among.length]
    if (!slip) throw new Error('no picture')
    return slip
  })
}

/** Hands them all in at once; answers the statuses. */
export function handInAll(
  url: string,
  token: string,
  slips: readonly LargeSlip[],
): Promise<readonly number[]> {
  return Promise.all(
    slips.map(async ({ name, type, bytes }) => {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
      const headers = { authorization: `Bearer ${token}`, 'x-requested-with': 'kapao' }
      const response = await fetch(`${url}/api/wallet/slip`, { method: 'POST', body, headers })
      await response.arrayBuffer()
      return response.status
    }),
  )
}

const run = promisify(execFile)

/** The memory of some processes, each with those that it has started, as the system counts it, on any system that has ps. */
async function residentBytes(pids: readonly number[]): Promise<readonly number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss='])
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  return pids.map(
    (pid) =>
      rows.reduce((sum, [own, parent, kb = 0]) => sum + (own === pid || parent === pid ? kb : 0), 0) * 1024,
  )
}

export interface Cost {
  readonly idle: number
  readonly peak: number
}

/** What `work` costs some processes and all of them together, looked at many times a second. The last figure is the sum's. */
export async function costOf(pids: readonly number[], work: () => Promise<void>): Promise<readonly Cost[]> {
  const look = async () => {
    const each = await residentBytes(pids)
    return [...each, each.reduce((sum, one) => sum + one, 0)]
  }
  const idle = await look()
  let peak = idle
  let isWorking = true
  const watching = (async () => {
    while (isWorking) {
      const now = await look()
      peak = peak.map((figure, at) => Math.max(figure, now[at] ?? 0))
      await wait(50)
    }
  })()
  try {
    await work()
  } finally {
    isWorking = false
    await watching
  }
  return idle.map((figure, at) => ({ idle: figure, peak: peak[at] ?? figure }))
}
