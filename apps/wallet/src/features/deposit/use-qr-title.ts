import { useBankName } from '../../lib/bank-name.ts'
import { useText } from '../../lib/i18n.ts'
import { region } from '../../lib/region.ts'
import type { DepositWay, QrDeposit } from './deposit-ways.ts'

/** A code by its provider; in Laos by the bank that stands behind it, since the wire's providers are Thai (docs/decisions/laos-qr.md). */
export function useQrTitle(): (way: QrDeposit) => string {
  const t = useText()
  const bankName = useBankName()
  return ({ key, account }) =>
    region.key === 'la'
      ? t('deposit.way-lao-qr', { bank: bankName('', account.bank) || account.bankAccountName })
      : t(`deposit.way-${key}`)
}

/** A way by the name that the list of them gives it. */
export function useWayTitle(): (way: DepositWay) => string {
  const t = useText()
  const qrTitle = useQrTitle()
  return (way) => ('account' in way ? qrTitle(way) : t(`deposit.way-${way.key}`))
}
