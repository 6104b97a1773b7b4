import { createDecipheriv, createHash } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16
const LONGEST_LINK = 2_000
const HOST = 'gift.truemoney.com'
const CODE_SHAPE = /^[A-Za-z0-9_-]{1,128}$/
const BASE64_SHAPE = /^[A-Za-z0-9+/]+={0,2}$/

/** Opens what a wallet sealed (packages/contract: sealLink); null for anything else. It hides nothing: the page holds the secret. */
export function openLink(secret: string, sealed: string): string | null {
  const bytes = BASE64_SHAPE.test(sealed) ? Buffer.from(sealed, 'base64') : null
  if (!bytes || bytes.length <= IV_BYTES + TAG_BYTES) return null
  const key = createHash('sha256').update(secret).digest()
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
    return new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    return null
  }
}

/** Opens a link under whichever secret its page was built with: only that one fits its tag. */
export function openLinkOfAny(secrets: readonly string[], sealed: string): string | null {
  for (const secret of secrets) {
    const link = openLink(secret, sealed)
    if (link !== null) return link
  }
  return null
}

/**
 * The gift's code in what a player pasted: a link of the issuer's, or the bare code. The text is hostile until it fits exactly: https,
 * the issuer's host and nothing around it, its one path, one `v`.
 */
export function giftCode(pasted: string): string | null {
  if (pasted.length > LONGEST_LINK) return null
  const text = pasted.trim()
  if (CODE_SHAPE.test(text)) return text
  // The URL parser forgives what we do not: inner white space, backslashes, a scheme without slashes.
  if (!/^https:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  if (url.host !== HOST || url.username !== '' || url.password !== '') return null
  if (/^https:\/\/[^/?#]*@/i.test(text) || url.pathname !== '/campaign/') return null
  const codes = url.searchParams.getAll('v')
  const [code] = codes
  return codes.length === 1 && code !== undefined && CODE_SHAPE.test(code) ? code : null
}
