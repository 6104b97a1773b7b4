import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

/** Longer than a line is: 40 digits, a colon, a count, an end. */
const PIECE = 128
const HASH_DIGITS = 40

/** The first line that begins at `from` or after it, and where the next one does; null at the end. */
async function lineFrom(file: FileHandle, from: number): Promise<{ hash: string; endsAt: number } | null> {
  // A line that begins at `from` itself is known by the end of the one before it.
  const start = Math.max(from - 1, 0)
  const { bytesRead, buffer } = await file.read(Buffer.alloc(PIECE), 0, PIECE, start)
  const piece = buffer.subarray(0, bytesRead)
  const begin = from === 0 ? 0 : piece.indexOf('\n') + 1
  const line = piece.subarray(begin)
  if ((from > 0 && begin === 0) || line.length < HASH_DIGITS) return null
  const end = line.indexOf('\n')
  const length = end === -1 ? line.length : end + 1
  return { hash: line.toString('latin1', 0, HASH_DIGITS).toUpperCase(), endsAt: start + begin + length }
}

/**
 * Whether a password is in a list of breached ones: SHA-1 in hexadecimal, a line each, in order, with or without `:count` after it, as Have I Been
 * Pwned’s downloader writes it into one file. It is searched where it lies: tens of gigabytes take some thirty small reads. SHA-1 is the list's; nothing is kept by it.
 */
export async function isBreached(path: string, password: string): Promise<boolean> {
  const wanted = createHash('sha1').update(password).digest('hex').toUpperCase()
  const file = await open(path)
  try {
    let [low, high] = [0, (await file.stat()).size]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const line = await lineFrom(file, middle)
      if (line?.hash === wanted) return true
      if (line !== null && line.hash < wanted) low = line.endsAt
      else high = middle
    }
    return false
  } finally {
    await file.close()
  }
}

/** Throws an Error that says what is wrong where the file cannot be read, or begins with no SHA-1: found out at the start, and not by the first who registers. */
export async function proveBreachedList(path: string): Promise<void> {
  const named = `KAPAO_BREACHED_PASSWORDS names ${path}, which`
  let first: { hash: string } | null
  try {
    const file = await open(path)
    try {
      first = await lineFrom(file, 0)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw new Error(`${named} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (first === null || !/^[0-9A-F]{40}$/.test(first.hash))
    throw new Error(`${named} does not begin with a SHA-1 in hexadecimal`)
}
