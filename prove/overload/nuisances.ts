// Those who want nothing but to be in the way, one after the other: each begins, and answers how to stop and what it saw.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { deflateSync, gzipSync } from 'node:zlib'
import * as v from 'valibot'
import type { Player, World } from '../bank-test/players.ts'
import { ask } from '../bank-test/wire.ts'

export interface Place {
  readonly world: World
  readonly port: number
  readonly players: readonly Player[]
  /** How many connections the idle ones hold. */
  readonly idle: number
}

export interface Nuisance {
  readonly name: string
  /** Goes on for some seconds; what it saw, in words, and what may not be. */
  run(
    place: Place,
    seconds: number,
  ): Promise<{ readonly saw: string; readonly complaints: readonly string[] }>
}

const PAUSE_MS = 500
/**
 * Of 29 members: 87 at once, more than the 64 that one provider is asked at a time and than the fifty that may move money inside, so that each bound is
 * met. Of one member it is far from the forty, which would turn them away before either.
 */
const AT_ONCE_EACH = 3

const fine = (saw: string) => ({ saw, complaints: [] })

function openLine(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.on('error', () => resolve(null))
    socket.resume()
  })
}

async function openLines(port: number, count: number): Promise<Socket[]> {
  const lines: Socket[] = []
  // The listening queue of a socket is some hundred long.
  for (let begun = 0; begun < count; begun += 100) {
    const some = await Promise.all(Array.from({ length: Math.min(100, count - begun) }, () => openLine(port)))
    lines.push(...some.filter((line) => line !== null))
  }
  return lines
}

const slowLoris: Nuisance = {
  name: 'slow-loris: headers that arrive letter by letter',
  async run({ port }, seconds) {
    const lines = await openLines(port, 500)
    for (const line of lines) line.write('GET /api/wallet HTTP/1.1\r\nhost: x\r\nx-slow: ')
    for (let second = 0; second < seconds; second += 1) {
      for (const line of lines) if (!line.destroyed) line.write('x')
      await sleep(1_000)
    }
    const shut = lines.filter((line) => line.destroyed).length
    for (const line of lines) line.destroy()
    return fine(`500 of them, ${shut} hung up on by then`)
  },
}

const slowBodies: Nuisance = {
  name: 'bodies that arrive letter by letter',
  async run({ port }, seconds) {
    const lines = await openLines(port, 500)
    const head =
      'POST /api/login HTTP/1.1\r\nhost: x\r\nx-requested-with: kapao\r\ncontent-type: application/json'
    for (const line of lines) line.write(`${head}\r\ncontent-length: 5000\r\n\r\n{"`)
    for (let second = 0; second < seconds; second += 1) {
      for (const line of lines) if (!line.destroyed) line.write('x')
      await sleep(1_000)
    }
    for (const line of lines) line.destroy()
    return fine('500 of them')
  },
}

/** As large as one may be: boxes with a length and a name, and nothing to see. */
function film(): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(20_000_000)
  let start = 0
  for (const [name, length] of [
    ['ftyp', 16],
    ['moov', 8],
    ['mdat', bytes.length - 24],
  ] as const) {
    bytes.writeUInt32BE(length, start)
    bytes.write(name, start + 4, 'latin1')
    start += length
  }
  bytes.write('isom', 8, 'latin1')
  return bytes
}

/** More than the 200 that may be inside. */
const READERS = 250

