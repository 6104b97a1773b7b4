import { openOwnProcess } from '../files/own-process.ts'
import { drawnOf, type ReceivedFile } from '../files/receive.ts'
import type { Redrawn, RedrawOrder } from './redraw.ts'

export type PreparedPicture =
  | { readonly kind: 'invalid' | 'odd-size' | 'overloaded' }
  /** The new picture is at `path`, until whoever asked has taken it. */
  | { readonly kind: 'prepared'; readonly path: string }

/** Redraws strangers' pictures in a process of its own, one after the other. */
export interface PictureDesk {
  prepare(file: ReceivedFile): Promise<PreparedPicture>
  close(): Promise<void>
}

export function openPictureDesk(): PictureDesk {
  const own = openOwnProcess<RedrawOrder, Redrawn>(new URL('./picture-process.ts', import.meta.url))
  return {
    async prepare({ path, bytes }) {
      const into = drawnOf(path)
      const outcome = await own.ask('slip', { path, bytes, into })
      if (outcome === null) return { kind: 'odd-size' }
      return outcome === 'prepared' ? { kind: outcome, path: into } : { kind: outcome }
    },
    close: () => own.close('slip'),
  }
}
