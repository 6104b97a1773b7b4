import type { AnswerOf } from '@kapao/contract/call'
import { type getWallet, withdrawAll } from '@kapao/contract/wallet'
import type { Minor } from '@kapao/money/minor'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { isRefusal } from '../../lib/error-text.ts'
import { send } from '../../lib/http.ts'
import { createIntent } from '../../lib/intent.ts'
import { useMoneyMoved } from '../../lib/member-queries.ts'
import { finishSheet } from '../../lib/member-sheets.ts'
import { useSeenStatement } from '../../lib/seen-statement.ts'
import { nextWithdrawState, type WithdrawState } from './withdraw-machine.ts'

type Wallet = AnswerOf<typeof getWallet>

export interface Withdrawing {
  readonly state: WithdrawState
  readonly ask: (amount: Minor) => void
  readonly back: () => void
  readonly confirm: () => Promise<void>
  readonly read: () => void
}

export function useWithdraw(slots: Wallet['slots'], onClose: () => void): Withdrawing {
  const moneyMoved = useMoneyMoved()
  const queries = useQueryClient()
  const [state, dispatch] = useReducer(nextWithdrawState, { at: 'editing' })
  // One per opened sheet: a retry after a lost answer is the same intent.
  const [intent] = useState(() => createIntent('withdraw'))
  const places = useRef<readonly string[]>([])
  const look = useSeenStatement(state.at === 'editing' || state.at === 'confirming')
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
    const isAgain = state.at === 'unknown'
    dispatch({ type: 'send' })
    // By every balance: the games are brought together first, and where they held as much the wallet ends as it was. One that is not listed any more by then counts.
    if (!isAgain) places.current = ['WALLET', ...slots.map(({ code }) => code)]
    const seen = isAgain
      ? await look({
          isIt: (row) => row.statementType === 'withdraw' && row.amount === amount,
          places: places.current,
        })
      : 'nothing'
    if (seen !== 'nothing') {
      const isDone = typeof seen === 'object'
      if (isDone) intent.settle({ ok: true })
      dispatch(
        isDone
          ? { type: 'answered', failure: null }
          : { type: 'not-sent', isPerhapsDone: seen === 'perhaps' },
      )
      return void moneyMoved()
    }
    const result = await send(withdrawAll, { body: { amount }, intent: intent.keyFor(String(amount)) })
    const settled = intent.settle(result)
    // After a refusal too: the games may have been brought into the wallet already.
    void moneyMoved()
    // The limits that the sheet shows are from before, or it would not have come to this.
    if (!result.ok && isRefusal(result.failure, 'WITHDRAW_LIMIT')) {
      void queries.invalidateQueries({ queryKey: ['withdraw-limits'] })
    }
    dispatch({ type: 'answered', failure: result.ok ? null : result.failure, ...settled })
  }

  return {
    state,
    ask: (amount) => dispatch({ type: 'ask', amount }),
    back: () => dispatch({ type: 'back' }),
    confirm,
    read: () => dispatch({ type: 'read' }),
  }
}
