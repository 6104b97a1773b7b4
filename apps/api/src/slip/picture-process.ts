import { redrawPicture } from './redraw.ts'

// Started by picture-desk.ts, and not outliving it.
process.on('disconnect', () => process.exit(0))
process.on('message', ({ path, bytes, into }: { path: string; bytes: number; into: string }) => {
  redrawPicture(path, bytes, into).then((outcome) => process.send?.(outcome))
})
process.send?.('ready')
