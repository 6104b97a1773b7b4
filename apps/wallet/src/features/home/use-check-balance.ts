import type { AnswerOf } from '@kapao/contract/call'
import type { refreshSlots } from '@kapao/contract/wallet'
import { toast } from '@kapao/ui/toast'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { checkBalance, takeReturn } from '../../lib/check-balance.ts'
import { failureText } from '../../lib/error-text.ts'
import { useText } from '../../lib/i18n.ts'
import { useLastSync } from '../../lib/last-sync.ts'
import type { Game } from './game-groups.ts'

export interface CheckBalance {
  readonly busy: boolean
  /** Never rejects. */
  readonly check: () => Promise<void>
  /** The games that did not answer the last time, as they were then: while their figure is the same, it is an old one. */
  readonly silent: readonly Game[]
  readonly lastSyncMs: number | null
}

/** One check for the button, the widget and the pull alike. */
export function useCheckBalance(): CheckBalance {
  const t = useText()
  const queries = useQueryClient()
  const lastSyncMs = useLastSync()
  const asking = useRef(false)
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<AnswerOf<typeof refreshSlots> | null>(null)

  async function ask(tell: (failure: unknown) => void) {
    if (asking.current) return
    asking.current = true
    setBusy(true)
    try {
      setAnswer(await checkBalance(queries))
    } catch (failure) {
      tell(failure)
    } finally {
      asking.current = false
      setBusy(false)
    }
  }

  // Unasked, so it fails in silence.
  const askUnasked = useEffectEvent(() => void ask(() => undefined))
  useEffect(() => {
    if (takeReturn()) askUnasked()
  }, [])

  return {
    busy,
    check: () => ask((failure) => toast.error(failureText(t, failure))),
    silent: answer?.slots.filter(({ code }) => answer.failed.includes(code)) ?? [],
    lastSyncMs,
  }
}
