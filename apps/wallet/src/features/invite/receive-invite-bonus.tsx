/** The question before the invite bonus goes into the wallet: it brings a condition with it, and says which. */

import { loadState } from '@kapao/browser/load-state'
import { useBusy } from '@kapao/browser/use-busy'
import { receiveInviteBonus } from '@kapao/contract/invite'
import { formatMinor } from '@kapao/money/format'
import { ZERO } from '@kapao/money/minor'
import { Dialog } from '@kapao/ui/dialog'
import { Money } from '@kapao/ui/money'
import { Skeleton } from '@kapao/ui/skeleton'
import { toast } from '@kapao/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { createIntent, doneNow, moneyErrorText } from '../../lib/intent.ts'
import { activeBonusQuery, useCurrencyLabel, useMoneyMoved, walletQuery } from '../../lib/member-queries.ts'
import styles from './invite.module.css'

export function ReceiveInviteBonus({ onClose }: { onClose: () => void }) {
  const t = useText()
  const moneyMoved = useMoneyMoved()
  const wallet = useQuery(walletQuery).data
  const now = wallet?.invite
  const [intent] = useState(() => createIntent('invite-bonus'))
  const [isReceiving, run] = useBusy()
  // What was said yes to stays the question after a lost answer: by then the server may have nothing left to give.
  const [sent, setSent] = useState<typeof now>()
  const invite = sent ?? now
  const active = useQuery(activeBonusQuery)
  // The server would refuse it, and what is received may begin a condition itself. Where that cannot be known the server tells.
  const isBlocked = sent === undefined && active.data?.status === true
  // A reload brings the question back after what it asks about.
  const isNothing = invite !== undefined && invite.amount <= ZERO
  const currency = useCurrencyLabel()

  async function receive() {
    setSent(invite)
    const result = await doneNow(intent, 'invite-bonus', ['NO_INVITE_BONUS', 'INVITE_COLLECT'], (key) =>
      send(receiveInviteBonus, { intent: key }),
    )
    // After a failure too: it may have been received all the same.
    await moneyMoved()
    if (result.ok) {
      const { amount } = result.answer
      toast.success(
        amount === undefined
          ? t('errors.INVITE_BONUS_SUCCESS')
          : t('invite.received', { amount: formatMinor(amount), currency }),
      )
      onClose()
      return
    }
    toast.error(moneyErrorText(t, result.failure, result.isPerhapsDone))
    // A lost answer keeps the question, and with it the intent: where the server knows its key, asking again cannot pay twice.
    if (result.failure.kind === 'refused') onClose()
  }

  return (
    <Dialog
      open
      kind="info"
      title={t('invite.confirm-title')}
      confirmLabel={t('invite.receive')}
      cancelLabel={t('invite.not-now')}
      busy={isReceiving}
      confirmDisabled={
        invite === undefined ||
        isNothing ||
        isBlocked ||
        (sent === undefined && loadState(active) === 'loading')
      }
      onConfirm={() => run(receive)}
      onCancel={onClose}
    >
      {isNothing ? (
        t('invite.confirm-nothing')
      ) : invite ? (
        <div className={styles.part}>
          <Money size="lg" amount={invite.amount} currency={currency} />
          {/* Up to all of the balance with the bonus in it, the goal is reached at once: nothing waits. */}
          {isBlocked ? (
            <p>{t('invite.bonus-active')}</p>
          ) : invite.success > 100 ? (
            <>
              <p>{t('invite.confirm-text')}</p>
              <p>{t('invite.confirm-success', { percent: invite.success })}</p>
              <p>{t('invite.confirm-fail', { percent: invite.fail })}</p>
            </>
          ) : (
            <>
              <p>{t('invite.confirm-free')}</p>
              <p className={styles.muted}>
                {t('invite.confirm-percents', { success: invite.success, fail: invite.fail })}
              </p>
            </>
          )}
        </div>
      ) : (
        <Skeleton />
      )}
    </Dialog>
  )
}
