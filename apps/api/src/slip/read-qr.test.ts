import { listSlips } from '@kapao/contract/slip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { sendSlip, slipPage, slipPayload, transferAtBank } from '../../test/slip-pictures.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.proveBooks()
  await server.stop()
})

async function newest(of: TestMember) {
  const { slips } = await server.give(listSlips, { body: { page: 1, limit: 1 }, token: of.token })
  return slips[0]
}

describe('a slip is read', () => {
  const draw = async (ref: string) => slipPage(slipPayload(ref))
  it.each<[string, (ref: string) => Promise<Buffer>]>([
    ['as a PNG', async (ref) => (await draw(ref)).png().toBuffer()],
    ['as a WebP', async (ref) => (await draw(ref)).webp({ quality: 60 }).toBuffer()],
    ['as a JPEG of 40 %', async (ref) => (await draw(ref)).jpeg({ quality: 40 }).toBuffer()],
    ['turned by 90°', async (ref) => (await draw(ref)).rotate(90).png().toBuffer()],
    ['upside down', async (ref) => (await draw(ref)).rotate(180).jpeg().toBuffer()],
    ['askew', async (ref) => (await draw(ref)).rotate(13, { background: 'grey' }).jpeg().toBuffer()],
    ['at half its size', async (ref) => (await draw(ref)).resize(360).png().toBuffer()],
    [
      'at four times its size',
      async (ref) => (await draw(ref)).resize(2_880).jpeg({ quality: 70 }).toBuffer(),
    ],
    [
      'turned by its EXIF',
      async (ref) => (await draw(ref)).rotate(270).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
    ],
    [
      'dim and blurred',
      async (ref) => (await draw(ref)).blur(1.2).linear(0.35, 60).jpeg({ quality: 60 }).toBuffer(),
    ],
    ['in grey', async (ref) => (await draw(ref)).grayscale().png().toBuffer()],
    ['with transparency', async (ref) => (await draw(ref)).ensureAlpha(0.9).png().toBuffer()],
  ])('%s', async (_what, make) => {
    const owner = await server.member()
    const event = transferAtBank(server, owner, '100.00')
    await sendSlip(server, owner, await make(event.transRef))
    await server.judgeSlips()
    expect(await newest(owner)).toMatchObject({ status: 'SUCCESS', note: '', amount: parseDecimal('100.00') })
    expect(await server.balance(owner)).toBe(parseDecimal('100.00'))
  })
})
