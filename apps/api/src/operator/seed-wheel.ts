import { toWire } from '@kapao/money/minor'
import * as v from 'valibot'
import type { Queries } from '../database/database.ts'
import { type Prize, problemOfWheel, sliceJson, type Wheel } from './wheel.ts'

/** One text for all currencies, or one each. */
const words = v.union([v.string(), v.record(v.string(), v.string())])

/** The wheel of regions/<region>.yaml. */
export const wheelEntry = v.object({
  code: v.string(),
  name: v.string(),
  slices: v.array(v.object({ ...sliceJson.entries, label: words, prizeName: words, htmlDescription: words })),
})

type WheelEntry = v.InferOutput<typeof wheelEntry>

function forEach(currencies: readonly string[], text: v.InferOutput<typeof words>) {
  return typeof text === 'string' ? Object.fromEntries(currencies.map((currency) => [currency, text])) : text
}

/** The wheel as the file has it, with every text for every currency. Throws when it cannot be spun. */
export function wheelOf(entry: WheelEntry, currencies: readonly string[]): Wheel {
  const wheel = {
    ...entry,
    slices: entry.slices.map((slice) => ({
      ...slice,
      label: forEach(currencies, slice.label),
      prizeName: forEach(currencies, slice.prizeName),
      htmlDescription: forEach(currencies, slice.htmlDescription),
    })),
  }
  const problem = problemOfWheel(wheel, currencies)
  if (problem !== null) throw new Error(`wheel ${entry.code}: ${problem}`)
  return wheel
}

function written(amount: Extract<Prize, { amount: object }>['amount']) {
  return Object.fromEntries(Object.entries(amount).map(([currency, one]) => [currency, toWire(one)]))
}

/** What of a prize stands in columns of its own. */
function columnsOf(one: Prize) {
  return [
    one.kind,
    JSON.stringify('amount' in one ? written(one.amount) : {}),
    one.kind === 'coins' ? one.coins : null,
    one.kind === 'bonus' ? one.successPercent : null,
    one.kind === 'bonus' ? one.failPercent : null,
    one.kind === 'none' ? null : one.validHours,
  ]
}

/** Shows a new wheel. One that is there already, or another that is shown, stays as it is. */
export async function seedWheel(
  tx: Queries,
  entry: WheelEntry,
  currencies: readonly string[],
): Promise<void> {
  const { code, name, slices } = wheelOf(entry, currencies)
  const added = await tx.query(
    'insert into wheel (code, name) values ($1, $2) on conflict do nothing returning code',
    [code, name],
  )
  if (added.length === 0) return
  for (const [position, slice] of slices.entries()) {
    await tx.query(
      `insert into wheel_slice (wheel_code, code, label, prize_name, html_description, bg_color, text_color, weight, position,
         kind, amount, coins, success_percent, fail_percent, valid_hours)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
      [
        code,
        slice.code,
        JSON.stringify(slice.label),
        JSON.stringify(slice.prizeName),
        JSON.stringify(slice.htmlDescription),
        slice.bgColor,
        slice.textColor,
        slice.weight,
        position,
        ...columnsOf(slice.prize),
      ],
    )
  }
}
