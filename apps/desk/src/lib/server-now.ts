import { serverAheadMs } from '@kapao/browser/server-clock'
import { useNow } from '@kapao/browser/use-now'
import { lookupActive } from '@kapao/contract/service'
import { useQuery } from '@tanstack/react-query'

const ASK_AGAIN_MS = 4_000

/** How far the server's clock is ahead of the agent's, as far as that is known. */
export function useServerAhead(): number {
  const { data: aheadMs } = useQuery({
    queryKey: ['server-clock'],
    queryFn: ({ signal }) => serverAheadMs(`/api${lookupActive.path}`, signal),
    staleTime: 5 * 60_000,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? ASK_AGAIN_MS : false),
  })
  return aheadMs ?? 0
}

/** The server's time, as `useNow` reads it: how long somebody waits is told by the clock that saw them come, whatever the agent's says. */
export function useServerNow(periodMs: number): number {
  return useNow(periodMs) + useServerAhead()
}