const slowReaders: Nuisance = {
  name: 'those who ask for a film and take no more of it than its beginning',
  async run({ world, port }, seconds) {
    const form = new FormData()
    form.set('file', new Blob([film()], { type: 'video/mp4' }), 'film.mp4')
    const headers = { 'x-requested-with': 'kapao' }
    const sent = await fetch(`${world.apiUrl}/api/chat/upload-video`, { method: 'POST', headers, body: form })
    const { path } = v.parse(v.object({ path: v.string() }), await sent.json())
    const isAnswered = (line: Socket, from: string) =>
      new Promise<boolean>((resolve) => {
        line.once('close', () => resolve(false))
        line.once('data', (first) => {
          line.pause()
          resolve(String(first).startsWith('HTTP/1.1 200'))
        })
        line.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\n\r\n`)
      })
    const lines: Socket[] = []
    let taken = 0
    // Not all at the same moment: until it is answered such a call is one as any other. And no more of them than it takes: the system keeps some megabytes for each.
    while (lines.length < READERS) {
      const some = await openLines(port, 50)
      lines.push(...some)
      const answered = await Promise.all(some.map((line, at) => isAnswered(line, `10.98.0.${at}`)))
      taken += answered.filter(Boolean).length
    }
    await sleep(seconds * 1_000)
    for (const line of lines) line.destroy()
    return {
      saw: `${taken} of them`,
      complaints: taken < READERS ? [`only ${taken} of ${READERS} were answered`] : [],
    }
  },
}

const idle: Nuisance = {
  name: 'connections that say nothing',
  async run({ port, idle: count }, seconds) {
    const lines = await openLines(port, count)
    await sleep(seconds * 1_000)
    const open = lines.filter((line) => !line.destroyed).length
    for (const line of lines) line.destroy()
    const complaints =
      lines.length < count ? [`only ${lines.length} of ${count} connections could be opened`] : []
    return { saw: `${lines.length} of them, ${open} still open at the end`, complaints }
  },
}

const hugeHeaders: Nuisance = {
  name: 'huge headers',
  async run({ port }, seconds) {
    const much = `GET /api/wallet HTTP/1.1\r\nhost: x\r\nx-much: ${'x'.repeat(1_000_000)}\r\n\r\n`
    const endsAt = Date.now() + seconds * 1_000
    let times = 0
    let refused = 0
    while (Date.now() < endsAt && times < 5_000) {
      const answer = await new Promise<string>((resolve) => {
        let came = ''
        const socket = connect(port, '127.0.0.1', () => socket.write(much))
        socket.on('data', (data) => {
          came += data
        })
        socket.on('error', () => undefined)
        socket.on('close', () => resolve(came))
      })
      times += 1
      // The rest of them may still be on its way when the line is cut, and take the answer with it.
      if (answer === '' || answer.startsWith('HTTP/1.1 431')) refused += 1
    }
    const complaints = refused === times ? [] : [`${times - refused} of ${times} were not refused`]
    return { saw: `${times} of a megabyte, ${refused} refused`, complaints }
  },
}

/** A PNG of so many black pixels a side: a few kilobytes that become gigabytes. */
function pictureBomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side))
  const mark = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([mark, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function crc32(data: Buffer): number {
  let sum = 0xffffffff
  for (const byte of data) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}

const bombs: Nuisance = {
  name: 'decompression bombs: packed bodies, and a picture of 900 megapixels',
  async run({ world }, seconds) {
    const packed = gzipSync(Buffer.alloc(30_000_000, '['))
    const picture = pictureBomb(30_000)
    const endsAt = Date.now() + seconds * 1_000
    const codes = new Map<string, number>()
    for (let times = 0; Date.now() < endsAt && times < 1_000; times += 1) {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'bomb.png')
      const headers = { 'x-requested-with': 'kapao', 'x-forwarded-for': `10.99.0.${times % 250}` }
      const answers = await Promise.all([
        fetch(`${world.apiUrl}/api/login`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'content-encoding': 'gzip' },
          body: new Uint8Array(packed),
        }),
        fetch(`${world.apiUrl}/api/chat/upload-image`, { method: 'POST', headers, body: form }),
      ])
      for (const answer of answers) {
        await answer.arrayBuffer()
        codes.set(String(answer.status), (codes.get(String(answer.status)) ?? 0) + 1)
      }
    }
    const taken = [...codes].filter(([status]) => !/^(?:4\d\d|503)$/.test(status))
    return {
      saw: [...codes].map(([status, count]) => `${count} × ${status}`).join(', '),
      complaints: taken.map(([status]) => `a bomb was answered ${status}`),
    }
  },
}

const slowProvider: Nuisance = {
  name: 'a provider that takes far longer than we wait for it',
  async run({ world, players }, seconds) {
    const body = { target: 'game:JOKER2', fault: 'slow' }
    await ask(`${world.sandboxUrl}/control/faults`, 'POST', { body })
    const endsAt = Date.now() + seconds * 1_000
    let asked = 0
    const kinds = new Map<string, number>()
    const one = async (player: Player) => {
      while (Date.now() < endsAt) {
        const order = { from: 'WALLET', to: 'JOKER2', amount: 10 }
        const { token } = player
        const outcome = await ask(`${world.apiUrl}/api/wallet/transfer`, 'POST', {
          token,
          body: order,
          key: crypto.randomUUID(),
        })
        asked += 1
        const name = outcome.kind === 'refused' ? outcome.code : outcome.kind
        kinds.set(name, (kinds.get(name) ?? 0) + 1)
        await sleep(PAUSE_MS)
      }
    }
    await Promise.all(players.flatMap((player) => Array.from({ length: AT_ONCE_EACH }, () => one(player))))
    await ask(`${world.sandboxUrl}/control/faults`, 'DELETE')
    return fine(
      `${asked} transfers to it: ${[...kinds].map(([kind, count]) => `${count} × ${kind}`).join(', ')}`,
    )
  },
}

export const nuisances: readonly Nuisance[] = [
  slowLoris,
  slowBodies,
  slowReaders,
  idle,
  hugeHeaders,
  bombs,
  slowProvider,
]
