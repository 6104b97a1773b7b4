import * as files from 'node:fs/promises'
import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { newTransRef, slipPayload, slipPng } from '../../test/slip-pictures.ts'
import { readQrTexts } from './read-qr.ts'

vi.mock(import('node:fs/promises'), { spy: true })

it('a reader that could not be loaded once is loaded for the next picture', async () => {
  const transRef = newTransRef()
  const slip = await sharp(await slipPng(transRef))
    .jpeg()
    .toBuffer()
  vi.mocked(files.readFile).mockRejectedValueOnce(new Error('too many open files'))
  await expect(readQrTexts(slip, () => undefined)).rejects.toThrow('too many open files')
  expect(await readQrTexts(slip, () => undefined)).toEqual([slipPayload(transRef)])
})
