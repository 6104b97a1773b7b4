import { Money } from '@kapao/ui/money'
import { useText } from '../../lib/i18n.ts'
import type { Coupon } from './spin-queries.ts'

/** Coins are counted, money is money. */
export function CouponAmount({ coupon, currency }: { coupon: Coupon; currency: string }) {
  const t = useText()
  if (coupon.kind === 'coins') return t('spin.amount-coins', { coins: String(coupon.amount / 100n) })
  return <Money amount={coupon.amount} currency={currency} />
}
