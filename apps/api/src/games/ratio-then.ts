import { Ratio } from '@kapao/money/ratio'

const MILLIONTHS = 1_000_000n

/** A transfer's ratio on its day, which the order itself still says: the operator may have changed it since. */
export function ratioThen(order: { readonly amountMinor: bigint; readonly creditsMinor: bigint }): Ratio {
  return new Ratio((order.amountMinor * MILLIONTHS) / order.creditsMinor)
}
