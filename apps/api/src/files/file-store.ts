import type { Readable } from 'node:stream'

export interface Space {
  readonly freeBytes: number
  readonly allBytes: number
}

/**
 * Where uploaded files are kept: opaque bytes under names of our own, out of reach of any web server. Disk by default
 * (disk-store.ts); an operator with several machines puts a shared store in its place.
 */
export interface FileStore {
  /** What is left on its disk, in bytes, and how many that disk has; null for a store that grows by itself. */
  space(): Promise<Space | null>
  /** Keeps a file whole or not at all. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** As put, of a file on this machine, whose bytes need not pass through our memory. */
  putFile(name: string, path: string): Promise<void>
  /** Null when there is no such file. */
  get(name: string): Promise<Uint8Array | null>
  /** Its size in bytes; null when there is no such file. */
  sizeOf(name: string): Promise<number | null>
  /** The bytes from `start` to `end`, both of them included, as they are wanted: a film is not for the memory. */
  read(name: string, start: number, end: number): Readable
  remove(name: string): Promise<void>
  /** The names that end with a mark, of files that were kept before then. */
  namesBefore(mark: string, before: Date): AsyncIterable<string>
  /** Removes what a crash left half-kept before then. */
  removeUnfinished(before: Date): Promise<void>
}
