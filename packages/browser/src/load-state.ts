interface Asked {
  readonly data: unknown
  readonly isPaused: boolean
  readonly errorUpdateCount: number
}

/**
 * Which of its states a screen shows for a query. A failed load that is being tried again stays "failed", so that nothing flickers; one
 * that waits for the network to come back has failed too, as far as the player can see.
 */
export function loadState(asked: Asked): 'ready' | 'loading' | 'failed' {
  if (asked.data !== undefined) return 'ready'
  return asked.isPaused || asked.errorUpdateCount > 0 ? 'failed' : 'loading'
}
