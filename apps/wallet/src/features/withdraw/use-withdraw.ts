import { withdrawAll } from '@kapao/contract/wallet'
import type { Minor } from '@kapao/money/minor'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { send } from '../../lib/http.ts'
import { createIntent } from '../../lib/intent.ts'
import { useMoneyMoved } from '../../lib/member-queries.ts'
import { finishSheet } from '../../lib/member-sheets.ts'
import { nextWithdrawState, type WithdrawState } from './withdraw-machine.ts'

export interface Withdrawing {
  readonly state: WithdrawState
  readonly ask: (amount: Minor) => void
  readonly back: () => void
  readonly confirm: () => Promise<void>
  readonly read: () => void
}

export function useWithdraw(onClose: () => void): Withdrawing {
  const moneyMoved = useMoneyMoved()
  const [state, dispatch] = useReducer(nextWithdrawState, { at: 'editing' })
  // One per opened sheet: a retry after a lost answer is the same intent.
  const [intent] = useState(() => createIntent('withdraw'))
  const close = useEffectEvent(onClose)
  const isClosed = state.at === 'closed'
  useEffect(() => {
    if (isClosed) close()
  }, [isClosed])
  const isRequested = state.at === 'requested'
  useEffect(() => {
    if (isRequested) finishSheet()
  }, [isRequested])

  async function confirm() {
    if (state.at !== 'confirming' && state.at !== 'unknown') return
    const { amount } = state
    dispatch({ type: 'send' })
    const result = await send(withdrawAll, { body: { amount }, intent: intent.keyFor(String(amount)) })
    const { wasDoneBefore } = intent.settle(result)
    dispatch({ type: 'answered', failure: result.ok ? null : result.failure, wasDoneBefore })
    // After a refusal too: the games may have been brought into the wallet already.
    void moneyMoved()
  }

  return {
    state,
    ask: (amount) => dispatch({ type: 'ask', amount }),
    back: () => dispatch({ type: 'back' }),
    confirm,
    read: () => dispatch({ type: 'read' }),
  }
}
