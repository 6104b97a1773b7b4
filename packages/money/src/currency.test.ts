import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAmountIn, roundDownToCoin, roundUpToCoin, toTypedText } from './currency.ts'
import { fromMinorUnits, LARGEST_AMOUNT, shareOf, smaller } from './minor.ts'

const amounts = fc.bigInt({ min: 0n, max: 10n ** 12n }).map(fromMinorUnits)
const percents = fc.integer({ min: 0, max: 200 })

describe('a share that is handed out', () => {
  it('in kip is whole, never more than the share, and less than a kip below it', () => {
    fc.assert(
      fc.property(amounts, percents, (amount, percent) => {
        const share = shareOf(amount, percent)
        const given = roundDownToCoin(share, 'LAK')
        expect(given % 100n).toBe(0n)
        expect(given <= share && share - given < 100n).toBe(true)
      }),
    )
  })

  it('as a goal in kip is whole, never less than the share, and less than a kip above it', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const told = roundUpToCoin(amount, 'LAK')
        expect(told % 100n).toBe(0n)
        expect(told >= amount && told - amount < 100n).toBe(true)
      }),
    )
  })

  it('in baht keeps its satang, under either name', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(roundUpToCoin(amount, 'THB')).toBe(amount)
        expect(roundDownToCoin(amount, 'THB')).toBe(amount)
        expect(roundDownToCoin(amount, 'BAHT')).toBe(amount)
      }),
    )
  })

  it('in parts never sums to more than the whole', () => {
    fc.assert(
      fc.property(fc.array(amounts, { maxLength: 20 }), fc.constantFrom('LAK', 'THB'), (parts, currency) => {
        const whole = fromMinorUnits(parts.reduce<bigint>((sum, part) => sum + part, 0n))
        const given = parts.reduce<bigint>((sum, part) => sum + roundDownToCoin(part, currency), 0n)
        expect(given <= whole).toBe(true)
      }),
    )
  })
})

describe('an amount that is put into a field', () => {
  it('is written as one types it: baht with satang, kip without decimals', () => {
    expect(toTypedText('THB', fromMinorUnits(50_000n))).toBe('500.00')
    expect(toTypedText('BAHT', fromMinorUnits(50_000n))).toBe('500.00')
    expect(toTypedText('LAK', fromMinorUnits(50_000_000n))).toBe('500000')
    expect(toTypedText('LAK', fromMinorUnits(0n))).toBe('0')
  })

  it('is read back as the same', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom('LAK', 'THB', 'BAHT'), (amount, currency) => {
        const coins = roundDownToCoin(smaller(amount, LARGEST_AMOUNT), currency)
        expect(parseAmountIn(currency, toTypedText(currency, coins))).toBe(coins)
      }),
    )
  })

  it('is refused and not rounded where no coin can pay it', () => {
    expect(parseAmountIn('LAK', toTypedText('LAK', fromMinorUnits(1_050n)))).toBeNull()
  })
})
