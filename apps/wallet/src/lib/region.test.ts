import { describe, expect, it } from 'vitest'
import { currencyOf, regionOf } from './region.ts'

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

  it.each([
    ['th', 'THB', 'THB'],
    ['th', 'BAHT', 'THB'],
    ['th', undefined, 'THB'],
    ['la', 'LAK', 'LAK'],
    ['la', 'BAHT', 'BAHT'],
    // A server may name it as the Thai build's does: taken for kip, it would be money in another currency.
    ['la', 'THB', 'BAHT'],
    ['la', undefined, 'LAK'],
    ['la', 'USD', 'LAK'],
  ])('in %s an account in %s is in %s', (key, named, currency) => {
    expect(currencyOf(named, regionOf(key))).toBe(currency)
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
