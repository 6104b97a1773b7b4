/** One gift link after another: one union for what the screen shows, one intent per link. */
import { redeemTruelink, TRUELINK_DEFAULT_SECRET } from '@kapao/contract/truelink'
import { sealLink } from '@kapao/contract/truelink-seal'
import type { Minor } from '@kapao/money/minor'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Failure, send } from '../../lib/http.ts'
import { createIntent } from '../../lib/intent.ts'
import { useMoneyMoved } from '../../lib/member-queries.ts'
import { mending } from '../../lib/mending.ts'
import { progressOf } from '../../lib/progress.ts'
import { currentToken } from '../../lib/session-token.ts'
import { statementsQuery } from '../../lib/statements-query.ts'
import { canSeal } from './gift-link.ts'
import {
  depositsOf,
  forgetGift,
  isWaitedFor,
  rowOf,
  savedGift,
  saveGift,
  type WaitingGift,
} from './waiting-gift.ts'

/**
 * No secret at all: whoever loads the page has it. TLS is what protects a gift on its way; this only keeps it out of logs and out of what
 * looks into requests between here and the server.
 */
const SECRET = import.meta.env.VITE_KAPAO_TRUELINK_SECRET || TRUELINK_DEFAULT_SECRET

export type Trouble = Failure | 'insecure'

export type TruelinkState =
  | { readonly at: 'entering'; readonly trouble: Trouble | null }
  | { readonly at: 'sending' }
  /** The issuer's answer is late: the statement will tell. */
  | { readonly at: 'pending'; readonly gift: WaitingGift }
  /** The issuer gave it to somebody else, or to nobody. */
  | { readonly at: 'not-taken' }
  /** Taken, by a server that names no amount. */
  | { readonly at: 'accepted' }

const entering: TruelinkState = { at: 'entering', trouble: null }

function firstState(): TruelinkState {
  const gift = savedGift()
  return gift ? { at: 'pending', gift } : entering
}

const LOOK_MS = 5_000

/** What was there before a gift is sent is looked at while its link is found, and what becomes of it while it is waited for. */
function useRows(state: TruelinkState) {
  const { data } = useQuery({
    ...statementsQuery(1),
    // Not the page that other screens keep: it may be older than the sheet.
    queryKey: ['statements', 'gift'],
    gcTime: 0,
    staleTime: 0,
    refetchInterval: (query) =>
      mending(query) || (state.at === 'pending' && isWaitedFor(state.gift) && LOOK_MS),
    refetchOnWindowFocus: 'always',
  })
  return data?.statements
}

interface Redeeming {
  onPaid: (amount: Minor) => void
  onBusy: (isBusy: boolean) => void
}

export function useTruelink({ onPaid, onBusy }: Redeeming) {
  const moneyMoved = useMoneyMoved()
  const [state, setState] = useState(firstState)
  const [intent] = useState(() => createIntent('truelink'))
  const rows = useRows(state)

  function wait(gift: WaitingGift) {
    saveGift(gift)
    setState({ at: 'pending', gift })
  }
  const heard = useEffectEvent((told: NonNullable<typeof rows>, gift: WaitingGift) => {
    const row = rowOf(gift, told)
    if (row === null) return
    const progress = progressOf(row.status)
    if (progress !== 'in-progress') forgetGift()
    else if (gift.row === null) return wait({ ...gift, row: row._id })
    if (progress === 'success') onPaid(row.amount)
    if (progress === 'failed') setState({ at: 'not-taken' })
  })
  // By the state, too: the row may have come before the server's answer.
  useEffect(() => {
    if (rows && state.at === 'pending') heard(rows, state.gift)
  }, [rows, state])

  async function redeem(link: string) {
    if (state.at === 'sending') return
    if (!canSeal()) return setState({ at: 'entering', trouble: 'insecure' })
    const before = rows ? depositsOf(rows) : null
    const sentAtMs = Date.now()
    const token = currentToken()
    setState({ at: 'sending' })
    onBusy(true)
    const result = await sendSealed(link).finally(() => onBusy(false))
    intent.settle(result)
    // The session may have ended by now: another member's sheet would not go on from here.
    if (currentToken() !== token) return
    // After a failure too: an answer may be lost of a gift that was taken.
    void moneyMoved()
    if (!result.ok) return setState({ at: 'entering', trouble: result.failure })
    const { amount, status } = result.answer
    if (status === 'IN_PROGRESS') wait({ amount: amount ?? null, before, row: null, sentAtMs })
    else if (amount === undefined) setState({ at: 'accepted' })
    else onPaid(amount)
  }

  async function sendSealed(link: string) {
    const sealed = await sealLink(SECRET, link)
    return send(redeemTruelink, { body: { link: sealed }, intent: intent.keyFor(link) })
  }

  function startOver() {
    forgetGift()
    setState(entering)
  }
  return { state, redeem, startOver }
}
