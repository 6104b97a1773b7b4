import type { CannedReply } from '@kapao/contract/desk-tools'
import { expect, test } from 'vitest'
import { findCanned, keyOfList, slashQuery, withName } from './slash.ts'

const reply = (shortcut: string, title: string, language: CannedReply['language'] = ''): CannedReply => ({
  cannedId: `${shortcut}-${language}`,
  kind: 'reply',
  title,
  shortcut,
  language,
  message: { message_type: 'text', payload: { text: title } },
  updatedAt: '2026-11-21T03:00:00.000Z',
})

test.each([
  ['/', ''],
  ['/Hel', 'hel'],
  ['/ฝาก', 'ฝาก'],
  ['/ຝາກ', 'ຝາກ'],
  ['', null],
  ['hello /hel', null],
  ['/hel lo', null],
  ['//', null],
  ['/a/b', null],
])('%j looks for %j', (text, query) => expect(slashQuery(text)).toBe(query))

const canned = [
  reply('deposit', 'How to deposit', 'en'),
  reply('dep', 'Short deposit'),
  reply('ฝาก', 'วิธีฝากเงิน', 'th'),
  reply('', 'Without a shortcut: deposit'),
]

test('the whole shortcut comes before its beginning, and that before a title', () => {
  expect(findCanned(canned, 'dep', 'en').map(({ shortcut }) => shortcut)).toEqual(['dep', 'deposit', ''])
})

test('those of another language come last', () => {
  expect(findCanned(canned, '', 'th').map(({ shortcut }) => shortcut)).toEqual(['dep', 'ฝาก', '', 'deposit'])
})

test('a shortcut and a title are found in either spelling of the am of Thai and Lao', () => {
  const [water, to] = [reply('ນ້ຳ', 'ຄ່ານ້ຳ', 'la'), reply('คำ', 'ถ้อยคำ', 'th')]
  for (const typed of ['/ນ້ຳ', '/ນ້\u0ecdາ', '/ນ\u0ecd້າ', '/ຄ່ານ\u0ecd້າ'])
    expect(findCanned([water, to], slashQuery(typed) ?? '', 'la')).toEqual([water])
  for (const typed of ['/คำ', '/ค\u0e4dา'])
    expect(findCanned([water, to], slashQuery(typed) ?? '', 'th')).toEqual([to])
})

test('what nothing is called finds nothing', () => {
  expect(findCanned(canned, 'zzz', 'en')).toEqual([])
})

test.each([
  ['Enter', 3, 'choose'],
  ['Tab', 1, 'choose'],
  ['ArrowDown', 3, 'next'],
  ['ArrowUp', 3, 'previous'],
  ['Escape', 3, 'close'],
  ['a', 3, null],
  ['Enter', 0, 'nothing'],
  ['Tab', 0, null],
  ['ArrowUp', 0, null],
  ['Escape', 0, 'close'],
])('%s over a list of %i is %j to it', (key, count, meant) =>
  expect(keyOfList({ key, shiftKey: false }, count)).toBe(meant),
)

test.each([0, 3])('Shift+Enter breaks the line under a list of %i', (count) =>
  expect(keyOfList({ key: 'Enter', shiftKey: true }, count)).toBeNull(),
)

test('the name is written wherever it belongs, whatever signs it has', () => {
  expect(withName('Hi {name}, {name}!', '$& A')).toBe('Hi $& A, $& A!')
})

test.each([
  ['สวัสดีค่ะ คุณ{name} มีอะไรให้ช่วยเหลือคะ', 'สวัสดีค่ะ คุณลูกค้า มีอะไรให้ช่วยเหลือคะ'],
  ['ສະບາຍດີ ທ່ານ {name} ມີຫຍັງໃຫ້ຊ່ວຍບໍ', 'ສະບາຍດີ ທ່ານ ລູກຄ້າ ມີຫຍັງໃຫ້ຊ່ວຍບໍ'],
  ['Hello {name}, how can we help?', 'Hello, how can we help?'],
  ['Hello, {name}! How can we help?', 'Hello! How can we help?'],
  ['{name}, how can we help?', 'how can we help?'],
])('to a guest, who has no name, %j leaves no hole', (text, said) => {
  expect(withName(text, '')).toBe(said)
  expect(withName(text, ' ')).toBe(said)
})
