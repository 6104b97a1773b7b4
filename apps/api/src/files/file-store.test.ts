// What both stores promise: the folder of one machine, and a bucket, here of a small server that takes no signature but its owner's.
import { getEventListeners } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../../scripts/free-ports.ts'
import { openTestBucket, type TestBucket } from '../../../../scripts/test-bucket.ts'
import { askingFor } from '../asker.ts'
import { InsideCall, Room } from '../http/room.ts'
import { newFileName, openDiskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { openS3Store } from './s3-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'kapao-stores-'))
let bucket: TestBucket
const stores = new Map<string, FileStore>([['a folder', openDiskStore(join(folder, 'disk'))]])

beforeAll(async () => {
  bucket = await openTestBucket()
  stores.set('a bucket', openS3Store(bucket))
})
afterAll(async () => {
  await bucket.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A bucket that answers when told to. */
async function openSlow() {
  const requests: ServerResponse[] = []
  const slow = createServer((_request, answer) => requests.push(answer))
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const address = slow.address()
  const port = typeof address === 'object' ? address?.port : 0
  const asked = async () => {
    await expect.poll(() => requests.length).toBeGreaterThan(0)
    const [answer] = requests.splice(0)
    if (!answer) throw new Error('nothing was asked')
    return answer
  }
  return { store: openS3Store({ ...bucket, endpoint: `http://127.0.0.1:${port}` }), asked, slow }
}

const bytes = new TextEncoder().encode('ສະບາຍດີ, a film of some length')

async function names(store: FileStore, mark: string, before: Date): Promise<string[]> {
  const found: string[] = []
  for await (const name of store.namesBefore(mark, before)) found.push(name)
  return found
}

it('a name is of 192 random bits: no digit of it is the same in every name, or one of a few', () => {
  const made = Array.from(
    { length: 400 },
    () => /^([0-9a-f]{48})chat\.png$/.exec(newFileName('png', 'chat'))?.[1] ?? '',
  )
  for (let place = 0; place < 48; place += 1) {
    expect([place, new Set(made.map((name) => name[place])).size]).toEqual([place, 16])
  }
})

describe.each(['a folder', 'a bucket'])('%s', (which) => {
  const store = () => {
    const found = stores.get(which)
    if (!found) throw new Error(`there is no ${which}`)
    return found
  }

  it('gives back what was put in, byte for byte, and tells its size', async () => {
    const name = newFileName('png')
    await store().put(name, bytes)
    expect(new Uint8Array((await store().get(name)) ?? [])).toEqual(bytes)
    expect(await store().sizeOf(name)).toBe(bytes.length)
  })

  it('takes a file of this machine', async () => {
    const path = join(folder, 'upload')
    writeFileSync(path, bytes)
    const name = newFileName('mp4')
    await store().putFile(name, path)
    expect(await store().sizeOf(name)).toBe(bytes.length)
    expect(await text(store().read(name, 0, bytes.length - 1))).toBe(new TextDecoder().decode(bytes))
  })

  it('gives a part, both ends included', async () => {
    const name = newFileName('mp4')
    await store().put(name, new TextEncoder().encode('0123456789'))
    expect(await text(store().read(name, 3, 5))).toBe('345')
  })

  it('has nothing of what was never put in or was removed, and removing that is no error', async () => {
    const name = newFileName('png')
    expect(await store().get(name)).toBeNull()
    expect(await store().sizeOf(name)).toBeNull()
    await store().put(name, bytes)
    await store().remove(name)
    await store().remove(name)
    expect(await store().get(name)).toBeNull()
  })

  it('fails a reader whose file is gone, rather than giving half', async () => {
    await expect(text(store().read(newFileName('mp4'), 0, 9))).rejects.toThrow()
  })

  it('lists by mark and age', async () => {
    const marked = newFileName('png', 'old')
    const plain = newFileName('png')
    await store().put(marked, bytes)
    await store().put(plain, bytes)
    const soon = new Date(Date.now() + 60_000)
    expect(await names(store(), 'old', soon)).toEqual([marked])
    expect(await names(store(), '', soon)).toContain(plain)
    expect(await names(store(), '', new Date(Date.now() - 60_000))).toEqual([])
  })

  it.each(['../../etc/passwd', 'a.png', '', `${'a'.repeat(32)}.png/../x`])(
    'knows no file %j',
    async (name) => {
      await expect(Promise.resolve().then(() => store().get(name))).rejects.toThrow(
        'not a name of a kept file',
      )
    },
  )
})

describe('a bucket', () => {
  // The small server cannot turn pages.
  it('lists more files than fit into one answer', async () => {
    const all = [newFileName('png', 'old'), newFileName('png', 'old')]
    const pages = createServer((request, answer) => {
      const token = new URL(request.url ?? '', 'http://s3').searchParams.get('continuation-token')
      const name = token === 'page two+/=' ? all[1] : all[0]
      const next = '<NextContinuationToken>page two+/=</NextContinuationToken>'
      const more =
        token === null ? `<IsTruncated>true</IsTruncated>${next}` : '<IsTruncated>false</IsTruncated>'
      const entry = `<Contents><Key>${name}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`
      answer.end(`<?xml version="1.0"?>\n<ListBucketResult>${entry}${more}</ListBucketResult>`)
    })
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
    const address = pages.address()
    const port = typeof address === 'object' ? address?.port : 0
    const store = openS3Store({ ...bucket, endpoint: `http://127.0.0.1:${port}` })
    expect(await names(store, 'old', new Date())).toEqual(all)
    pages.close()
  })

  it('is asked again where it errs, and again where the line breaks', async () => {
    let asked = 0
    const shaky = createServer((request, answer) => {
      asked += 1
      if (asked === 1) answer.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
      else if (asked === 2) request.socket.destroy()
      else answer.end('kept')
    })
    await new Promise<void>((resolve) => shaky.listen(0, '127.0.0.1', resolve))
    const address = shaky.address()
    const port = typeof address === 'object' ? address?.port : 0
    const store = openS3Store({ ...bucket, endpoint: `http://127.0.0.1:${port}` })
    expect(new TextDecoder().decode((await store.get(newFileName('png'))) ?? undefined)).toBe('kept')
    expect(asked).toBe(3)
    shaky.close()
  })

  it('that hangs is waited for outside: whoever asks takes nobody’s room', async () => {
    const { store, asked, slow } = await openSlow()
    const room = new Room()
    const changes = vi.spyOn(room, 'count')
    const counted = () => changes.mock.calls.map(([change]) => change)
    const got = askingFor(new InsideCall([room]), () => store.get(newFileName('png')))
    const answer = await asked()
    expect(counted()).toEqual([1, -1])
    answer.write('ha')
    // Outside again, for the rest of it.
    await expect.poll(counted).toEqual([1, -1, 1, -1])
    answer.end('lf')
    expect(new TextDecoder().decode((await got) ?? undefined)).toBe('half')
    expect(room.atWork).toBe(1)
    slow.close()
  })

  it('has its time until it answers, and whoever reads what it has answered takes theirs', async () => {
    const { store, asked, slow } = await openSlow()
    const given = vi.spyOn(AbortSignal, 'timeout')
    const times = [new AbortController(), new AbortController()]
    for (const { signal } of times) given.mockReturnValueOnce(signal)
    const film = text(store.read(newFileName('mp4'), 0, 3))
    const answer = await asked()
    answer.writeHead(206, { 'content-length': '4' }).write('fi')
    await expect.poll(() => times[0] && getEventListeners(times[0].signal, 'abort')).toEqual([])
    times[0]?.abort()
    answer.end('lm')
    expect(await film).toBe('film')
    const never = text(store.read(newFileName('mp4'), 0, 3))
    const refused = expect(never).rejects.toThrow('cannot be reached')
    await asked()
    times[1]?.abort(new Error('its time is over'))
    await refused
    given.mockRestore()
    slow.closeAllConnections()
    slow.close()
  })

  it('that nobody can reach is named, with why', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`
    const store = openS3Store({ ...bucket, endpoint })
    await expect(store.get(newFileName('png'))).rejects.toThrow(
      `the file store ${endpoint} cannot be reached: connect ECONNREFUSED`,
    )
  })

  it('refuses a stranger, and that is no "not found"', async () => {
    for (const other of [
      { accessKey: 'STRANGER' },
      { secretKey: 'not the secret' },
      { region: 'elsewhere' },
    ]) {
      const stranger = openS3Store({ ...bucket, ...other })
      await expect(stranger.put(newFileName('png'), bytes)).rejects.toThrow('the file store answered 403')
    }
  })
})
