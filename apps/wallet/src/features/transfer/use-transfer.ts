/** Drives the machine: sends, opens the game, and sees that every figure on the screen follows. */
import type { AnswerOf } from '@kapao/contract/call'
import type { getWallet } from '@kapao/contract/wallet'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { checkBalanceOnReturn } from '../../lib/check-balance.ts'
import { enterGame } from '../../lib/enter-game.ts'
import type { Failure } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { createIntent } from '../../lib/intent.ts'
import { useMoneyMoved } from '../../lib/member-queries.ts'
import { finishSheet } from '../../lib/member-sheets.ts'
import { type OpeningWindow, openWindow } from '../../lib/open-window.ts'
import { useSeenStatement } from '../../lib/seen-statement.ts'
import { sendIt } from './transfer-calls.ts'
import { isDone, nextTransferState, type Outcome, type Sent } from './transfer-machine.ts'

const noGame: Failure = { kind: 'refused', message: 'NO_GAME' }

interface Transferring {
  slots: AnswerOf<typeof getWallet>['slots']
  onClose: () => void
}

export function useTransfer({ slots, onClose }: Transferring) {
  const t = useText()
  const moneyMoved = useMoneyMoved()
  const queries = useQueryClient()
  const [state, dispatch] = useReducer(nextTransferState, { at: 'editing' })
  // One per opened sheet: a retry after a lost answer is the same intent.
  const [intent] = useState(() => createIntent('transfer'))
  const look = useSeenStatement(state.at === 'editing')
  const close = useEffectEvent(onClose)
  const isClosed = state.at === 'closed'
  useEffect(() => {
    if (isClosed) close()
  }, [isClosed])
  const hasNothingToSend = isDone(state)
  useEffect(() => {
    if (hasNothingToSend) finishSheet()
  }, [hasNothingToSend])

  async function goIn(to: string, opening: OpeningWindow) {
    const game = slots.find(({ code }) => code === to)
    if (!game) opening.giveUp()
    const failure = game ? await enterGame(game, opening) : noGame
    if (failure === null) checkBalanceOnReturn(queries)
    dispatch(failure ? { type: 'not-entered', failure } : { type: 'entered' })
  }

  /** Call it inside the tap: the game's window cannot be opened later. */
  async function transfer(sent: Sent) {
    const opening = sent.action === 'play' ? openWindow(t('transfer.opening')) : null
    const isAgain = state.at === 'unknown'
    dispatch({ type: 'send', sent })
    const outcome = (isAgain ? await foundOutcome(sent) : null) ?? (await sendIt(intent, sent))
    dispatch({ type: 'answered', outcome })
    // After a refusal too: money may have come back, or the balance on the screen was an old one.
    void moneyMoved()
    if (!opening) return
    const next = nextTransferState({ at: 'sending', sent }, { type: 'answered', outcome })
    if (next.at === 'entering') await goIn(sent.to, opening)
    else opening.giveUp()
  }

  /** Of what was sent without an answer, by statement and balances; null where they show nothing of it. Bringing all twice brings what is left. */
  async function foundOutcome(sent: Sent): Promise<Outcome | null> {
    if (sent.action === 'all') return null
    const { from, to, amount } = sent
    const seen = await look({
      isIt: (row) =>
        row.statementType === 'transfer' && row.from === from && row.to === to && row.amount === amount,
      places: [from, to],
    })
    if (seen === 'nothing') return null
    if (seen === 'unseen') return { kind: 'unknown', isUnseen: true }
    if (seen === 'perhaps') return { kind: 'refused', failure: { kind: 'no-network' }, isPerhapsDone: true }
    intent.settle({ ok: true })
    return seen.status === 'SUCCESS' ? { kind: 'moved', left: [] } : { kind: 'in-progress' }
  }

  async function enter(code: string) {
    const opening = openWindow(t('transfer.opening'))
    dispatch({ type: 'enter' })
    await goIn(code, opening)
  }

  function tryAgain() {
    if (state.at === 'unknown') void transfer(state.sent)
  }

  return { state, transfer, enter, tryAgain, read: () => dispatch({ type: 'read' }) }
}
