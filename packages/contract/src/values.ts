import { fromAnswer, fromWire, LARGEST_AMOUNT, type Minor } from '@kapao/money/minor'
import * as v from 'valibot'

// @__NO_SIDE_EFFECTS__
function amountBy(read: (value: number) => Minor | null) {
  return v.rawTransform<number, Minor>(({ dataset, addIssue, NEVER }) => {
    const amount = read(dataset.value)
    if (amount !== null) return amount
    addIssue({ message: 'not an amount of money' })
    return NEVER
  })
}

/** Money in an answer: a JSON number with at most two decimals, whatever noise is behind them, in and out as minor units. May be negative or zero. */
export const money = /* @__PURE__ */ v.pipe(v.number(), amountBy(fromAnswer))

/** Money in a request: exactly so, not below zero, and no more than any call may name. A call's own minimum is a rule, judged by its handler. */
export const requestedMoney = /* @__PURE__ */ v.pipe(
  v.number(),
  amountBy(fromWire),
  v.check((amount) => amount >= 0n, 'below zero'),
  v.check((amount) => amount <= LARGEST_AMOUNT, 'more than a call may name'),
)

/** Currencies as the wire names them: BAHT is the baht of an account in Laos. */
export const currencies = ['THB', 'LAK', 'BAHT'] as const
export type Currency = (typeof currencies)[number]

export const html = /* @__PURE__ */ v.string()
export const banner = /* @__PURE__ */ v.object({
  image: v.fallback(v.string(), ''),
  html: v.fallback(html, ''),
})
/**
 * The wire's times are in UTC: one without a zone is, too. Another server may leave out seconds that are none, and an offset's minutes, which
 * browsers cannot read.
 */
const inUtc = (time: string) =>
  time.replace(
    /[T ](\d\d:\d\d)(:[\d.]+)? ?(?:Z|([+-]\d\d):?(\d\d)?)?$/,
    (_time, clock, seconds = ':00', hours, minutes = '00') =>
      `T${clock}${seconds}${hours ? `${hours}:${minutes}` : 'Z'}`,
  )
export const timestamp = /* @__PURE__ */ v.pipe(v.string(), v.transform(inUtc), v.isoTimestamp())

/** `{page, limit}`: page from 1, limit 1 to 100, newest first. */
export const pageRequest = /* @__PURE__ */ v.object({
  page: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
})

/**
 * What another server may leave out or know nothing of: anything else under that name, null too, is as if it were not there, and takes
 * nothing of the answer with it.
 */
// @__NO_SIDE_EFFECTS__
export function extra<const S extends v.GenericSchema>(schema: S) {
  return v.fallback(v.optional(schema), undefined)
}

/** What every server says, of which another may have a kind that is not known here: then it is left unsaid. */
// @__NO_SIDE_EFFECTS__
export function known<const Options extends readonly string[]>(options: Options) {
  const kinds: v.GenericSchema<Options[number], Options[number] | undefined> = v.picklist(options)
  return v.fallback(kinds, undefined)
}

/** Words beside what counts, which another server may leave out: anything else under that name is no words. */
export const words = /* @__PURE__ */ v.fallback(v.optional(v.string(), ''), '')

/** Rows of a list: one that cannot be read is left out, and takes none of the others with it. An empty list may be written as null. */
// @__NO_SIDE_EFFECTS__
export function rows<const Row extends v.GenericSchema>(row: Row): v.ArraySchema<Row, undefined> {
  return readable(row, 0)
}

/** Rows that are all that was asked for: where none of them can be read it is no answer, since an empty list says that there is nothing. */
// @__NO_SIDE_EFFECTS__
export function rowsAlone<const Row extends v.GenericSchema>(row: Row): v.ArraySchema<Row, undefined> {
  return readable(row, 1)
}

// @__NO_SIDE_EFFECTS__
function readable<const Row extends v.GenericSchema>(
  row: Row,
  atLeast: number,
): v.ArraySchema<Row, undefined> {
  const all = v.array(row)
  return {
    ...all,
    '~run'(dataset, config) {
      const value = dataset.value ?? []
      const read = Array.isArray(value) ? value.filter((one) => v.is(row, one)) : []
      const isRead = Array.isArray(value) && read.length >= Math.min(atLeast, value.length)
      return all['~run'](isRead ? { value: read } : dataset, config)
    },
  }
}

export const succeeded = /* @__PURE__ */ v.object({ message: v.literal('SUCCESS') })

/** The unknown outcome of a transfer: accepted, and still being asked for at the provider (HTTP 202). */
export const succeededOrInProgress = /* @__PURE__ */ v.object({
  message: v.literal('SUCCESS'),
  status: extra(v.literal('IN_PROGRESS')),
  // Ours: what really moved, where the other side took or gave less than was asked for.
  amount: extra(money),
})
