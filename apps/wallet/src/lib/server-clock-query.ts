import { serverAheadMs } from '@kapao/browser/server-clock'
import { lookupActive } from '@kapao/contract/service'
import { queryOptions } from '@tanstack/react-query'
import { apiAddress } from './http.ts'
import { mending } from './mending.ts'

/** How far the server's clock, by which everything of the server's is timed, is ahead of the phone's. */
export const serverClockQuery = queryOptions({
  queryKey: ['server-clock'],
  queryFn: ({ signal }) => serverAheadMs(apiAddress(`/api${lookupActive.path}`), signal),
  retry: false,
  // Until it comes, all goes by the phone's.
  refetchInterval: mending,
})
