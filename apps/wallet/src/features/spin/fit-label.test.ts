import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FittedLabel, fitLabel, fitLabels, type LabelSpace, type Measure, wordsOf } from './fit-label.ts'

const graphemes = (text: string) => [...new Intl.Segmenter('th', { granularity: 'grapheme' }).segment(text)]
/** A plain font: every sign half as wide as it is high, marks above and below included. */
const measure: Measure = (text) => ({ width: graphemes(text).length * 0.55, ascent: 0.9, descent: 0.3 })
const space = (slices: number, radius = 128): LabelSpace => ({
  slices,
  inner: radius * 0.38,
  outer: radius * 0.9,
})

const samples = [
  '100',
  '฿1,000',
  'Try again',
  'Free spin and a bonus for the next deposit',
  'โบนัสเครดิต 50 บาท',
  'เสียใจด้วย ไม่ได้รางวัลในครั้งนี้ ลองใหม่อีกครั้ง',
  'ໂບນັດເງິນຝາກຄັ້ງຕໍ່ໄປ 100.000 ກີບ',
  'ໝຸນອີກຄັ້ງ',
  'iPhone 17 Pro Max',
]

/** The corners of all lines, as distance along the middle of the slice and sideways from it. */
function corners({ way, size, lines, end }: FittedLabel): [along: number, aside: number][] {
  const half = (1.2 * size) / 2
  return lines.flatMap(({ text, at }): [number, number][] => {
    const width = measure(text).width * size
    const [from, to] = way === 'along' ? [end - width, end] : [at - half, at + half]
    const [left, right] = way === 'along' ? [at - half, at + half] : [-width / 2, width / 2]
    return [
      [from, left],
      [from, right],
      [to, left],
      [to, right],
    ]
  })
}

describe('labels on the wheel', () => {
  const label = fc.oneof(
    fc.constantFrom(...samples),
    fc.string({ minLength: 1, maxLength: 60 }),
    fc
      .array(fc.constantFrom('ก', 'ี่', 'เ', 'ຫຼ', ' ', 'A', '9', '%', 'ำ', 'โ'), {
        minLength: 1,
        maxLength: 40,
      })
      .map((all) => all.join('')),
  )
  const count = fc.integer({ min: 2, max: 40 })
  const radius = fc.integer({ min: 100, max: 160 })

  it('never leave their slice, whatever they say', () => {
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), count, radius, (labels, slices, size) => {
        const where = space(slices, size)
        for (const one of fitLabels(labels, where, measure)) {
          for (const [along, aside] of corners(one)) {
            expect(Math.hypot(along, aside)).toBeLessThanOrEqual(where.outer + 1e-6)
            expect(along).toBeGreaterThanOrEqual(where.inner - 1e-6)
            const edge = slices === 2 ? Number.POSITIVE_INFINITY : along * Math.tan(Math.PI / slices)
            expect(Math.abs(aside)).toBeLessThanOrEqual(edge)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('are between 9 and 16 px', () => {
    fc.assert(
      fc.property(label, count, (text, slices) => {
        const [fitted] = fitLabels([text], space(slices), measure)
        expect(fitted?.size).toBeGreaterThanOrEqual(9)
        expect(fitted?.size).toBeLessThanOrEqual(16)
      }),
      { numRuns: 100 },
    )
  })

  it.each(samples)('say the whole of "%s" or end in an ellipsis after a whole cluster', (text) => {
    for (const slices of [2, 3, 8, 10, 24, 40]) {
      const [fitted] = fitLabels([text], space(slices), measure)
      const said =
        fitted?.lines
          .map((line) => line.text)
          .join('')
          .replaceAll(/\s/g, '') ?? ''
      const whole = text.replaceAll(/\s/g, '')
      if (!fitted?.isShortened) {
        expect(said).toBe(whole)
        continue
      }
      if (said === '') continue
      expect(said.endsWith('…')).toBe(true)
      const kept = said.slice(0, -1)
      expect(whole.startsWith(kept)).toBe(true)
      const ends = new Set(graphemes(whole).map(({ index, segment }) => index + segment.length))
      expect(ends.has(kept.length)).toBe(true)
      expect(kept).not.toMatch(/[\u0e40-\u0e44\u0ec0-\u0ec4]$/)
    }
  })

  it('are read across where there are few slices and along where there are many', () => {
    expect(fitLabel('100', space(2), measure, 'across').isShortened).toBe(false)
    expect(fitLabels(['100', '500'], space(2), measure)[0]?.way).toBe('across')
    expect(fitLabels(['100', '500'], space(40), measure)[0]?.way).toBe('along')
  })

  it('are all turned the same way and of sizes that look like one family', () => {
    const fitted = fitLabels(samples, space(9), measure)
    expect(new Set(fitted.map(({ way }) => way)).size).toBe(1)
    const sizes = fitted.map(({ size }) => size)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(Math.min(...sizes) * 1.3 + 1e-9)
  })

  it('break between words, in scripts without blanks too, and never inside a number', () => {
    expect(wordsOf('ลองใหม่อีกครั้ง').length).toBeGreaterThan(1)
    expect(wordsOf('ลองใหม่อีกครั้ง').join('')).toBe('ลองใหม่อีกครั้ง')
    expect(wordsOf('100.000 ກີບ')).toEqual(['100.000 ', 'ກີບ'])
    expect(wordsOf('฿1,000')).toEqual(['฿1,000'])
    expect(wordsOf('50%')).toEqual(['50%'])
  })
})
