/**
 * EMVCo merchant-presented QR text: a run of elements, each a two-digit id, a two-digit length in characters and a value,
 * closed by a checksum element (EMV QRCPS-MPM §3). Reading answers null on anything else and never throws.
 */
export type TlvElement = { readonly id: string; readonly value: string }

const LONGEST_VALUE = 99
const CRC_POLYNOMIAL = 0x1021
const CRC_START = 0xffff

/** CRC-16/CCITT-FALSE over the UTF-8 bytes of a text; "123456789" gives 0x29B1. */
export function crc16(text: string): number {
  let crc = CRC_START
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ CRC_POLYNOMIAL
    }
    crc &= 0xffff
  }
  return crc
}

/** The checksum as QR codes carry it: four upper-case hex digits, zero padded. */
export function crcText(text: string): string {
  return crc16(text).toString(16).toUpperCase().padStart(4, '0')
}

/** One element as text. Throws a RangeError for an id or a value that the format cannot hold: that is a bug of the caller. */
export function writeElement(id: string, value: string): string {
  if (!/^\d{2}$/.test(id)) throw new RangeError(`TLV id "${id}" is not two digits`)
  const length = value.length
  if (length === 0 || length > LONGEST_VALUE)
    throw new RangeError(`TLV ${id} cannot hold ${length} characters`)
  return `${id}${String(length).padStart(2, '0')}${value}`
}

export function writeElements(elements: readonly TlvElement[]): string {
  return elements.map((element) => writeElement(element.id, element.value)).join('')
}

/** The elements with their checksum behind them, under the given id (63 for payments, 91 for slips). */
export function writeWithCrc(elements: readonly TlvElement[], crcId: string): string {
  const body = `${writeElements(elements)}${crcId}04`
  return body + crcText(body)
}

/** All elements of a text, in order; null when it is empty or does not divide into whole elements. */
export function readElements(text: string): TlvElement[] | null {
  const elements: TlvElement[] = []
  for (let at = 0; at < text.length; ) {
    const head = text.slice(at, at + 4)
    if (!/^\d{4}$/.test(head)) return null
    const length = Number(head.slice(2))
    const value = text.slice(at + 4, at + 4 + length)
    if (length === 0 || value.length !== length) return null
    elements.push({ id: head.slice(0, 2), value })
    at += 4 + length
  }
  return elements.length > 0 ? elements : null
}

/** Elements by id; null when the text is no TLV or names an id twice, where two readers might each believe another value. */
export function readElementMap(text: string): ReadonlyMap<string, string> | null {
  const elements = readElements(text)
  if (!elements) return null
  const byId = new Map(elements.map((element) => [element.id, element.value]))
  return byId.size === elements.length ? byId : null
}
