/** A version 4 UUID. `crypto.randomUUID` is missing where the page is not served over TLS, such as a phone on the LAN. */
export function randomUuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, index) => {
    const versioned = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return versioned.toString(16).padStart(2, '0')
  })
  const part = (from: number, to: number) => hex.slice(from, to).join('')
  return `${part(0, 4)}-${part(4, 6)}-${part(6, 8)}-${part(8, 10)}-${part(10, 16)}`
}
