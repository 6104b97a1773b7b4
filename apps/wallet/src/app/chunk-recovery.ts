/**
 * An open page asks for the files of its own build; after a new release they may be gone. Then the page is loaded anew, once: were the
 * cause another, it would go round for ever. Without a network a reload would only lose the page, so it stays.
 */
import { perSession, sessionKeys } from '../lib/storage.ts'

const ONCE_PER_MS = 30_000

export function recoverFromMissingChunks(): void {
  window.addEventListener('vite:preloadError', () => {
    const before = Number(perSession.get(sessionKeys.reloadedForChunkAt) ?? 0)
    if (!navigator.onLine || Date.now() - before < ONCE_PER_MS) return
    perSession.set(sessionKeys.reloadedForChunkAt, String(Date.now()))
    location.reload()
  })
}
