/**
 * Who wants to hear of a change, as `useSyncExternalStore` asks for it, and how it is announced: to those who are there as it begins, whoever leaves or
 * comes meanwhile.
 */
// @__NO_SIDE_EFFECTS__
export function createListeners(): [subscribe: (listener: () => void) => () => void, announce: () => void] {
  const listeners = new Set<() => void>()
  return [
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => {
      for (const listener of [...listeners]) listener()
    },
  ]
}
