import { WHEEL_MAX_SLICES, WHEEL_MIN_SLICES } from '@kapao/contract/spinwheel'
import { fromWire } from '@kapao/money/minor'
import type { Queries } from '../database.ts'
import { contrastOf } from './contrast.ts'

type ByCurrency<T> = Readonly<Record<string, T>>

export type Prize =
  | { readonly kind: 'none' }
  | { readonly kind: 'coins'; readonly coins: number; readonly validHours: number }
  | { readonly kind: 'money'; readonly amount: ByCurrency<number>; readonly validHours: number }
  | {
      readonly kind: 'bonus'
      readonly amount: ByCurrency<number>
      readonly successPercent: number
      readonly failPercent: number
      readonly validHours: number
    }

/** A slice as the operator drew it. Texts and amounts (in whole units) are by the member's currency. */
export interface Slice {
  readonly code: string
  readonly label: ByCurrency<string>
  readonly prizeName: ByCurrency<string>
  readonly htmlDescription: ByCurrency<string>
  readonly bgColor: string
  readonly textColor: string
  readonly weight: number
  readonly prize: Prize
}

export interface Wheel {
  readonly code: string
  readonly name: string
  readonly slices: readonly Slice[]
}

/** What WCAG asks of text of any size. */
const LEAST_CONTRAST = 4.5
const MOST_WEIGHT = 1_000_000
/** Ten years: a date beyond all calendars would make every spin that wins it fail. */
const MOST_HOURS = 87_600

function problemOfSlice(slice: Slice, currencies: readonly string[]): string | null {
  const { weight, prize } = slice
  if (!Number.isInteger(weight) || weight < 1 || weight > MOST_WEIGHT) return `weight ${weight}`
  if (contrastOf(slice.bgColor, slice.textColor) < LEAST_CONTRAST) {
    return `${slice.textColor} cannot be read on ${slice.bgColor}`
  }
  if (prize.kind !== 'none' && prize.validHours > MOST_HOURS) return `valid for ${prize.validHours} hours`
  for (const currency of currencies) {
    for (const text of [slice.label, slice.prizeName, slice.htmlDescription]) {
      if (!text[currency]) return `a text is missing for ${currency}`
    }
    if (prize.kind !== 'money' && prize.kind !== 'bonus') continue
    const amount = fromWire(prize.amount[currency] ?? 0)
    if (amount === null || amount <= 0n) return `no amount for ${currency}`
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

interface SliceRow extends Omit<Slice, 'prize'> {
  readonly kind: Prize['kind']
  readonly amount: ByCurrency<number>
  readonly coins: number | null
  readonly successPercent: number | null
  readonly failPercent: number | null
  readonly validHours: number | null
}

/** The table's constraints say what each kind has, so no zero is ever taken. */
function prizeOf(row: SliceRow): Prize {
  const { kind, amount } = row
  const validHours = row.validHours ?? 0
  if (kind === 'none') return { kind }
  if (kind === 'coins') return { kind, coins: row.coins ?? 0, validHours }
  if (kind === 'money') return { kind, amount, validHours }
  const { successPercent, failPercent } = row
  return { kind, amount, successPercent: successPercent ?? 0, failPercent: failPercent ?? 0, validHours }
}

/** The wheel that is shown; null when there is none. One that cannot be spun is told to `onProblem`, and there is none. */
export async function readWheel(
  queries: Queries,
  currencies: readonly string[],
  onProblem: (problem: Error) => void,
): Promise<Wheel | null> {
  const [row] = await queries.query<{ code: string; name: string }>(
    'select code, name from wheel where is_active',
  )
  if (!row) return null
  const slices = await queries.query<SliceRow>(
    `select code, label, prize_name, html_description, bg_color, text_color, weight, kind, amount, coins,
       success_percent, fail_percent, valid_hours
     from wheel_slice where wheel_code = $1 and not is_withdrawn order by position, code`,
    [row.code],
  )
  const wheel = {
    ...row,
    slices: slices.map((slice) => ({
      code: slice.code,
      label: slice.label,
      prizeName: slice.prizeName,
      htmlDescription: slice.htmlDescription,
      bgColor: slice.bgColor,
      textColor: slice.textColor,
      weight: slice.weight,
      prize: prizeOf(slice),
    })),
  }
  const problem = problemOfWheel(wheel, currencies)
  if (problem === null) return wheel
  onProblem(new Error(`wheel ${row.code} is not shown: ${problem}`))
  return null
}
