import { QueryClient } from '@tanstack/react-query'
import { SendFailure } from './http.ts'

/** How what is asked of the server is kept, and when it is asked for again. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Money may have moved while there was no line, however fresh the figures looked.
        refetchOnReconnect: 'always',
        // Reads only, and only when nothing came back: a refusal stays one however often it is asked for.
        retry: (count, failure) =>
          count < 2 && failure instanceof SendFailure && failure.failure.kind === 'no-network',
      },
      // A write is never sent twice on its own.
      mutations: { retry: false },
    },
  })
}
