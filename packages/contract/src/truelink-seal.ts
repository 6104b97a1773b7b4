const IV_BYTES = 12

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function digest(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest('SHA-256', bytesOf(text))
}

/**
 * Seals a gift link for /wallet/truelink: base64 of iv ‖ ciphertext ‖ tag, AES-256-GCM under the SHA-256 of the secret. Whoever loads
 * the page has the secret, so this hides nothing from a thief: TLS protects the gift, and this only keeps it out of logs on the way.
 *
 * The same link is sealed into the same words, so that a try under the same Idempotency-Key is the same body wherever it is made again
 * (KEY_INVALID otherwise). The iv is therefore of the link itself: no two links share one under a key, which is what AES-GCM asks of it.
 *
 * Needs WebCrypto, which browsers offer on https and on localhost alone; rejects without it.
 */
export async function sealLink(secret: string, link: string): Promise<string> {
  const hash = await digest(secret)
  const key = await crypto.subtle.importKey('raw', hash, 'AES-GCM', false, ['encrypt'])
  const iv = (await digest(`${secret}\0${link}`)).slice(0, IV_BYTES)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytesOf(link))
  return base64(new Uint8Array([...new Uint8Array(iv), ...new Uint8Array(sealed)]))
}
