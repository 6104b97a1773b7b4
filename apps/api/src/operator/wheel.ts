import { WHEEL_MAX_SLICES, WHEEL_MIN_SLICES } from '@kapao/contract/spinwheel'
import { money } from '@kapao/contract/values'
import { ZERO } from '@kapao/money/minor'
import * as v from 'valibot'
import type { Queries } from '../database/database.ts'
import { contrastOf } from './contrast.ts'

/** What WCAG asks of text of any size. */
const LEAST_CONTRAST = 4.5
const MOST_WEIGHT = 1_000_000
/** Ten years: a date beyond all calendars would make every spin that wins it fail. */
const MOST_HOURS = 87_600

const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(1))
const validHours = v.pipe(wholeNumber, v.maxValue(MOST_HOURS))
/** By the member's currency, in whole units as the operator writes them. */
const amount = v.record(v.string(), money)
const texts = v.record(v.string(), v.string())

const prize = v.variant('kind', [
  v.object({ kind: v.literal('none') }),
  v.object({ kind: v.literal('coins'), coins: wholeNumber, validHours }),
  v.object({ kind: v.literal('money'), amount, validHours }),
  v.object({
    kind: v.literal('bonus'),
    amount,
    successPercent: wholeNumber,
    failPercent: v.pipe(v.number(), v.integer(), v.minValue(0)),
    validHours,
  }),
])

/** A slice as the operator drew it. Texts are by the member's currency. */
export const sliceJson = v.object({
  code: v.string(),
  label: texts,
  prizeName: texts,
  htmlDescription: texts,
  bgColor: v.string(),
  textColor: v.string(),
  weight: v.pipe(wholeNumber, v.maxValue(MOST_WEIGHT)),
  prize,
})

export type Prize = v.InferOutput<typeof prize>
export type Slice = v.InferOutput<typeof sliceJson>

export interface Wheel {
  readonly code: string
  readonly name: string
  readonly slices: readonly Slice[]
}

function problemOfSlice(slice: Slice, currencies: readonly string[]): string | null {
  const { bgColor, textColor, prize: won } = slice
  if (contrastOf(bgColor, textColor) < LEAST_CONTRAST) return `${textColor} cannot be read on ${bgColor}`
  for (const currency of currencies) {
    for (const text of [slice.label, slice.prizeName, slice.htmlDescription]) {
      if (!text[currency]) return `a text is missing for ${currency}`
    }
    if ('amount' in won && (won.amount[currency] ?? ZERO) <= ZERO) return `no amount for ${currency}`
  }
  return null
}

/** Why a wheel cannot be spun, in words for the operator; null when it can. */
export function problemOfWheel({ slices }: Wheel, currencies: readonly string[]): string | null {
  if (slices.length < WHEEL_MIN_SLICES || slices.length > WHEEL_MAX_SLICES) return `${slices.length} slices`
  if (new Set(slices.map((slice) => slice.code)).size < slices.length) return 'a code is there twice'
  for (const slice of slices) {
    const problem = problemOfSlice(slice, currencies)
    if (problem) return `slice ${slice.code}: ${problem}`
  }
  return null
}

/** The wheel that is shown; null when there is none. One that cannot be read or spun is told to `onProblem`, and there is none. */
export async function readWheel(
  queries: Queries,
  currencies: readonly string[],
  onProblem: (problem: Error) => void,
): Promise<Wheel | null> {
  const [row] = await queries.query<{ code: string; name: string }>(
    'select code, name from wheel where is_active',
  )
  if (!row) return null
  const rows = await queries.query<{ code: string }>(
    `select code, label, prize_name, html_description, bg_color, text_color, weight, kind, amount, coins,
       success_percent, fail_percent, valid_hours
     from wheel_slice where wheel_code = $1 and not is_withdrawn order by position, code`,
    [row.code],
  )
  const refuse = (problem: string) => {
    onProblem(new Error(`wheel ${row.code} is not shown: ${problem}`))
    return null
  }
  const slices: Slice[] = []
  for (const one of rows) {
    // What it brings stands in columns beside the others.
    const read = v.safeParse(sliceJson, { ...one, prize: one })
    if (!read.success) {
      const [issue] = read.issues
      return refuse(`slice ${one.code}: ${v.getDotPath(issue)}: ${issue.message}`)
    }
    slices.push(read.output)
  }
  const wheel = { ...row, slices }
  const problem = problemOfWheel(wheel, currencies)
  return problem === null ? wheel : refuse(problem)
}
