import { parentPort } from 'node:worker_threads'
import { readQrTexts } from './read-qr.ts'

/** What the thread says: that it can be asked, and then what became of each picture. */
export type ThreadWord =
  | { readonly kind: 'ready' }
  /** The quick reader has looked everywhere, in vain. */
  | { readonly kind: 'none-yet' }
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'broken'; readonly why: string }

const say = (word: ThreadWord) => parentPort?.postMessage(word)

parentPort?.on('message', (jpeg: Uint8Array) => {
  readQrTexts(jpeg, () => say({ kind: 'none-yet' })).then(
    (texts) => say({ kind: 'texts', texts }),
    (error: unknown) => say({ kind: 'broken', why: error instanceof Error ? error.message : 'unknown' }),
  )
})
say({ kind: 'ready' })
