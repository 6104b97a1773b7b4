import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatMinor } from '@kapao/money/format'
import { describe, expect, it } from 'vitest'
import { type Currency, qrAmounts, regionOf } from './region.ts'

const laos = regionOf('la')
const thailand = regionOf('th')

describe('the two builds', () => {
  it('begin in the language of their country, Thailand where nothing is said', () => {
    expect([laos.defaultLocale, thailand.defaultLocale]).toEqual(['la', 'th'])
    expect(regionOf(undefined)).toBe(thailand)
  })

  it('offer kip first and baht beside it in Laos, and no choice in Thailand', () => {
    expect(laos.currencies).toEqual(['LAK', 'BAHT'])
    expect(thailand.currencies).toEqual(['THB'])
  })

  it('want English names at three Thai banks, and at none in Laos', () => {
    expect(thailand.englishNameBanks).toEqual(['KTB', 'TMB', 'BBL'])
    expect(laos.englishNameBanks).toEqual([])
  })

  it.each([
    ['th', '0812345678', true],
    ['th', '02055512345', false],
    ['la', '02055512345', true],
    ['la', '0305551234', true],
    ['la', '0812345678', false],
    ['la', '0205551234', false],
  ])('in %s %s is a phone number: %s', (key, phone, isOne) => {
    expect(regionOf(key).phone.test(phone)).toBe(isOne)
  })
})

describe('the amounts of a code', () => {
  const shown = (currency: Currency) =>
    (['KBANK', 'WW', 'PAYTIMZ'] as const).map((provider) => {
      const { minimum, quick } = qrAmounts(provider, currency)
      return [minimum, ...quick].map((amount) => formatMinor(amount).replace(/\.00$/, ''))
    })

  it.each(['THB', 'BAHT'] as const)('in %s are those of the specification', (currency) => {
    expect(shown(currency)).toEqual([
      ['1', '10', '20', '50', '100', '500', '1,000'],
      ['100', '100', '200', '300', '500', '1,000'],
      ['10', '10', '50', '100', '500', '1,000'],
    ])
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
    const file = join(import.meta.dirname, '..', '..', '..', 'api', 'regions', `${region}.yaml`)
    const minimums = /qrMin:\n((?: {4}.*\n)+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
    for (const provider of ['KBANK', 'WW', 'PAYTIMZ'] as const) {
      const server = new RegExp(`${provider}: \\{.*\\b${currency}: (\\d+)`).exec(minimums)?.[1]
      expect(formatMinor(qrAmounts(provider, currency).minimum).replace(/,|\.00$/g, '')).toBe(server)
    }
  })
})
