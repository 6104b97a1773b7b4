import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newTransRef, slipPayload, slipPng } from '../../test/slip-pictures.ts'
import { openQrReader, type QrReader } from './qr-reader.ts'

/** Noise is full of what might be a corner of a code. */
function noise(side: number): Promise<Buffer> {
  const picture = { width: side, height: side, channels: 3 as const, background: 'grey' }
  return sharp({ create: { ...picture, noise: { type: 'gaussian', sigma: 200 } } })
    .jpeg({ quality: 92 })
    .toBuffer()
}

async function jpegOf(transRef: string): Promise<Buffer> {
  return sharp(await slipPng(transRef))
    .jpeg()
    .toBuffer()
}

describe('the reader', () => {
  let reader: QrReader
  let hostile: Buffer

  beforeAll(async () => {
    reader = openQrReader({ limitMs: 2_500 })
    hostile = await noise(2_600)
  })
  afterAll(() => reader.close())

  it('reads the code of a slip, and finds none where there is none', async () => {
    const transRef = newTransRef()
    expect(await reader.read(await jpegOf(transRef))).toEqual([slipPayload(transRef)])
    const blank = sharp({ create: { width: 300, height: 300, channels: 3, background: 'white' } })
    expect(await reader.read(await blank.jpeg().toBuffer())).toEqual([])
  })

  it('gives a picture up that takes for ever, leaves everything else its turns meanwhile, and reads on', async () => {
    let isReading = true
    let turns = 0
    const turn = () => {
      turns += 1
      if (isReading) setTimeout(turn, 1)
    }
    turn()
    expect(await reader.read(hostile)).toEqual([])
    isReading = false
    // Read on this thread, it would leave a handful of turns between its steps.
    expect(turns).toBeGreaterThan(100)
    const transRef = newTransRef()
    expect(await reader.read(await jpegOf(transRef))).toEqual([slipPayload(transRef)])
  })

  it('believes nothing of a picture that it could not even look at once', async () => {
    const hasty = openQrReader({ limitMs: 1 })
    expect(await hasty.read(hostile)).toBeNull()
    await hasty.close()
  })

  it('says what is no picture, and reads on', async () => {
    await expect(reader.read(Buffer.from('no picture'))).rejects.toThrow()
    const refs = Array.from({ length: 4 }, newTransRef)
    const texts = await Promise.all(refs.map(async (ref) => reader.read(await jpegOf(ref))))
    expect(texts).toEqual(refs.map((ref) => [slipPayload(ref)]))
  })

  it('ends its thread when it is closed, and starts another when it is asked again', async () => {
    const transRef = newTransRef()
    await reader.close()
    expect(await reader.read(await jpegOf(transRef))).toEqual([slipPayload(transRef)])
  })
})
