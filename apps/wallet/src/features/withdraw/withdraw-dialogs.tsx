/** The question before a withdrawal, and how it ended. */
import type { AnswerOf } from '@kapao/contract/call'
import type { getWallet } from '@kapao/contract/wallet'
import { formatMinor } from '@kapao/money/format'
import type { Minor } from '@kapao/money/minor'
import { Dialog } from '@kapao/ui/dialog'
import { Money } from '@kapao/ui/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, isRefusal, referenceText } from '../../lib/error-text.ts'
import { useText } from '../../lib/i18n.ts'
import { walletQuery } from '../../lib/member-queries.ts'
import { closeSheet, openStatement } from '../../lib/member-sheets.ts'
import { currencyOf } from '../../lib/region.ts'
import { OwnAccount } from './own-account.tsx'
import type { Withdrawing } from './use-withdraw.ts'
import styles from './withdraw.module.css'
import { keptByGames, type Within } from './withdraw-rules.ts'

type Wallet = AnswerOf<typeof getWallet>

interface WithdrawDialogsProps {
  withdrawing: Withdrawing
  wallet: Wallet
  within: Within
}

export function WithdrawDialogs({ withdrawing, wallet, within }: WithdrawDialogsProps) {
  const t = useText()
  const currency = currencyOf(within.currency)
  const { state, read } = withdrawing
  const label = t(`app.currency-${currency}`)
  const ok = { confirmLabel: t('withdraw.ok'), onConfirm: read }
  const toStatement = { confirmLabel: t('app.statement'), onConfirm: openStatement, onClose: read }
  switch (state.at) {
    case 'confirming':
    case 'sending':
      return (
        <Dialog
          open
          kind="warning"
          title={t('withdraw.confirm-title')}
          confirmLabel={t('withdraw.confirm')}
          onConfirm={() => void withdrawing.confirm()}
          cancelLabel={t('withdraw.back')}
          onCancel={withdrawing.back}
          busy={state.at === 'sending'}
        >
          <div className={styles.question}>
            <Money size="lg" amount={state.amount} currency={label} />
            <OwnAccount account={wallet.bankAccount} />
            <p className={styles.small}>{t('withdraw.confirm-final')}</p>
          </div>
        </Dialog>
      )
    case 'requested':
      return (
        <Dialog open kind="success" title={t('withdraw.requested-title')} {...ok}>
          {t('withdraw.requested', { amount: formatMinor(state.amount), currency: label })}
        </Dialog>
      )
    case 'requested-before':
      return (
        <Dialog open kind="info" title={t('withdraw.before-title')} {...ok}>
          {t('withdraw.before', { amount: formatMinor(state.amount), currency: label })}
        </Dialog>
      )
    case 'unknown':
      return (
        <Dialog
          open
          kind="info"
          title={t('errors.not-known')}
          {...toStatement}
          cancelLabel={t('app.try-again')}
          onCancel={() => void withdrawing.confirm()}
          smallPrint={state.failure && referenceText(t, state.failure)}
        >
          {state.isUnseen ? <p>{t('errors.unreachable')}</p> : null}
          <p>{t('withdraw.unknown')}</p>
        </Dialog>
      )
    case 'refused': {
      const smallPrint = referenceText(t, state.failure)
      if (state.isPerhapsDone) {
        return (
          <Dialog open kind="warning" title={t('errors.not-known')} {...toStatement} smallPrint={smallPrint}>
            {t('errors.perhaps-done')}
          </Dialog>
        )
      }
      return (
        <Dialog open kind="error" title={t('withdraw.refused-title')} {...ok} smallPrint={smallPrint}>
          <div className={styles.told}>
            {isRefusal(state.failure, 'MONEY_NOT_ENOUGH') ? (
              <CollectedLess asked={state.amount} within={within} currency={label} />
            ) : (
              <p>{errorText(t, state.failure, currency)}</p>
            )}
            {isRefusal(state.failure, 'BONUS_CONDITION') ? (
              <a href="/user/bonus" onClick={closeSheet}>
                {t('withdraw.hold-page')}
              </a>
            ) : null}
          </div>
        </Dialog>
      )
    }
    default:
      return null
  }
}

interface CollectedLessProps {
  asked: Minor
  within: Within
  currency: string
}

/**
 * The games were collected before it was judged: they held less than was asked for, or kept some of it. What they kept is told as soon as it is known:
 * by figures from before, or where none come, nothing is claimed.
 */
function CollectedLess({ asked, within, currency }: CollectedLessProps) {
  const t = useText()
  const [openedAtMs] = useState(Date.now)
  const { data: wallet, dataUpdatedAt } = useQuery(walletQuery)
  const { games, now } =
    wallet && dataUpdatedAt >= openedAtMs ? keptByGames(wallet, asked, within) : { games: [], now: null }
  return (
    <>
      <p>{t('withdraw.collected-less')}</p>
      {games.length > 0 ? <p>{t('withdraw.kept-by', { games: games.join(', ') })}</p> : null}
      {now === null ? null : <p>{t('withdraw.now', { amount: formatMinor(now), currency })}</p>}
    </>
  )
}
