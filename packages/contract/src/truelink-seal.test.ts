import { createDecipheriv, createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealLink } from './truelink-seal.ts'

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
  const sealed = await sealLink('kapao-truelink', text)
  expect(sealed).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
  expect(unseal('kapao-truelink', sealed)).toBe(text)
})

test('another secret does not open it', async () => {
  const sealed = await sealLink('kapao-truelink', link)
  expect(() => unseal('another', sealed)).toThrow()
})

test('the same link is sealed into the same words wherever it is sealed again; another link or secret shares not even the iv', async () => {
  const ivOf = (sealed: string) => sealed.slice(0, 16)
  const first = await sealLink('kapao-truelink', link)
  expect(await sealLink('kapao-truelink', link)).toBe(first)
  expect(ivOf(await sealLink('kapao-truelink', `${link}4`))).not.toBe(ivOf(first))
  expect(ivOf(await sealLink('another', link))).not.toBe(ivOf(first))
})
