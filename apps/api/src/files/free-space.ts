import { statfs } from 'node:fs/promises'
import type { Space } from './file-store.ts'

/** What a disk keeps for what may not fail: slips, and a database that stands beside them. Of a small disk a twentieth. */
const KEPT_FREE_BYTES = 2_000_000_000
const KEPT_FREE_SHARE = 0.05

export async function spaceAt(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, allBytes: blocks * bsize }
}

/** Once so many bytes more are on it. */
export function isNearlyFull({ freeBytes, allBytes }: Space, moreBytes = 0): boolean {
  return freeBytes - moreBytes < Math.min(KEPT_FREE_BYTES, allBytes * KEPT_FREE_SHARE)
}
