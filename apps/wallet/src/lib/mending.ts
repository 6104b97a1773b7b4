export const MEND_PERIOD_MS = 4_000

/** For queries whose failure is silent (spec §8): what did not load is asked for again until it comes. */
export function mending({ state }: { state: { status: string } }): number | false {
  return state.status === 'error' ? MEND_PERIOD_MS : false
}
