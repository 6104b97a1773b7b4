import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogueCodes, ownCodes } from '@kapao/contract/codes'
import { expect, test } from 'vitest'

function textsIn(locale: string): Record<string, string> {
  const read = (stem: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, `${stem}.${locale}.json`), 'utf8'))
  return { ...read('errors'), ...read('member-errors') }
}

test.each(['th', 'la', 'en'])(
  'every refusal of the contract has words in %s, and none of them is a raw code',
  (locale) => {
    const texts = textsIn(locale)
    for (const code of [...catalogueCodes, ...ownCodes]) {
      expect(texts[code], code).toMatch(/\S/)
      expect(texts[code], code).not.toMatch(/[A-Z]+_[A-Z]/)
    }
  },
)

test.each(['th', 'la', 'en'])('the codes for an unproven identity share one text in %s', (locale) => {
  const texts = textsIn(locale)
  const codes = [
    'UNAUTHORIZED',
    'EXPIRED_AUTH_TOKEN',
    'INVALID_USER_1',
    'INVALID_USER_2',
    'INVALID_USER_3',
    'INVALID_USER_4',
  ]
  expect(new Set(codes.map((code) => texts[code])).size).toBe(1)
})

test.each(['th', 'la', 'en'])(
  'a coupon that was claimed is not looked for in the statement, where coins never stand, in %s',
  (locale) => {
    expect(textsIn(locale).NO_CLAIMABLE_COUPON).not.toMatch(/statement|รายการ|ລາຍການ/i)
  },
)

test.each(['th', 'la', 'en'])('what any place may have to say speaks of no money in %s', (locale) => {
  const texts = textsIn(locale)
  const lines = [
    'no-network',
    'unreachable',
    'timed-out',
    'not-understood',
    'server-down',
    'empty-answer',
    'foreign-page',
  ]
  for (const key of [...lines, 'INTERNAL_SERVER_ERROR', 'BAD_REQUEST', 'OVERLOADED']) {
    expect(texts[key], key).not.toMatch(/money|statement|payment|เงิน|รายการ|ເງິນ|ລາຍການ/i)
  }
})
