/**
 * Labels in their slices: how they are turned, broken and sized so that nothing lies outside. Pure: it is given how wide texts are. Lengths
 * are CSS px from the middle of the wheel.
 */

/** What a text takes at a font size of 1 px. */
export interface TextSize {
  readonly width: number
  readonly ascent: number
  readonly descent: number
}
export type Measure = (text: string) => TextSize

/** The part of each slice that labels may use. */
export interface LabelSpace {
  readonly slices: number
  readonly inner: number
  readonly outer: number
}

/** along: read from the middle to the rim. across: upright when the slice is on top. */
export type Way = 'along' | 'across'

export interface FittedLabel {
  readonly way: Way
  readonly size: number
  readonly isShortened: boolean
  /** `at`: the distance of the line's middle from the middle of the wheel (across), or the sideways offset of its middle (along). */
  readonly lines: readonly { readonly text: string; readonly at: number }[]
  /** Where lines end, for along: their right edge. */
  readonly end: number
}

const LARGEST = 16
const SMALLEST = 9
const STEP = 0.5
const MOST_LINES = 3
/** Between a label and the lines of its slice; between two of its lines. */
const PADDING = 2.5
const PADDING_OF_MANY = 1
const MANY = 16
const LEADING = 2
/** Beyond this there is no room to read across a slice. */
const MOST_ACROSS = 12
/** Labels of one wheel look like one family. */
const SPREAD = 1.3

interface Room {
  readonly widths: readonly number[]
  readonly places: readonly number[]
  readonly end: number
}

/** All labels of a wheel, in their order, turned in the one way in which the most can be read in full, and at the largest size. */
export function fitLabels(
  labels: readonly string[],
  space: LabelSpace,
  measure: Measure,
): readonly FittedLabel[] {
  const size = cached(measure)
  const ways: readonly Way[] = space.slices <= MOST_ACROSS ? ['across', 'along'] : ['along']
  const fitAll = (way: Way, largest: number) =>
    labels.map((label) => fitLabel(label, space, size, way, largest))
  const [best] = ways
    .map((way) => {
      const fitted = fitAll(way, LARGEST)
      const smallest = Math.min(LARGEST, ...fitted.map((one) => one.size))
      return { way, smallest, shortened: fitted.filter((one) => one.isShortened).length }
    })
    .sort((one, other) => one.shortened - other.shortened || other.smallest - one.smallest)
  return best ? fitAll(best.way, Math.min(LARGEST, best.smallest * SPREAD)) : []
}

export function fitLabel(
  label: string,
  space: LabelSpace,
  measure: Measure,
  way: Way,
  largest = LARGEST,
): FittedLabel {
  const words = wordsOf(label)
  if (words.length === 0) return { way, size: SMALLEST, isShortened: false, lines: [], end: 0 }
  const whole = measure(label)
  for (let size = largest; size >= SMALLEST; size -= STEP) {
    for (let count = 1; count <= MOST_LINES; count += 1) {
      for (const room of rooms(way, space, count, size, whole)) {
        const lines = fill(words, room.widths, (text) => measure(text).width * size)
        if (lines) return placed(way, size, false, lines, room)
      }
    }
  }
  return shortened(label, space, measure, way)
}

function placed(
  way: Way,
  size: number,
  isShortened: boolean,
  texts: readonly string[],
  room: Room,
): FittedLabel {
  const lines = texts.map((text, index) => ({ text, at: room.places[index] ?? 0 }))
  return { way, size, isShortened, lines, end: room.end }
}

/** The places that `count` lines can have, the best first; those without room have a width below zero. */
function rooms(way: Way, space: LabelSpace, count: number, size: number, whole: TextSize): readonly Room[] {
  const line = (whole.ascent + whole.descent) * size
  const height = count * line + (count - 1) * LEADING
  const middles = Array.from({ length: count }, (_, index) => line / 2 + index * (line + LEADING))
  return way === 'along' ? [roomAlong(space, height, middles)] : roomsAcross(space, height, middles, line)
}

/** How far to either side the slice reaches at this distance; a half of the wheel has no such limit. */
function halfWidthAt({ slices }: LabelSpace, distance: number): number {
  return slices <= 2 ? Number.POSITIVE_INFINITY : distance * Math.tan(Math.PI / slices) - padding(slices)
}

function padding(slices: number): number {
  return slices > MANY ? PADDING_OF_MANY : PADDING
}

