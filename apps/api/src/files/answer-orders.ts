/**
 * The other side of own-process.ts, in the process that it starts and that does not outlive it: says that it is ready, and answers each order
 * by `work`.
 */
export function answerOrders<Order>(work: (order: Order) => Promise<unknown>): void {
  process.on('disconnect', () => process.exit(0))
  process.on('message', (order: Order) => {
    work(order).then((outcome) => process.send?.(outcome))
  })
  process.send?.('ready')
}
