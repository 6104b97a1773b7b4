import { useMutation, useQueryClient } from '@tanstack/react-query'
import { checkBalance } from '../../lib/check-balance.ts'
import { failureText } from '../../lib/error-text.ts'
import { useText } from '../../lib/i18n.ts'
import { useLastSync, writeLastSync } from '../../lib/last-sync.ts'
import { toast } from '../../ui/toast.tsx'
import type { Game } from './game-groups.ts'

export interface CheckBalance {
  readonly busy: boolean
  /** Never rejects. */
  readonly check: () => Promise<void>
  /** The games that did not answer the last time, as they were then: while their figure is the same, it is an old one. */
  readonly silent: readonly Game[]
  readonly lastSyncMs: number | null
  /** The first figures of a session count as a check: they are what the server knows. */
  readonly noteFirstLoad: (timeMs: number) => void
}

/** One check for the button, the widget and the pull alike. */
export function useCheckBalance(): CheckBalance {
  const t = useText()
  const queries = useQueryClient()
  const lastSyncMs = useLastSync()
  const asking = useMutation({
    // Also without a network: saying so beats waiting for it.
    networkMode: 'always',
    mutationFn: () => checkBalance(queries),
    onError: (failure) => toast.error(failureText(t, failure)),
  })
  return {
    busy: asking.isPending,
    check: async () => {
      if (!asking.isPending) await asking.mutateAsync().catch(() => undefined)
    },
    silent: asking.data?.slots.filter(({ code }) => asking.data.failed.includes(code)) ?? [],
    lastSyncMs,
    noteFirstLoad: (timeMs) => {
      if (lastSyncMs === null) writeLastSync(timeMs)
    },
  }
}
