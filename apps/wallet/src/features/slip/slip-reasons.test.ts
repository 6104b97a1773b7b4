import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { slipReasons } from '@kapao/contract/slip'
import { expect, test } from 'vitest'
import type { Text } from '../../lib/i18n.ts'
import { regionOf } from '../../lib/region.ts'
import {
  isCreditedBefore,
  isForSupport,
  isPerhapsForSupport,
  isUnchecked,
  reasonText,
} from './slip-reasons.ts'

function wordsOf(locale: string): Text {
  const texts = JSON.parse(readFileSync(join(import.meta.dirname, `texts.${locale}.json`), 'utf8'))
  return (key) => texts[key.replace('slip.', '')] ?? key
}

/** Spec §8, with the spellings of the wire. */
const reasonsOfTheWire = [
  'UPLOADED_FILE_NOT_EXIST',
  'IMG_SIZE_UNABLE_TO_PROCESS',
  'CANNOT_READ_CROPPED_IMAGE',
  'DEST_ACC_INVALID',
  'SLIP_REFNO_DUPLICATED',
  'UNSTABLE_REFNO_ON_SLIP',
  'TRIPPLE_WRONG_CAPTCHA',
  'INVALID_SLIP',
  'NOT_MATCH',
  'EXPIRED_SLIP',
  'UNKNOW_ERROR',
]

test.each(['th', 'la', 'en'])('every reason has words of its own in %s, and none is a raw code', (locale) => {
  const t = wordsOf(locale)
  expect([...slipReasons].sort()).toEqual([...reasonsOfTheWire].sort())
  const words = reasonsOfTheWire.map((reason) => reasonText(t, reason))
  expect(new Set(words).size).toBe(reasonsOfTheWire.length)
  for (const text of words) expect(text).not.toMatch(/[A-Z]+_[A-Z]|slip\.reason/)
})

test('a code that nobody knows, or none, reads as the unknown error', () => {
  const t = wordsOf('en')
  for (const note of ['BANK_IS_DOWN', 'X1', '', null]) {
    expect(reasonText(t, note)).toBe('Unknown error. Keep the slip and contact support.')
  }
})

test('another server’s own words are shown as they are', () => {
  expect(reasonText(wordsOf('en'), 'Please call us about this slip')).toBe('Please call us about this slip')
})

test('only a slip that was not judged is asked for again: one that was refused would be refused once more', () => {
  expect(reasonsOfTheWire.filter(isUnchecked)).toEqual([
    'UPLOADED_FILE_NOT_EXIST',
    'TRIPPLE_WRONG_CAPTCHA',
    'UNKNOW_ERROR',
  ])
  expect(isUnchecked(null)).toBe(true)
  expect(isUnchecked('Please call us about this slip')).toBe(false)
})

test.each(['th', 'la', 'en'])('whoever is sent to the staff by the words in %s is led there', (locale) => {
  const t = wordsOf(locale)
  const contact = t('slip.contact')
  const sentThere = reasonsOfTheWire.filter((reason) =>
    reasonText(t, reason).toLowerCase().includes(contact.toLowerCase()),
  )
  expect(reasonsOfTheWire.filter(isForSupport)).toEqual(sentThere)
})

test.each(['th', 'la', 'en'])(
  'in Laos, where some banks’ slips cannot be read, the words in %s lead there from those, too',
  (locale) => {
    const t = wordsOf(locale)
    const sent = (key: string) =>
      reasonsOfTheWire.filter((reason) =>
        reasonText(t, reason, regionOf(key)).toLowerCase().includes(t('slip.contact').toLowerCase()),
      )
    const unread = reasonsOfTheWire.filter(isPerhapsForSupport)
    expect(unread).toEqual(['CANNOT_READ_CROPPED_IMAGE', 'INVALID_SLIP'])
    expect(sent('la').filter((reason) => !sent('th').includes(reason))).toEqual(unread)
  },
)

test('of the money of a slip that was counted before nobody hears that it did not come', () => {
  expect(reasonsOfTheWire.filter(isCreditedBefore)).toEqual(['SLIP_REFNO_DUPLICATED'])
  expect(isCreditedBefore(null)).toBe(false)
})
