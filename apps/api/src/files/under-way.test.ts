// What is looked at before an upload is read: how many are on their way already, and whether the disk that they come to has room.
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { uploadChatImage } from '@kapao/contract/chat'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { listen, until } from '../../test/chat.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { newPicture, upload } from '../../test/uploads.ts'
import { letCome, type Sender } from './under-way.ts'

const overloaded = { refused: 'OVERLOADED' }
const tooMany = { refused: 'REQUEST_LIMIT', retryAfter: 1 }

describe('an upload', () => {
  const working: (() => void)[] = []
  const endAll = async () => {
    for (const end of working.splice(0)) end()
    // Those who wait for its end hear of it first.
    await Promise.resolve()
  }
  afterEach(endAll)
  afterEach(() => vi.unstubAllEnvs())

  const GB = 1_000_000_000
  function come(sender: Sender, maxBytes = 0, freeBytes = 500 * GB) {
    const { promise: work, resolve } = Promise.withResolvers<void>()
    working.push(resolve)
    return letCome({ work }, sender, maxBytes, async () => ({ freeBytes, allBytes: 1_000 * GB }))
  }
  const comeAll = (count: number, sender: (at: number) => Sender) =>
    Promise.all(Array.from({ length: count }, (_, at) => come(sender(at))))

  it('is the sixty-first of one member or one address for as long as the others are on their way', async () => {
    for (const sender of [{ memberId: 'one' }, { caller: '203.0.113.1' }]) {
      expect(new Set(await comeAll(60, () => sender))).toEqual(new Set([null]))
      expect(await come(sender)).toMatchObject(tooMany)
    }
    expect(await come({ slipOf: 'one' })).toMatchObject(tooMany)
    expect(await come({ memberId: 'another' })).toBeNull()
    expect(await come({ caller: '203.0.113.2' })).toBeNull()
    await endAll()
    expect(await come({ memberId: 'one' })).toBeNull()
  })

  it('of a guest is turned away while a hundred and twenty of guests are on their way; a member’s comes', async () => {
    expect(new Set(await comeAll(120, (at) => ({ caller: `203.0.113.${at}` })))).toEqual(new Set([null]))
    expect(await come({ caller: '203.0.113.200' })).toMatchObject(overloaded)
    expect(await come({ memberId: 'one' })).toBeNull()
  })

  it.each<[string, Sender, number, object | null]>([
    ['a file of the chat leaves 2 GB', { memberId: 'one' }, 2.02 * GB, null],
    ['a file of the chat is turned away from less', { memberId: 'one' }, 2.019 * GB, overloaded],
    ['a slip takes what there is', { slipOf: 'one' }, 0.02 * GB, null],
    ['a slip is turned away where there is no place for it', { slipOf: 'one' }, 0.019 * GB, overloaded],
  ])('looks at the disk: %s', async (_what, sender, freeBytes, answer) => {
    const refused = await come(sender, 0.02 * GB, freeBytes)
    if (answer === null) expect(refused).toBeNull()
    else expect(refused).toMatchObject(answer)
  })

  it('looks at the disk of the folder that it comes to, which need not be there yet', async () => {
    const folder = await temporaryFolder('tmpdir')
    vi.stubEnv('TMPDIR', folder)
    vi.resetModules()
    const anew = await import('./under-way.ts')
    expect(await anew.letCome({ work: Promise.resolve() }, { slipOf: 'one' }, 1)).toBeNull()
    expect(await readdir(folder)).toEqual([`kapao-uploads-${process.getuid?.()}`])
  })

  it('leaves to those on their way what they may need', async () => {
    expect(await come({ slipOf: 'one' }, 0.01 * GB)).toBeNull()
    expect(await come({ slipOf: 'another' }, 0.01 * GB, 0.019 * GB)).toMatchObject(overloaded)
    await endAll()
    expect(await come({ slipOf: 'another' }, 0.01 * GB, 0.019 * GB)).toBeNull()
  })
})

describe('before a byte of a file is read', () => {
  let server: TestServer
  let port: number
  beforeAll(async () => {
    server = await startTestServer()
    port = Number(new URL(await listen(server)).port)
  })
  afterAll(() => server.stop())

  /** The beginning of an upload, of which no more comes. */
  function begin(path: string, token: string) {
    const line: Socket = connect(port, '127.0.0.1')
    const answer = new Promise<string>((resolve) => line.once('data', (data) => resolve(String(data))))
    line.write(
      `POST /api${path} HTTP/1.1\r\nhost: x\r\nx-requested-with: kapao\r\nauthorization: Bearer ${token}\r\n` +
        'content-type: multipart/form-data; boundary=x\r\ncontent-length: 9000000\r\n\r\n' +
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
    )
    return { line, answer }
  }

  it('slips are counted', async () => {
    await server.set('slipsPerMinute', 0)
    const { token } = await server.member()
    const { line, answer } = begin('/wallet/slip', token)
    expect(await answer).toMatch(/^HTTP\/1\.1 429 [\s\S]*"REQUEST_LIMIT_1MIN"/)
    line.destroy()
    await server.set('slipsPerMinute', 30)
  })

  it('a member’s slips and files of the chat are counted together; others’ come, and theirs when those are over', async () => {
    await server.set('chatUploadsPerMinute', 1_000)
    const [one, other] = [await server.member(), await server.member()]
    const paths = ['/wallet/slip', '/chat/upload-image', '/chat/upload-video']
    const begun = Array.from({ length: 61 }, (_, at) => begin(paths[at % 3] ?? '', one.token))
    expect(await Promise.race(begun.map(({ answer }) => answer))).toMatch(
      /^HTTP\/1\.1 429 [\s\S]*"REQUEST_LIMIT"/,
    )
    const picture = await newPicture()
    expect(await upload(server, uploadChatImage, picture, { token: other.token })).toMatchObject({
      status: 200,
    })
    for (const { line } of begun) line.destroy()
    const comes = async () => (await upload(server, uploadChatImage, picture, { token: one.token })).status
    await until(async () => (await comes()) === 200, 'they are over')
  })
})
