const IV_BYTES = 12

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/**
 * Seals a gift link for /wallet/truelink: base64 of iv ‖ ciphertext ‖ tag, AES-256-GCM under the SHA-256 of the secret. Whoever loads
 * the page has the secret, so this hides nothing from a thief: TLS protects the gift, and this only keeps it out of logs on the way.
 * Needs WebCrypto, which browsers offer on https and on localhost alone; rejects without it.
 */
export async function sealLink(secret: string, link: string): Promise<string> {
  const encoder = new TextEncoder()
  const hash = await crypto.subtle.digest('SHA-256', encoder.encode(secret))
  const key = await crypto.subtle.importKey('raw', hash, 'AES-GCM', false, ['encrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, encoder.encode(link))
  return base64(new Uint8Array([...iv, ...new Uint8Array(sealed)]))
}
