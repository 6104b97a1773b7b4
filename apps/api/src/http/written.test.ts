import { toJson } from '@kapao/contract/json'
import { fromMinorUnits, type Minor } from '@kapao/money/minor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowWriter, writeAnswer } from './written.ts'

const minor = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((units): Minor => fromMinorUnits(units))
const same = fc.record({ code: fc.string(), web: fc.option(fc.string()), 'a "name"': fc.string() })
const own = fc.record({ amount: minor, isActive: fc.boolean() })

describe('an answer with written rows', () => {
  it('says what it would say had its rows been objects, whatever stands in them', () => {
    fc.assert(
      fc.property(same, fc.array(own, { minLength: 1 }), minor, (facts, owns, total) => {
        const write = rowWriter(facts)
        const answer = { total, note: undefined, rows: owns.map((one) => write(one)), after: { total } }
        const plain = { total, rows: owns.map((one) => ({ ...one, ...facts })), after: { total } }
        expect(JSON.parse(writeAnswer(answer))).toEqual(JSON.parse(toJson(plain)))
      }),
    )
  })

  it('says of a list without rows that it has none', () => {
    expect(writeAnswer({ rows: [], total: 1 })).toBe('{"rows":[],"total":1}')
  })
})
