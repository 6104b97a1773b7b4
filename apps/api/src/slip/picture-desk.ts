import { pictureTurns } from '../files/in-turn.ts'
import { openOwnProcess } from '../files/own-process.ts'
import { drawnOf, type ReceivedFile } from '../files/receive.ts'
import type { Redrawn } from './redraw.ts'

export type PreparedPicture =
  | { readonly kind: 'invalid' | 'odd-size' | 'overloaded' }
  /** The new picture is at `path`, until whoever asked has taken it. */
  | { readonly kind: 'prepared'; readonly path: string }

/** Redraws strangers' pictures in a process of its own, one after the other. */
export interface PictureDesk {
  prepare(file: ReceivedFile): Promise<PreparedPicture>
  close(): Promise<void>
}

export function openPictureDesk({ limitMs }: { readonly limitMs?: number } = {}): PictureDesk {
  const script = new URL('./picture-process.ts', import.meta.url)
  const own = openOwnProcess<{ path: string; bytes: number; into: string }, Redrawn>(script, limitMs)

  async function prepareNow({ path, bytes }: ReceivedFile): Promise<PreparedPicture> {
    const into = drawnOf(path)
    const outcome = await own.ask({ path, bytes, into })
    if (outcome === null) return { kind: 'odd-size' }
    return outcome === 'prepared' ? { kind: outcome, path: into } : { kind: outcome }
  }

  return {
    async prepare(file) {
      return pictureTurns.isFarOff('slip')
        ? { kind: 'overloaded' }
        : pictureTurns.take('slip', () => prepareNow(file))
    },
    async close() {
      await pictureTurns.take('slip', () => own.end())
    },
  }
}
