import { createHmac, timingSafeEqual } from 'node:crypto'

function sign(key: Buffer, name: string, expiresAtS: number): Buffer {
  return createHmac('sha256', key).update(`file\n${name}\n${expiresAtS}`).digest()
}

/** Long enough to be looked at, and over before it is worth passing on. */
const LIFE_S = 300

/** An address of a kept file for whoever holds it, until it expires. Relative to the API's origin. */
export function signFileUrl(key: Buffer, name: string, lifeS = LIFE_S): string {
  const expiresAtS = Math.floor(Date.now() / 1000) + lifeS
  return `/api/files/${name}?expires=${expiresAtS}&signature=${sign(key, name, expiresAtS).toString('base64url')}`
}

/** Under any of the keys: another process may sign with the next one already. */
export function isSignedFor(
  keys: readonly Buffer[],
  name: string,
  expires: string,
  signature: string,
): boolean {
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 < Date.now()) return false
  const given = Buffer.from(signature, 'base64url')
  return keys.some((key) => {
    const expected = sign(key, name, Number(expires))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
