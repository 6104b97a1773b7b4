import { fromWire, LARGEST_WIRE_AMOUNT, type Minor } from '@kapao/money/minor'
import * as v from 'valibot'

/**
 * A refusal on its way out of a request: thrown by rules, turned into `{code, message}` in one place. Nothing has been
 * changed when it is thrown.
 */
export class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export function parseInput<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, input)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const path = v.getDotPath(issue)
  throw new Refused(400, 'BAD_REQUEST', path ? `${path}: ${issue.message}` : issue.message)
}

/** A JSON number of money with at most two decimals, either sign, as minor units. */
export const anyAmount = v.pipe(
  v.number('an amount is a JSON number'),
  v.rawTransform<number, Minor>(({ dataset, addIssue, NEVER }) => {
    const amount = fromWire(dataset.value)
    if (amount !== null && Math.abs(dataset.value) <= LARGEST_WIRE_AMOUNT) return amount
    addIssue({ message: 'an amount has at most two decimals and is at most 100,000,000' })
    return NEVER
  }),
)

export const positiveAmount = v.pipe(
  anyAmount,
  v.check((amount) => amount > 0n, 'an amount is above zero'),
)

export const identifier = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_.:-]{1,100}$/, 'an id is 1 to 100 letters, digits and _.:-'),
)
export const bankCode = v.pipe(
  v.string(),
  v.regex(/^[A-Z0-9]{2,12}$/, 'a bank code is 2 to 12 of A-Z and 0-9'),
)
export const bankAccountNo = v.pipe(v.string(), v.regex(/^\d{6,20}$/, 'an account number is 6 to 20 digits'))
const bankAccountName = v.pipe(
  v.string(),
  v.trim(),
  v.regex(
    /^[^|\p{Cc}]{1,120}$/u,
    'an account name is 1 to 120 characters, none of them | or a control character',
  ),
)
export const currency = v.picklist(['THB', 'LAK', 'BAHT'], 'a currency is THB, LAK or BAHT')

export const account = v.object({ bankCode, bankAccountNo })
export const namedAccount = v.object({ bankCode, bankAccountNo, bankAccountName })

export type Account = v.InferOutput<typeof account>
export type NamedAccount = v.InferOutput<typeof namedAccount>
export type Currency = v.InferOutput<typeof currency>

export const username = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'a username is 1 to 64 letters, digits, _ and -'),
)
export const password = v.pipe(v.string(), v.minLength(1), v.maxLength(128))

/** How any list of ours is read on: from a cursor, so many at a time. */
export const listQuery = v.object({
  after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'a cursor is a whole number')), '0'),
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number), v.minValue(1), v.maxValue(1000)),
    '100',
  ),
})
