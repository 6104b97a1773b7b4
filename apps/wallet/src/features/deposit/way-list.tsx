import { TRUELINK_MIN_BAHT } from '@kapao/contract/truelink'
import type { Currency } from '@kapao/contract/values'
import { formatShort } from '@kapao/money/format'
import { Button } from '@kapao/ui/button'
import type { IconName } from '@kapao/ui/icon'
import { EmptyState } from '@kapao/ui/states'
import { useText } from '../../lib/i18n.ts'
import { closeSheet } from '../../lib/member-sheets.ts'
import { ListRow } from '../../ui/list-row.tsx'
import stack from '../../ui/stack.module.css'
import type { DepositWay } from './deposit-ways.ts'
import { qrAmounts } from './qr-amounts.ts'
import { useWayTitle } from './use-qr-title.ts'

function iconOf(key: DepositWay['key']): IconName {
  if (key === 'bank' || key === 'manual') return 'bank'
  if (key === 'slip') return 'image'
  return key === 'truelink' ? 'link' : 'qr'
}

/** Each way with its speed and its minimum. */
export function WayList({
  ways,
  currency,
  onChoose,
}: {
  ways: readonly DepositWay[]
  currency: Currency
  onChoose: (key: DepositWay['key']) => void
}) {
  const t = useText()
  const titleOf = useWayTitle()
  if (ways.length === 0) {
    return (
      <EmptyState
        icon="deposit"
        title={t('deposit.none-title')}
        action={
          <Button variant="secondary" icon="contact" href="/user/contact" onClick={closeSheet}>
            {t('deposit.contact')}
          </Button>
        }
      >
        {t('deposit.none-text')}
      </EmptyState>
    )
  }
  const facts = (way: DepositWay) => {
    const { key } = way
    if (key === 'manual') return t('deposit.speed-staff')
    if (key === 'slip') return t('deposit.facts-slip')
    if (key === 'bank') return `${t('deposit.speed-minute')} · ${t('deposit.no-minimum')}`
    const amount = 'account' in way ? formatShort(qrAmounts(way, currency).minimum) : TRUELINK_MIN_BAHT
    const minimum = t('deposit.minimum', { amount, currency: t(`app.currency-${currency}`) })
    return `${t('deposit.speed-minute')} · ${minimum}`
  }
  return (
    <>
      <p className={stack.muted}>{t('deposit.choose')}</p>
      <ul>
        {ways.map((way) => (
          <li key={way.key}>
            <ListRow
              icon={iconOf(way.key)}
              title={titleOf(way)}
              text={facts(way)}
              onClick={() => onChoose(way.key)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
