import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  crc16,
  crcText,
  readElementMap,
  readElements,
  writeElement,
  writeElements,
  writeWithCrc,
} from './tlv.ts'

const element = fc.record({
  id: fc.stringMatching(/^\d{2}$/),
  value: fc.string({ minLength: 1, maxLength: 99, unit: 'grapheme-ascii' }),
})

describe('the checksum', () => {
  it('is CRC-16/CCITT-FALSE', () => {
    expect(crc16('123456789')).toBe(0x29b1)
    expect(crc16('')).toBe(0xffff)
  })

  it('keeps its leading zeros', () => {
    expect(crcText('0041000600000101030140220TEST00000000000000875102TH9104')).toBe('042C')
  })
})

describe('elements', () => {
  it('come back as they were written', () => {
    fc.assert(
      fc.property(fc.array(element, { minLength: 1, maxLength: 8 }), (elements) => {
        expect(readElements(writeElements(elements))).toEqual(elements)
      }),
    )
  })

  it.each([
    '',
    '0',
    '000',
    '0002',
    '00020',
    '0003ab',
    'a102ab',
    '00a2ab',
    '0000',
    '000201x',
    '00-1ab',
    ' 00201',
  ])('are not read from %j', (text) => {
    expect(readElements(text)).toBeNull()
  })

  it('are refused when an id stands there twice', () => {
    expect(readElementMap('000201000202')).toBeNull()
    expect(readElementMap('000201010202')?.get('01')).toBe('02')
  })

  it('are never written in a shape that cannot be read', () => {
    expect(() => writeElement('1', 'a')).toThrow(RangeError)
    expect(() => writeElement('01', '')).toThrow(RangeError)
    expect(() => writeElement('01', 'a'.repeat(100))).toThrow(RangeError)
  })

  it('are closed by their checksum', () => {
    const text = writeWithCrc([{ id: '00', value: '01' }], '63')
    expect(text).toBe(`0002016304${crcText('0002016304')}`)
  })

  it('never make the reader throw', () => {
    fc.assert(fc.property(fc.string(), (text) => readElements(text) === null || readElements(text) !== null))
  })
})
