// Children write straight into their log files, so that their last words are there even when the launcher is gone.
import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'

const bytesAtMost = 10 * 1024 * 1024
const checkEveryMs = 30_000

export class Logs {
  readonly #folder: string
  readonly #open = new Map<string, number>()
  readonly #timer: NodeJS.Timeout

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'logs')
    this.#timer = setInterval(() => this.#shorten(), checkEveryMs).unref()
  }

  path(name: string): string {
    return join(this.#folder, `${name}.log`)
  }

  /** The file for a child's output, opened once, always appended to. */
  file(name: string): number {
    const known = this.#open.get(name)
    if (known !== undefined) return known
    const path = this.path(name)
    if (existsSync(path) && statSync(path).size > bytesAtMost) renameSync(path, `${path}.1`)
    const file = openSync(path, 'a')
    this.#open.set(name, file)
    return file
  }

  // The children hold the file open, so it is emptied in place after its content went to the older one.
  #shorten(): void {
    for (const [name, file] of this.#open) {
      if (fstatSync(file).size <= bytesAtMost) continue
      copyFileSync(this.path(name), `${this.path(name)}.1`)
      truncateSync(this.path(name), 0)
    }
  }

  /** How much there is by now: what comes after is what a start has to say. */
  size(name: string): number {
    return existsSync(this.path(name)) ? statSync(this.path(name)).size : 0
  }

  /** The last lines after `from`, in words: a structured line is reduced to its message and its error. */
  tail(name: string, from: number, lines = 8): string[] {
    const path = this.path(name)
    if (!existsSync(path)) return []
    const size = statSync(path).size
    const start = Math.max(from, size - 64 * 1024)
    const buffer = Buffer.alloc(Math.max(0, size - start))
    const file = openSync(path, 'r')
    readSync(file, buffer, 0, buffer.length, start)
    closeSync(file)
    return buffer
      .toString('utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(inWords)
      .slice(-lines)
  }

  close(): void {
    clearInterval(this.#timer)
    for (const file of this.#open.values()) closeSync(file)
    this.#open.clear()
  }
}

function inWords(line: string): string {
  if (!line.startsWith('{')) return line
  try {
    const entry: unknown = JSON.parse(line)
    if (typeof entry !== 'object' || entry === null || !('msg' in entry)) return line
    const cause = 'err' in entry && typeof entry.err === 'object' && entry.err !== null ? entry.err : {}
    const detail = 'message' in cause && cause.message !== entry.msg ? `: ${String(cause.message)}` : ''
    return `${String(entry.msg)}${detail}`
  } catch {
    return line
  }
}
