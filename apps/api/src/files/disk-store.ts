import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from './file-store.ts'

const NAME_SHAPE = /^[a-z0-9]{32,64}\.[a-z0-9]{2,5}$/

/** 192 random bits: a name tells nothing and cannot be guessed. */
export function newFileName(extension: string): string {
  return `${randomUUID().replaceAll('-', '')}${randomUUID().slice(0, 8)}${randomUUID().slice(0, 8)}.${extension}`
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** Files in a folder, spread over sub-folders by the first letters of their names. */
export function openDiskStore(folder: string): FileStore {
  function pathOf(name: string): string {
    if (!NAME_SHAPE.test(name)) throw new Error('not a name of a kept file')
    return join(folder, name.slice(0, 2), name)
  }
  return {
    async put(name, bytes) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Written aside, flushed, then renamed: a crash leaves the whole file or none.
      const aside = `${path}.part`
      const file = await open(aside, 'w', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(aside, path)
    },
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
  }
}
