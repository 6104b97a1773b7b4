import type { Sender } from '../files/in-turn.ts'
import { openOwnProcess } from '../files/own-process.ts'
import { drawnOf, type ReceivedFile } from '../files/receive.ts'
import type { Drawn, DrawOrder, PictureType } from './draw-again.ts'

export type DrawnPicture =
  | 'invalid'
  | 'too-large'
  | 'overloaded'
  /** The new picture is at `path`, until whoever asked has taken it. */
  | (Drawn & { readonly path: string })

/** Draws customers' and staff's pictures again in a process of its own, one after the other, in one queue with the slips and behind them. */
export interface DrawDesk {
  draw(file: ReceivedFile, type: PictureType, sender: Sender): Promise<DrawnPicture>
  close(): Promise<void>
}

export function openDrawDesk(): DrawDesk {
  const script = new URL('./draw-process.ts', import.meta.url)
  const own = openOwnProcess<DrawOrder, Drawn | 'invalid' | 'too-large'>(script)
  return {
    async draw({ path }, type, sender) {
      const into = drawnOf(path)
      const outcome = await own.ask(sender, { path, type, into })
      if (outcome === null) return 'too-large'
      return typeof outcome === 'string' ? outcome : { ...outcome, path: into }
    },
    // Guests' come after all others that are drawn here.
    close: () => own.close('guest'),
  }
}
