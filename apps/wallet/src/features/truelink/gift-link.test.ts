import { createDecipheriv, createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSealer, linkIn } from './gift-link.ts'

/** What a server that knows nothing of our code does with a sealed link. */
function unseal(secret: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv(
    'aes-256-gcm',
    createHash('sha256').update(secret).digest(),
    bytes.subarray(0, 12),
  )
  decipher.setAuthTag(bytes.subarray(-16))
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
}

const link = 'https://gift.truemoney.com/campaign/?v=abcDEF123'

test.each([link, 'ซองของขวัญ ຊອງຂອງຂວັນ', 'x'])('%s is opened again with the secret', async (text) => {
  const sealed = await createSealer('kapao-truelink')(text)
  expect(sealed).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
  expect(unseal('kapao-truelink', sealed)).toBe(text)
})

test('another secret does not open it', async () => {
  const sealed = await createSealer('kapao-truelink')(link)
  expect(() => unseal('another', sealed)).toThrow()
})

test('the same link tried again goes out word for word as before, another link does not', async () => {
  const seal = createSealer('kapao-truelink')
  const first = await seal(link)
  expect(await seal(link)).toBe(first)
  expect(await seal(`${link}4`)).not.toBe(first)
  expect(await createSealer('kapao-truelink')(link)).not.toBe(first)
})

test.each([
  [link, link],
  [`  ${link}\n`, link],
  [`มีซองของขวัญมาฝาก ${link} กดรับได้เลย`, link],
  ['abcDEF123 ', 'abcDEF123'],
  ['   ', ''],
])('%j is read as %j', (pasted, read) => {
  expect(linkIn(pasted)).toBe(read)
})
