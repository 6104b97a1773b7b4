import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  chmod,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { FileStore } from './file-store.ts'
import { spaceAt } from './free-space.ts'

const NAME_SHAPE = /^[a-z0-9]{32,64}\.[a-z0-9]{2,5}$/

/** 192 random bits: a name cannot be guessed, and tells nothing but whose kind of file it is, where a mark says so. */
export function newFileName(extension: string, mark = ''): string {
  return `${randomBytes(24).toString('hex')}${mark}.${extension}`
}

export function isFileName(name: string): boolean {
  return NAME_SHAPE.test(name)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Paths of the files in a folder, and in its folders to that depth, that nobody has written to since then. */
export async function* pathsBefore(folder: string, before: Date, depth = 0): AsyncGenerator<string> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found?.isDirectory() && depth > 0) yield* pathsBefore(path, before, depth - 1)
    if (found?.isFile() && found.mtime < before) yield path
  }
}

/** What a name ends with until its file is whole. */
export const UNFINISHED = '.part'

/** Files in a folder, spread over sub-folders by the first letters of their names. */
export function openDiskStore(folder: string): FileStore {
  function pathOf(name: string): string {
    if (!NAME_SHAPE.test(name)) throw new Error('not a name of a kept file')
    return join(folder, name.slice(0, 2), name)
  }
  /** Written aside, flushed, then renamed: a crash leaves the whole file or none. */
  async function keep(name: string, write: (aside: string) => Promise<void>): Promise<void> {
    const path = pathOf(name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const aside = `${path}${UNFINISHED}`
    await write(aside)
    const file = await open(aside, 'r+')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(aside, path)
  }

  return {
    async space() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return spaceAt(folder)
    },
    put: (name, bytes) => keep(name, (aside) => writeFile(aside, bytes, { mode: 0o600 })),
    putFile: (name, from) =>
      keep(name, async (aside) => {
        await copyFile(from, aside)
        await chmod(aside, 0o600)
      }),
    async get(name) {
      try {
        return await readFile(pathOf(name))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async sizeOf(name) {
      try {
        return (await stat(pathOf(name))).size
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    read: (name, start, end) => createReadStream(pathOf(name), { start, end }),
    async remove(name) {
      await rm(pathOf(name), { force: true })
    },
    async *namesBefore(mark, before) {
      for await (const path of pathsBefore(folder, before, 1)) {
        const name = basename(path)
        if (NAME_SHAPE.test(name) && name.split('.')[0]?.endsWith(mark)) yield name
      }
    },
    async removeUnfinished(before) {
      for await (const path of pathsBefore(folder, before, 1)) {
        if (path.endsWith(UNFINISHED)) await rm(path, { force: true })
      }
    },
  }
}
