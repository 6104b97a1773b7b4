import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { sealLink } from '@kapao/contract/truelink-seal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { giftCode, openLink, openLinkOfAny } from './gift-code.ts'

const CODE = '0a1B2c3D4e5F6g7H8i'
const link = (code = CODE) => `https://gift.truemoney.com/campaign/?v=${code}`

describe('a gift link', () => {
  it.each([
    link(),
    `  ${link()}\n`,
    CODE,
    ` ${CODE} `,
    `https://GIFT.TrueMoney.com/campaign/?v=${CODE}`,
    `HTTPS://gift.truemoney.com/campaign/?v=${CODE}`,
    `https://gift.truemoney.com:443/campaign/?v=${CODE}`,
    `https://gift.truemoney.com/campaign/?utm=line&v=${CODE}`,
    `https://gift.truemoney.com/campaign/?v=${CODE}#/voucher_detail/`,
  ])('is %j', (text) => {
    expect(giftCode(text)).toBe(CODE)
  })

  it.each([
    '',
    ' ',
    'hello world',
    `http://gift.truemoney.com/campaign/?v=${CODE}`,
    `ftp://gift.truemoney.com/campaign/?v=${CODE}`,
    `javascript:alert(1)//gift.truemoney.com/campaign/?v=${CODE}`,
    `//gift.truemoney.com/campaign/?v=${CODE}`,
    `https:gift.truemoney.com/campaign/?v=${CODE}`,
    `https://truemoney.com/campaign/?v=${CODE}`,
    `https://gift.truemoney.com.evil.test/campaign/?v=${CODE}`,
    `https://evil.test/gift.truemoney.com/campaign/?v=${CODE}`,
    `https://evilgift.truemoney.com/campaign/?v=${CODE}`,
    `https://gift.truemoney.com@evil.test/campaign/?v=${CODE}`,
    `https://user:pass@gift.truemoney.com/campaign/?v=${CODE}`,
    `https://@gift.truemoney.com/campaign/?v=${CODE}`,
    `https://gift.truemoney.com:8443/campaign/?v=${CODE}`,
    `https://gift.truemoney.com./campaign/?v=${CODE}`,
    `https://gift.truemoney.com\\@evil.test/campaign/?v=${CODE}`,
    `https://gift.truemoney.com/campaign?v=${CODE}`,
    `https://gift.truemoney.com/campaign/x/?v=${CODE}`,
    `https://gift.truemoney.com/?v=${CODE}`,
    `https://gift.truemoney.com/CAMPAIGN/?v=${CODE}`,
    'https://gift.truemoney.com/campaign/',
    'https://gift.truemoney.com/campaign/?v=',
    `https://gift.truemoney.com/campaign/?V=${CODE}`,
    `https://gift.truemoney.com/campaign/?v=${CODE}&v=other`,
    `https://gift.truemoney.com/campaign/?v=../${CODE}`,
    `https://gift.truemoney.com/campaign/?v=${CODE}%00`,
    `https://gift.truemoney.com/campaign/?v=${'a'.repeat(129)}`,
    'a'.repeat(129),
    'a/b',
    'a?b',
    'a%2fb',
    'กขค',
    `${link()} ${link()}`,
    `https://gift.true\tmoney.com/campaign/?v=${CODE}`,
    ' '.repeat(3_000) + CODE,
  ])('is not %j', (text) => {
    expect(giftCode(text)).toBeNull()
  })

  it('gives back any code that it was made of, and a code alone is a link', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{1,128}$/), (code) => {
        expect(giftCode(link(code))).toBe(code)
        expect(giftCode(code)).toBe(code)
      }),
    )
  })

  it('of any other host is none, and nothing ever throws or leaves the alphabet', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
        if (!url.includes('gift.truemoney.com')) expect(giftCode(url)).toBeNull()
      }),
    )
    const nearly = fc
      .tuple(fc.string({ unit: 'binary' }), fc.nat(link().length))
      .map(([noise, at]) => link().slice(0, at) + noise + link().slice(at))
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string({ unit: 'binary' })), (text) => {
        expect(giftCode(text) ?? 'a').toMatch(/^[A-Za-z0-9_-]{1,128}$/)
      }),
    )
  })
})

describe('a sealed link', () => {
  it('is opened by the same secret and no other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 300 }), async (text) => {
        const sealed = await sealLink('secret', text)
        const isStorable = text.isWellFormed()
        if (isStorable) expect(openLink('secret', sealed)).toBe(text)
        expect(openLink('other', sealed)).toBeNull()
      }),
      { numRuns: 30 },
    )
  })

  it('is opened by whichever of the secrets it was sealed under', async () => {
    for (const secret of ['next', 'present'])
      expect(openLinkOfAny(['present', 'next'], await sealLink(secret, link()))).toBe(link())
    expect(openLinkOfAny(['present', 'next'], await sealLink('gone', link()))).toBeNull()
  })

  it('is base64 of iv, ciphertext and tag under the secret’s SHA-256', () => {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update('kapao-truelink').digest(), iv)
    const bytes = Buffer.concat([iv, cipher.update(link()), cipher.final(), cipher.getAuthTag()])
    expect(openLink('kapao-truelink', bytes.toString('base64'))).toBe(link())
  })

  it('is refused when a single bit of it is changed, and so is anything else', async () => {
    const sealed = Buffer.from(await sealLink('secret', link()), 'base64')
    for (let at = 0; at < sealed.length; at += 5) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(openLink('secret', changed.toString('base64'))).toBeNull()
    }
    for (const text of [
      '',
      'AAAA',
      '====',
      'not base64!',
      sealed.subarray(0, 28).toString('base64'),
      link(),
    ]) {
      expect(openLink('secret', text)).toBeNull()
    }
    fc.assert(fc.property(fc.base64String(), (text) => openLink('secret', text) === null))
  })
})
