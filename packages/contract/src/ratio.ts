import { Ratio, ratioFromWire } from '@kapao/money/ratio'
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

/** Of a game account that is not open yet: it holds nothing that a ratio could make anything of. */
export const NO_RATIO = /* @__PURE__ */ new Ratio(1_000_000n)
