import { expect, test } from 'vitest'
import { linkIn } from './gift-link.ts'

const link = 'https://gift.truemoney.com/campaign/?v=abcDEF123'

test.each([
  [link, link],
  [`  ${link}\n`, link],
  [`มีซองของขวัญมาฝาก ${link} กดรับได้เลย`, link],
  [`รับซองที่${link}กดรับได้เลย`, link],
  [`${link}ກົດຮັບໄດ້ເລີຍ`, link],
  [`รับซอง (${link})`, link],
  [`${link}.`, link],
  [`${link}, กดเลย`, link],
  [`กดเลย ${link}!!`, link],
  ['abcDEF123 ', 'abcDEF123'],
  ['   ', ''],
])('%j is read as %j', (pasted, read) => {
  expect(linkIn(pasted)).toBe(read)
})
