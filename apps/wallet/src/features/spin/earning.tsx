import { formatShort } from '@kapao/money/format'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../lib/i18n.ts'
import { walletQuery } from '../../lib/member-queries.ts'
import { currencyOf } from '../../lib/region.ts'
import styles from './spin.module.css'
import type { Wheel } from './spin-machine.ts'

/** What earns a coin, where the server says it: who deposits less than that would wait for one in vain. */
export function Earning({ each, perDay, left }: NonNullable<Wheel['earning']>) {
  const t = useText()
  const wallet = useQuery(walletQuery).data
  if (!wallet) return null
  const currency = t(`app.currency-${currencyOf(wallet.wallet.currency)}`)
  return (
    <p className={styles.earning}>
      {left === 0
        ? t('spin.day-full')
        : [
            t('spin.earning', { amount: formatShort(each), currency }),
            left === undefined ? t('spin.per-day', { count: perDay }) : t('spin.left-today', { count: left }),
          ].join(' ')}
    </p>
  )
}
