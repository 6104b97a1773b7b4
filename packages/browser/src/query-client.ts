import { QueryClient } from '@tanstack/react-query'
import { SendFailure } from './http.ts'

/** Nothing came back, or the server has too much to do. */
const isForNow = (thrown: Error) =>
  thrown instanceof SendFailure && (thrown.failure.kind === 'no-network' || thrown.message === 'OVERLOADED')

/** Whoever waits in front of a skeleton waits no longer than this for each try. */
const MOST_PATIENT_S = 10

/** How long the server asked us to wait. */
function secondsAskedFor(thrown: Error): number {
  const failure = thrown instanceof SendFailure ? thrown.failure : null
  return Math.min((failure?.kind === 'refused' && failure.retryAfter) || 0, MOST_PATIENT_S)
}

/** How what is asked of the server is kept, and when it is asked for again. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Money may have moved while there was no line, however fresh the figures looked.
        refetchOnReconnect: 'always',
        // Reads only: any other refusal stays one however often it is asked for.
        retry: (count, thrown) => count < 2 && isForNow(thrown),
        retryDelay: (count, thrown) => 1000 * Math.max(2 ** count, secondsAskedFor(thrown)),
      },
      // A write is never sent twice on its own.
      mutations: { retry: false },
    },
  })
}
