import type { AnswerOf } from '@kapao/contract/call'
import type { getWallet } from '@kapao/contract/wallet'
import { parseAmountIn } from '@kapao/money/currency'
import { formatMinor, formatShort } from '@kapao/money/format'
import { classes } from '@kapao/ui/classes'
import { Money } from '@kapao/ui/money'
import { type ActiveBonus, isHolding } from '../../lib/condition.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { currencyOf } from '../../lib/region.ts'
import type { GamesAsked } from '../../lib/use-games-asked.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { BonusHold } from './bonus-hold.tsx'
import { OwnAccount } from './own-account.tsx'
import styles from './withdraw.module.css'
import {
  everything,
  isBeyondKnown,
  isCapped,
  isHeldBack,
  type Problem,
  type Within,
} from './withdraw-rules.ts'

interface WithdrawFieldsProps {
  wallet: AnswerOf<typeof getWallet>
  active: ActiveBonus | undefined
  within: Within
  asked: GamesAsked
  typed: string
  problem: Problem | null
  /** The games are being asked again. */
  isBusy: boolean
  onChange: (typed: string) => void
}

export function WithdrawFields(props: WithdrawFieldsProps) {
  const { wallet, active, within, asked, typed, problem, isBusy, onChange } = props
  const t = useText()
  const { total } = within
  const all = everything(within)
  const currency = t(`app.currency-${currencyOf(within.currency)}`)
  return (
    <div className={styles.fields}>
      {active && isHolding(active) ? <BonusHold active={active} currency={currency} /> : null}
      <dl className={styles.balances}>
        <div>
          <dt>{t('withdraw.in-wallet')}</dt>
          <dd>
            <Money amount={wallet.wallet.amount} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>{t('withdraw.in-all')}</dt>
          <dd>
            <Money amount={total} currency={currency} />
          </dd>
        </div>
      </dl>
      <AmountField
        label={t('withdraw.amount')}
        currency={within.currency}
        currencyLabel={currency}
        value={typed}
        hint={hintText(t, typed, within)}
        error={problemText(t, problem, within)}
        maximum={{ label: t('withdraw.all'), amount: all }}
        busy={isBusy}
        disabled={isHeldBack(active)}
        onChange={onChange}
      />
      {wallet.bankAccount.bankAccountNo === '' ? null : (
        <section className={styles.account}>
          <p className={styles.muted}>{t('withdraw.to-account')}</p>
          <OwnAccount account={wallet.bankAccount} />
        </section>
      )}
      {total > wallet.wallet.amount ? <p className={styles.muted}>{t('withdraw.games-first')}</p> : null}
      <p className={classes(styles.muted, styles.games)} role="status">
        {asked.isAsking || isBusy
          ? t('withdraw.asking')
          : asked.silent.length > 0
            ? t(asked.isOutOfReach ? 'withdraw.not-asked' : 'withdraw.in-part')
            : null}
      </p>
    </div>
  )
}

function hintText(t: Text, typed: string, within: Within): string | undefined {
  const { limits } = within
  const currency = t(`app.currency-${currencyOf(within.currency)}`)
  if (isBeyondKnown(typed, within)) return t('withdraw.beyond')
  if (limits === null) return undefined
  const all = everything(within)
  if (limits.withdrawMin === limits.withdrawMax)
    return t('withdraw.limits-one', { amount: formatShort(limits.withdrawMax), currency })
  return isCapped(within) && parseAmountIn(within.currency, typed) === all
    ? t('withdraw.capped', { amount: formatShort(all), currency })
    : t('withdraw.limits', {
        min: formatShort(limits.withdrawMin),
        max: formatShort(limits.withdrawMax),
        currency,
      })
}

function problemText(t: Text, problem: Problem | null, within: Within): string | null {
  const { limits } = within
  const currency = t(`app.currency-${currencyOf(within.currency)}`)
  switch (problem) {
    case null:
      return null
    case 'unreadable':
      return t(within.currency === 'LAK' ? 'withdraw.whole' : 'withdraw.unreadable')
    case 'minimum':
    case 'under-minimum':
      return limits
        ? t(`withdraw.${problem}`, { amount: formatShort(limits.withdrawMin), currency })
        : t('withdraw.minimum-unknown')
    case 'maximum':
      return t('withdraw.maximum', { amount: limits ? formatShort(limits.withdrawMax) : '', currency })
    case 'not-enough':
      return t('withdraw.not-enough', { amount: formatMinor(everything(within)), currency })
  }
}
