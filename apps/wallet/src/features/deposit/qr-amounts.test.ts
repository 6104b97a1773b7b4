import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Currency } from '@kapao/contract/values'
import { formatMinor } from '@kapao/money/format'
import { fromMinorUnits } from '@kapao/money/minor'
import { describe, expect, it } from 'vitest'
import { qrAmounts } from './qr-amounts.ts'

describe('the amounts of a code', () => {
  const shown = (currency: Currency) =>
    (['KBANK', 'WW', 'PAYTIMZ'] as const).map((provider) => {
      const { minimum, quick } = qrAmounts({ key: provider, account: {} }, currency)
      return [minimum, ...quick].map((amount) => formatMinor(amount).replace(/\.00$/, ''))
    })

  it.each(['THB', 'BAHT'] as const)('in %s are those of the specification', (currency) => {
    expect(shown(currency)).toEqual([
      ['1', '10', '20', '50', '100', '500', '1,000'],
      ['100', '100', '200', '300', '500', '1,000'],
      ['10', '10', '50', '100', '500', '1,000'],
    ])
  })

  it('are of no less than the operator’s own minimum', () => {
    const minDeposit = fromMinorUnits(5_000n)
    const { minimum, quick } = qrAmounts({ key: 'KBANK', account: { minDeposit } }, 'THB')
    expect([minimum, ...quick]).toEqual([5_000n, 5_000n, 10_000n, 50_000n, 100_000n])
  })

  it('in kip are a thousand times as much', () => {
    expect(shown('LAK')).toEqual([
      ['1,000', '10,000', '20,000', '50,000', '100,000', '500,000', '1,000,000'],
      ['100,000', '100,000', '200,000', '300,000', '500,000', '1,000,000'],
      ['10,000', '10,000', '50,000', '100,000', '500,000', '1,000,000'],
    ])
  })

  it.each([
    ['th', 'THB'],
    ['la', 'LAK'],
    ['la', 'BAHT'],
  ] as const)('ask in %s for no less %s than the server takes', (region, currency) => {
    const file = join(import.meta.dirname, '..', '..', '..', '..', 'api', 'regions', `${region}.yaml`)
    const minimums = /qrMin:\n((?: {4}.*\n)+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
    for (const provider of ['KBANK', 'WW', 'PAYTIMZ'] as const) {
      const server = new RegExp(`${provider}: \\{.*\\b${currency}: (\\d+)`).exec(minimums)?.[1]
      expect(
        formatMinor(qrAmounts({ key: provider, account: {} }, currency).minimum).replace(/,|\.00$/g, ''),
      ).toBe(server)
    }
  })
})
