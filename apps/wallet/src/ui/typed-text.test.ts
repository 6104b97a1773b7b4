import { parseAmount } from '@kapao/money/format'
import { describe, expect, it } from 'vitest'
import { cleanAmount, codeIn, thousandsOf } from './typed-text.ts'

/** Presses the keys one after another, as a phone does. */
function press(keys: string): string {
  let text = ''
  for (const key of keys) text = cleanAmount(text + key, text)
  return text
}

describe('typing an amount key by key', () => {
  it.each([
    ['1234.5', '1234.5'],
    ['1,234.50', '1,234.50'],
    ['10,5', '10,5'],
    ['.5', '0.5'],
    [',5', '0,5'],
    ['007', '7'],
    ['0.05', '0.05'],
    ['5a0', '50'],
    ['5 0', '50'],
    ['๑๒๓.๔๕', '123.45'],
    ['໑໐໐', '100'],
    ['100,000,000.00', '100,000,000.00'],
  ])('the keys "%s" leave "%s"', (keys, kept) => {
    expect(press(keys)).toBe(kept)
  })

  it.each(['-5', '1.234', '1.2.3', '10,,5', '1.234,50', '1000000000'])(
    'the keys "%s" stay, for the parser to refuse: tidied they would be another amount',
    (keys) => {
      expect(press(keys)).toBe(keys)
      expect(parseAmount(keys)).toBeNull()
    },
  )

  it('holds no more than any amount needs', () => {
    expect(press('1'.repeat(40))).toHaveLength(20)
  })

  it('lets a key into the middle', () => {
    expect(cleanAmount('1500', '100')).toBe('1500')
    expect(cleanAmount('1x00', '100')).toBe('100')
  })

  it('lets everything be taken away', () => {
    expect(cleanAmount('', '1.5')).toBe('')
    expect(cleanAmount('1.', '1.5')).toBe('1.')
  })
})

describe('pasting an amount', () => {
  it.each([
    ['฿ 100.50 บาท', '100.50'],
    ['1,500 ກີບ', '1,500'],
    ['500 Kip', '500'],
    ['ยอดโอน 500.- บาทถ้วน', '500.'],
    ['๑,๒๓๔.๕', '1,234.5'],
    ['100,000,000.00', '100,000,000.00'],
  ])('"%s" keeps its amount "%s"', (pasted, kept) => {
    expect(cleanAmount(pasted, '')).toBe(kept)
    expect(parseAmount(kept)).not.toBeNull()
  })

  const meantOtherwise = ['500k', '5 พัน', '๕ หมื่น', '20 ແສນ', '2 ໝື່ນ', '1.5 ล้าน', '2M', '−500.00 บาท']
  it.each([...meantOtherwise, '1.234,50', '1.234.567', '-50', '1e5', '10 or 20', '12.345'])(
    '"%s" is left for the parser to refuse',
    (pasted) => {
      expect(parseAmount(cleanAmount(pasted, ''))).toBeNull()
    },
  )
})

describe('the thousands of what was typed', () => {
  it.each([
    ['1234', '1 234'],
    ['500000', '500 000'],
    ['100000000', '100 000 000'],
    ['1234567.50', '1 234 567.50'],
    ['1000.', '1 000.'],
  ])('of %s are %s', (typed, parts) => {
    expect(thousandsOf(typed)).toEqual(parts.split(' '))
  })

  it.each(['', '0', '999', '999.50', '1,234', '1000,5', '-5000', '1.234.567', '1000.555'])(
    'are not told of "%s", which has none or may mean another amount',
    (typed) => {
      expect(thousandsOf(typed)).toEqual([typed])
    },
  )
})

describe('typing a code', () => {
  it.each([
    ['รหัส 123-456 7', '123456'],
    ['OTP 482913 (Ref: 7A2B) 5 นาที', '482913'],
    ['รหัส ๔๘๒๙ ใช้ได้ 5 นาที', '4829'],
    ['code: 48291357', '48291357'],
    ['G-482913', '482913'],
  ])('keeps of the pasted message "%s" the code %s', (message, code) => {
    expect(codeIn(message)).toBe(code)
  })

  it.each([
    ['12', '12'],
    ['123 456', '123456'],
    ['4829-1357', '48291357'],
    ['12a', '12'],
    ['123456789', '12345678'],
  ])('keeps of the digits "%s" %s', (typed, code) => {
    expect(codeIn(typed)).toBe(code)
  })

  it('turns Thai and Lao digits', () => {
    expect(codeIn('๑๒໓໔')).toBe('1234')
  })
})
