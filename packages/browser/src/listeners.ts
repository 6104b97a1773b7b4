export type Listeners<What extends readonly unknown[]> = [
  subscribe: (listener: (...what: What) => void) => () => void,
  announce: (...what: What) => void,
]

/**
 * Who wants to hear of a change, as `useSyncExternalStore` asks for it, and how it is announced: to those who are there as it begins, whoever leaves or
 * comes meanwhile. `What` is told of the change, where there is something to tell.
 */
// @__NO_SIDE_EFFECTS__
export function createListeners<What extends readonly unknown[] = []>(): Listeners<What> {
  const listeners = new Set<(...what: What) => void>()
  return [
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    (...what) => {
      for (const listener of [...listeners]) listener(...what)
    },
  ]
}
