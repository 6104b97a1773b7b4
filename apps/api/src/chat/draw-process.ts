import { type DrawOrder, drawAgain } from './draw-again.ts'

// Started by draw-desk.ts, and not outliving it.
process.on('disconnect', () => process.exit(0))
process.on('message', (order: DrawOrder) => {
  drawAgain(order).then((outcome) => process.send?.(outcome))
})
process.send?.('ready')
