import { SendFailure } from '@kapao/browser/http'
import { expect, test, vi } from 'vitest'
import { errorText, failureText } from './error-text.ts'
import type { Text } from './i18n.ts'

// As where all texts are loaded.
vi.mock('./i18n.ts', () => ({ isTextKey: () => true }))

const keyOf: Text = (key) => key
const refused = (message: string) => new SendFailure({ kind: 'refused', message })
const said: Text = (key, values) => (key.startsWith('app.') ? key : `${values?.min} to ${values?.max}`)

test.each([
  [60, 'errors.OTP_BLOCK-known 1 min 0 h'],
  [890, 'errors.OTP_BLOCK-known 15 min 0 h'],
  [3600, 'errors.OTP_BLOCK-known 60 min 0 h'],
  [82_900, 'errors.OTP_BLOCK-known 1382 min 24 h'],
  [undefined, 'errors.OTP_BLOCK undefined min undefined h'],
])('how long a phone gets no code is told where it is known (%s)', (retryAfter, words) => {
  const told: Text = (key, values) => `${key} ${values?.minutes} min ${values?.hours} h`
  const failure = { kind: 'refused', message: 'OTP_BLOCK', ...(retryAfter && { retryAfter }) } as const
  expect(errorText(told, failure)).toBe(words)
})

test.each([
  [undefined, '100 app.currency-THB to 50,000.50 app.currency-THB'],
  ['LAK', '100 app.currency-LAK to 50,000.50 app.currency-LAK'],
  [null, '100 to 50,000.50'],
] as const)(
  'the figures of a refusal are written as on the screen, with the currency beside them where it is known (%s)',
  (currency, words) => {
    const failure = { kind: 'refused', message: 'WITHDRAW_LIMIT', min: 100, max: 50_000.5 } as const
    expect(errorText(said, failure, currency)).toBe(words)
  },
)

test.each([
  ['no line', null, 'its own words'],
  ['a fault of ours', new TypeError('oops'), 'its own words'],
  ['a server that broke', refused('INTERNAL_SERVER_ERROR'), 'its own words'],
  ['one that has too much to do', refused('OVERLOADED'), 'its own words'],
  ['an account that is switched off', refused('INACTIVE_USER'), 'errors.INACTIVE_USER'],
  ['a wallet that is not there', refused('NO_WALLET'), 'errors.NO_WALLET'],
])(
  'a place that goes on asking has words of its own, but for a refusal that asking does not change (%s)',
  (_what, thrown, key) => {
    expect(failureText(keyOf, thrown, 'its own words')).toBe(key)
  },
)
