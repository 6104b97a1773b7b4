import { formatShort } from '@kapao/money/format'
import { Money } from '@kapao/ui/money'
import { useText } from '../../lib/i18n.ts'
import type { Coupon } from './spin-queries.ts'

/** Coins are counted, money is money. Of a coupon that does not say what it is, another server's, it is a bare number, and none where it is none of anything. */
export function CouponAmount({ coupon, currency }: { coupon: Coupon; currency: string }) {
  const t = useText()
  if (coupon.kind === 'coins') return t('spin.amount-coins', { coins: String(coupon.amount / 100n) })
  if (coupon.kind === undefined) return coupon.amount > 0n ? formatShort(coupon.amount) : null
  return <Money amount={coupon.amount} currency={currency} />
}
