import { type Ratio, ratioFromWire } from '@kapao/money/ratio'
import * as v from 'valibot'

/** ftWalletSlot: what one credit is worth in the wallet's currency. */
export const ratio = /* @__PURE__ */ v.pipe(
  v.number(),
  v.rawTransform<number, Ratio>(({ dataset, addIssue, NEVER }) => {
    const value = ratioFromWire(dataset.value)
    if (value !== null) return value
    addIssue({ message: 'not a ratio' })
    return NEVER
  }),
)
