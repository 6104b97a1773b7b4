/**
 * The question before a bonus is cancelled: it says the most that cancelling takes. The games may go on being played, so that is asked again once it is
 * confirmed, and where it has become more the question is put anew.
 */

import { SendFailure } from '@kapao/browser/http'
import { useBusy } from '@kapao/browser/use-busy'
import { clearBonus } from '@kapao/contract/bonus'
import { formatMinor } from '@kapao/money/format'
import { Dialog } from '@kapao/ui/dialog'
import { Skeleton } from '@kapao/ui/skeleton'
import { toast } from '@kapao/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal } from '../../lib/error-text.ts'
import { type Failure, send } from '../../lib/http.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { createIntent, doneNow, isOutcomeUnknown, moneyErrorText } from '../../lib/intent.ts'
import { activeBonusQuery, useMoneyMoved } from '../../lib/member-queries.ts'
import { minimumQuery, useToldActive } from './bonus-queries.ts'
import { type Cost, isDearer } from './bonus-rules.ts'
import { FailureDialog } from './failure-dialog.tsx'

type State =
  | { readonly at: 'asking'; readonly isDearer: boolean }
  | { readonly at: 'failed'; readonly failure: Failure }
  /** Cancelled by the call whose answer was lost, in another tab, or met: all that is known is that it has ended. */
  | { readonly at: 'over' }

export function CancelBonus({ currency, onClose }: { currency: string; onClose: () => void }) {
  const t = useText()
  const moneyMoved = useMoneyMoved()
  const toldActive = useToldActive()
  const minimum = useQuery(minimumQuery)
  const [intent] = useState(() => createIntent('bonus-clear'))
  const [isClearing, run] = useBusy()
  const [state, setState] = useState<State>({ at: 'asking', isDearer: false })

  /** Whether what was said yes to does not hold: it takes more by now, or nobody knows what. */
  async function mustAskAgain(shown: Cost): Promise<boolean> {
    const now = await minimum.refetch()
    if (!now.isSuccess) return true
    if (!isDearer(shown, now.data)) return false
    setState({ at: 'asking', isDearer: true })
    return true
  }

  async function clear(shown: Cost) {
    if (await mustAskAgain(shown)) return
    const result = await doneNow(intent, 'clear', ['NO_DATA'], (key) => send(clearBonus, { intent: key }))
    // After a failure too: the games may have been brought back already.
    await moneyMoved()
    if (!result.ok) {
      if (isRefusal(result.failure, 'BONUS_CONDITION') && (await mustAskAgain(shown))) return
      setState(toldActive()?.status === false ? { at: 'over' } : { at: 'failed', failure: result.failure })
      return
    }
    toast.success(clearedText(t, { ...shown, taken: result.answer.taken }, currency))
    onClose()
  }

  if (state.at === 'over') {
    return (
      <Dialog open kind="info" title={t('bonus.over-title')} confirmLabel={t('bonus.ok')} onConfirm={onClose}>
        {t('bonus.over-text')}
      </Dialog>
    )
  }
  const title = t('bonus.cancel-failed')
  if (state.at === 'failed') {
    const { failure } = state
    return (
      <FailureDialog
        title={title}
        failure={failure}
        isNotKnown={isOutcomeUnknown(failure)}
        text={clearFailureText(t, failure)}
        onClose={onClose}
      />
    )
  }
  // What has been sent is answered by its own outcome.
  if (minimum.error instanceof SendFailure && !isClearing) {
    return <FailureDialog title={title} failure={minimum.error.failure} onClose={onClose} />
  }
  const cost = minimum.data
  return (
    <Dialog
      open
      kind="warning"
      danger
      title={t(state.isDearer ? 'bonus.cancel-dearer' : 'bonus.cancel-title')}
      confirmLabel={t('bonus.cancel-confirm')}
      cancelLabel={t('bonus.cancel-back')}
      busy={isClearing}
      confirmDisabled={cost === undefined}
      onConfirm={() => cost && run(() => clear(cost))}
      onCancel={onClose}
    >
      {cost ? <Question cost={cost} currency={currency} /> : <Skeleton />}
    </Dialog>
  )
}

function Question({ cost, currency }: { cost: Cost; currency: string }) {
  const t = useText()
  // One that still waits leaves the games alone, and may be chosen again.
  if (useQuery(activeBonusQuery).data?.state === 'chosen') return t('bonus.cancel-waiting')
  return (
    <>
      <p>{costText(t, cost, currency)}</p>
      <p>{t('bonus.cancel-counts')}</p>
    </>
  )
}

function clearFailureText(t: Text, failure: Failure): string {
  // The codes' own words are about withdrawing, and about money that is back in the wallet.
  return isRefusal(failure, 'TRANSFER_FAIL', 'BONUS_CONDITION')
    ? t('bonus.cancel-games-kept')
    : moneyErrorText(t, failure)
}

function clearedText(t: Text, { status, taken }: Cost, currency: string): string {
  if (taken === undefined) return t(status ? 'bonus.cancelled' : 'bonus.cancelled-see')
  if (taken === 0n) return t('bonus.cancelled')
  return t('bonus.cancelled-taken', { amount: formatMinor(taken), currency })
}

function costText(t: Text, { status, taken }: Cost, currency: string): string {
  if (status || taken === 0n) return t('bonus.cancel-free')
  if (taken === undefined) return t('bonus.cancel-rest')
  return t('bonus.cancel-taken', { amount: formatMinor(taken), currency })
}
