import { after } from '@kapao/browser/timers'
import type { AnswerOf } from '@kapao/contract/call'
import type { refreshSlots } from '@kapao/contract/wallet'
import { toast } from '@kapao/ui/toast'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { checkBalance, takeReturn } from '../../lib/check-balance.ts'
import { failureText } from '../../lib/error-text.ts'
import { useText } from '../../lib/i18n.ts'
import { useLastSync } from '../../lib/last-sync.ts'
import { untilAnswered } from '../../lib/until-answered.ts'
import type { Game } from './game-groups.ts'

export interface CheckBalance {
  readonly busy: boolean
  /** Never rejects. */
  readonly check: () => Promise<void>
  /** The games that did not answer the last time, as they were then: while their figure is the same, it is an old one. */
  readonly silent: readonly Game[]
  readonly lastSyncMs: number | null
  /** Every game has answered a moment ago. */
  readonly isFresh: boolean
}

/** So long what has come is said to have come just now. */
export const JUST_NOW_MS = 10_000

/** One check for the button, the widget and the pull alike. */
export function useCheckBalance(): CheckBalance {
  const t = useText()
  const queries = useQueryClient()
  const lastSyncMs = useLastSync()
  const asking = useRef<Promise<void> | null>(null)
  const [busy, setBusy] = useState(false)
  const [isFresh, setFresh] = useState(false)
  const [answer, setAnswer] = useState<AnswerOf<typeof refreshSlots> | null>(null)

  async function askOnce() {
    setFresh(false)
    try {
      const answered = await checkBalance(queries)
      setAnswer(answered)
      setFresh(answered.failed.length === 0)
    } finally {
      asking.current = null
      setBusy(false)
    }
  }

  /** Whoever asks meanwhile is told what comes of it, too. */
  function ask() {
    asking.current ??= askOnce()
    return asking.current
  }

  useEffect(() => (isFresh ? after(JUST_NOW_MS, () => setFresh(false)) : undefined), [isFresh])

  // Unasked, so it fails in silence, and the button is not held for what is asked again.
  const askUnasked = useEffectEvent(ask)
  useEffect(() => {
    if (!takeReturn()) return
    setBusy(true)
    return untilAnswered(askUnasked)
  }, [])

  return {
    busy,
    check() {
      toast.takeErrorBack()
      setBusy(true)
      // Over what is being done by now it would be taken for the answer to that.
      return ask().catch(
        (failure) => void (document.querySelector('dialog[open]') || toast.error(failureText(t, failure))),
      )
    },
    silent: answer?.slots.filter(({ code }) => answer.failed.includes(code)) ?? [],
    lastSyncMs,
    isFresh,
  }
}
