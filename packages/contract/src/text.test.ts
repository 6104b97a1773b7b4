import { expect, test } from 'vitest'
import { accountName } from './account.ts'
import { bareNumber, codeTyped, isUnseen, withoutControls, withoutUnseen } from './text.ts'

const unseen = ['\u200b', '\u200d', '\u200f', '\u202a', '\u202c', '\u2060', '\u2069', '\u00ad', '\ufeff']

test.each(unseen)('what nobody sees (%j) is no part of a number, a code or a name', (mark) => {
  expect(withoutUnseen(`${mark}กำ${mark}ไร${mark}`)).toBe('กำไร')
  expect(bareNumber(`${mark}123-4${mark} ๕๖໗${mark}`)).toBe('1234567')
  expect(codeTyped(` ${mark}welcome${mark}50${mark} `)).toBe('WELCOME50')
  expect(accountName(`${mark}somchai${mark} jaidee ${mark}`)).toBe('SOMCHAI JAIDEE')
})

test('control signs and what turns a line around are no part of a name, joiners are', () => {
  expect(withoutControls('\u202eการ\u200bดี\u0007 \u2066a\u200db\u2069\u0085\u200f\n')).toBe(
    'การ\u200bดี a\u200db\n',
  )
  expect(accountName('som\u001bchai\njaidee\u0085')).toBe('SOMCHAI JAIDEE')
})

test('blanks and hyphens that break no line are what they look like', () => {
  expect(bareNumber('123\u20114\u00a056789\u20130')).toBe('1234567890')
  expect(codeTyped('new\u2011year\u00a0 50')).toBe('NEW-YEAR 50')
  expect(accountName('somchai\u00a0 na\u202fayutthaya')).toBe('SOMCHAI NA AYUTTHAYA')
})

test('what else was written in a number stays, for whoever judges it', () => {
  expect(bareNumber('12.5(x)')).toBe('12.5(x)')
})

test.each(['', ' \u00a0', '\u0007', '\u2800', '\u3164', ...unseen])('nothing is seen of %j', (text) => {
  expect(isUnseen(text)).toBe(true)
  expect(isUnseen(`${text}ก`)).toBe(false)
})
