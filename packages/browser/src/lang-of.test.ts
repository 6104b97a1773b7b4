import { expect, test } from 'vitest'
import { langOf } from './lang-of.ts'

test.each([
  ['ສະບາຍດີ, Somchai', 'lo'],
  ['สวัสดี Kapao', 'th'],
  ['สวัสดี ສະບາຍດີ', 'lo'],
  ['<p>ເງື່ອນໄຂ</p>', 'lo'],
  ['Deposit 100 ฿ / 50,000 ₭', undefined],
  ['081-234-5678', undefined],
  ['', undefined],
])('%j is of the language %s', (text, lang) => expect(langOf(text)).toBe(lang))
