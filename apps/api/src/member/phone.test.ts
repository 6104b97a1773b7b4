import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { judgePhone, normalisePhone } from './phone.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const thai = fc.tuple(fc.constantFrom('06', '08', '09'), digits(8)).map(([start, rest]) => start + rest)
const lao = fc.oneof(
  fc.tuple(fc.constantFrom('0202', '0205', '0207', '0209'), digits(7)).map(([start, rest]) => start + rest),
  digits(7).map((rest) => `030${rest}`),
)

const spellings: readonly ((local: string, country: string) => string)[] = [
  (local) => local,
  (local) => ` ${local.slice(0, 3)}-${local.slice(3, 6)}-${local.slice(6)} `,
  (local) => `(${local.slice(0, 3)}) ${local.slice(3)}`,
  (local, country) => `+${country}${local.slice(1)}`,
  (local, country) => `+${country} ${local.slice(1, 3)} ${local.slice(3)}`,
  (local, country) => `+${country} (0)${local.slice(1)}`,
  (local, country) => `00${country}${local.slice(1)}`,
  (local, country) => `${country}${local.slice(1)}`,
  (local) => local.replace(/\d/g, (digit) => String.fromCharCode(0x0e50 + Number(digit))),
  (local) => local.replace(/\d/g, (digit) => String.fromCharCode(0x0ed0 + Number(digit))),
]

describe.each([
  ['th', 'TH', '66', thai],
  ['la', 'LA', '856', lao],
] as const)('a mobile of %s', (region, country, callingCode, phones) => {
  it('comes out as its local digits, however it is written', () => {
    fc.assert(
      fc.property(phones, fc.constantFrom(...spellings), (phone, spell) => {
        expect(normalisePhone(spell(phone, callingCode), region)).toBe(phone)
        expect(judgePhone(phone, region)).toBe('ok')
      }),
    )
  })

  it('is read as the number that an independent reader reads', () => {
    fc.assert(
      fc.property(phones, fc.constantFrom(...spellings.slice(0, 7)), (phone, spell) => {
        const written = spell(phone, callingCode)
        const read = parsePhoneNumberFromString(written.replace(/^00/, '+'), country)
        expect(read?.number).toBe(`+${callingCode}${normalisePhone(written, region).slice(1)}`)
      }),
    )
  })

  it('stays what it is when it is read again', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = normalisePhone(text, region)
        expect(normalisePhone(once, region)).toBe(once)
      }),
    )
  })
})

it('the 0 may be left out in Laos, and in Thailand a number without it lacks a digit', () => {
  expect(normalisePhone('20 2233 4455', 'la')).toBe('02022334455')
  expect(normalisePhone('30 555 1234', 'la')).toBe('0305551234')
  expect(normalisePhone('20 2233 445', 'la')).toBe('202233445')
  expect(judgePhone(normalisePhone('812345678', 'th'), 'th')).toBe('wrong-length')
  expect(judgePhone(normalisePhone('301234567', 'th'), 'th')).toBe('wrong-length')
})

it('what is no phone is refused, whatever it holds', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const region of ['th', 'la'] as const) {
        const phone = normalisePhone(text, region)
        if (judgePhone(phone, region) === 'ok') expect(phone).toMatch(/^0\d{9,10}$/)
      }
    }),
  )
})