function roomAlong(space: LabelSpace, height: number, middles: readonly number[]): Room {
  const half = height / 2
  const begin =
    space.slices <= 2
      ? space.inner
      : Math.max(space.inner, (half + padding(space.slices)) / Math.tan(Math.PI / space.slices))
  const end = Math.sqrt(Math.max(0, space.outer ** 2 - half ** 2))
  return { widths: middles.map(() => end - begin), places: middles.map((middle) => middle - half), end }
}

function roomsAcross(
  space: LabelSpace,
  height: number,
  middles: readonly number[],
  line: number,
): readonly Room[] {
  const found: Room[] = []
  // Few slices are wide in the middle, many only near the rim.
  const start = space.inner + (space.outer - space.inner) * (space.slices <= 4 ? 0.82 : 0.97)
  for (let top = start; top - height >= space.inner; top -= 3) {
    const places = middles.map((middle) => top - middle)
    const widths = places.map((place) => {
      const rim = Math.sqrt(Math.max(0, space.outer ** 2 - (place + line / 2) ** 2))
      return 2 * Math.min(rim, halfWidthAt(space, place - line / 2))
    })
    found.push({ widths, places, end: 0 })
  }
  return found
}

/** The words in lines of these widths, or null when they do not fit or leave lines empty. */
function fill(
  words: readonly string[],
  widths: readonly number[],
  widthOf: (text: string) => number,
): readonly string[] | null {
  const lines: string[] = []
  let line = ''
  for (const word of words) {
    const longer = line + word
    if (widthOf(longer.trim()) <= (widths[lines.length] ?? 0)) {
      line = longer
      continue
    }
    if (line.trim() === '') return null
    lines.push(line.trim())
    line = word
    if (widthOf(word.trim()) > (widths[lines.length] ?? 0)) return null
  }
  lines.push(line.trim())
  return lines.length === widths.length ? lines : null
}

const ELLIPSIS = '…'

/** At the smallest size as much as there is room for. Nothing at all where not even one sign fits. */
function shortened(label: string, space: LabelSpace, measure: Measure, way: Way): FittedLabel {
  const widthOf = (text: string) => measure(text).width * SMALLEST
  const signs = [...new Intl.Segmenter('th', { granularity: 'grapheme' }).segment(label.trim())].map(
    ({ segment }) => segment,
  )
  const keeping = (kept: number): FittedLabel | null => {
    const cut = cutAt(signs, kept)
    if (cut === ELLIPSIS) return null
    const words = wordsOf(cut)
    const whole = measure(cut)
    for (let count = 1; count <= MOST_LINES; count += 1) {
      for (const room of rooms(way, space, count, SMALLEST, whole)) {
        const lines = fill(words, room.widths, widthOf)
        if (lines) return placed(way, SMALLEST, true, lines, room)
      }
    }
    return null
  }
  let best: FittedLabel | null = null
  // Halving the part that is in question: fewer signs need less room.
  for (let fits = 0, fails = signs.length; fails - fits > 1; ) {
    const kept = (fits + fails) >> 1
    const fitted = keeping(kept)
    best = fitted ?? best
    if (fitted) fits = kept
    else fails = kept
  }
  return best ?? { way, size: SMALLEST, isShortened: true, lines: [], end: 0 }
}

/** Thai and Lao write some vowels before their consonant: alone they say nothing. */
const LEADING_VOWELS = /[\s\u0e40-\u0e44\u0ec0-\u0ec4]+$/

function cutAt(signs: readonly string[], kept: number): string {
  return signs.slice(0, kept).join('').replace(LEADING_VOWELS, '') + ELLIPSIS
}

const BEGINS_WORD = /^[\u0e01-\u0e2e\u0e40-\u0e44\u0e81-\u0eae\u0ec0-\u0ec4\u0edc-\u0edf]/
const ENDS_WORD = /[\u0e01-\u0e3a\u0e45-\u0e4e\u0e81-\u0ebd\u0ec8-\u0ecd\u0edc-\u0edf]$/

/** Where a line may end: after a blank, and between two words of a script that writes none. */
export function wordsOf(label: string): readonly string[] {
  const words: string[] = []
  for (const { segment } of new Intl.Segmenter('th', { granularity: 'word' }).segment(label.trim())) {
    const last = words.at(-1)
    const isNew =
      last === undefined || /\s$/.test(last) || (ENDS_WORD.test(last) && BEGINS_WORD.test(segment))
    if (isNew) words.push(segment)
    else words[words.length - 1] = last + segment
  }
  return words
}

function cached(measure: Measure): Measure {
  const known = new Map<string, TextSize>()
  return (text) => {
    const size = known.get(text) ?? measure(text)
    known.set(text, size)
    return size
  }
}
