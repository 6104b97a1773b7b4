/** One gift link after another: one union for what the screen shows, one intent per link. */
import { redeemTruelink, TRUELINK_DEFAULT_SECRET } from '@kapao/contract/truelink'
import { sealLink } from '@kapao/contract/truelink-seal'
import type { Minor } from '@kapao/money/minor'
import { useState } from 'react'
import { type Failure, send } from '../../lib/http.ts'
import { createIntent } from '../../lib/intent.ts'
import { useMoneyMoved } from '../../lib/member-queries.ts'
import { canSeal } from './gift-link.ts'

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
  | { readonly at: 'pending' }
  /** Taken, by a server that names no amount. */
  | { readonly at: 'accepted' }

const entering: TruelinkState = { at: 'entering', trouble: null }

interface Redeeming {
  onPaid: (amount: Minor) => void
  onBusy: (isBusy: boolean) => void
}

export function useTruelink({ onPaid, onBusy }: Redeeming) {
  const moneyMoved = useMoneyMoved()
  const [state, setState] = useState<TruelinkState>(entering)
  const [intent] = useState(() => createIntent('truelink'))

  async function redeem(link: string) {
    if (state.at === 'sending') return
    if (!canSeal()) return setState({ at: 'entering', trouble: 'insecure' })
    setState({ at: 'sending' })
    onBusy(true)
    const result = await sendSealed(link).finally(() => onBusy(false))
    intent.settle(result)
    // After a failure too: an answer may be lost of a gift that was taken.
    void moneyMoved()
    if (!result.ok) return setState({ at: 'entering', trouble: result.failure })
    const { amount, status } = result.answer
    if (status === 'IN_PROGRESS') setState({ at: 'pending' })
    else if (amount === undefined) setState({ at: 'accepted' })
    else onPaid(amount)
  }

  async function sendSealed(link: string) {
    const sealed = await sealLink(SECRET, link)
    return send(redeemTruelink, { body: { link: sealed }, intent: intent.keyFor(link) })
  }

  return { state, redeem, startOver: () => setState(entering) }
}
