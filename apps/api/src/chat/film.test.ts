import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newFilm, type Track } from '../../test/uploads.ts'
import { filmSize } from './film.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kapao-film-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function sizeOf(film: Buffer) {
  const path = join(folder, 'film')
  await writeFile(path, film)
  return filmSize(path, film.length)
}

const sound = { width: 0, height: 0 }
const wide = { width: 640, height: 360 }

it.each<[string, readonly Track[], object | null]>([
  ['that of its picture, not of its sound', [sound, wide], wide],
  ['upright where it was filmed so', [{ ...wide, isTurned: true }], { width: 360, height: 640 }],
  ['in a header of long times too', [{ ...wide, isLong: true }], wide],
  ['not known where it has sound alone', [sound], null],
  ['not known where it says nonsense', [{ width: 65_535, height: 1 }], null],
  ['not looked for in more tracks than a film has', [...Array<Track>(60).fill(sound), wide], null],
])('the size of a film is %s', async (_what, tracks, size) => {
  expect(await sizeOf(newFilm('isom', 1_000, tracks))).toEqual(size)
})

it.each([30, 60, 130, 150])('a film that ends after %d bytes has none', async (bytes) => {
  expect(await sizeOf(newFilm('isom', 0, [wide]).subarray(0, bytes))).toBeNull()
})
