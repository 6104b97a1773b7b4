/**
 * Where uploaded files are kept: opaque bytes under names of our own, out of reach of any web server. Disk by default
 * (disk-store.ts); an operator with several machines puts a shared store in its place.
 */
export interface FileStore {
  /** Keeps a file whole or not at all. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Null when there is no such file. */
  get(name: string): Promise<Uint8Array | null>
  remove(name: string): Promise<void>
}
