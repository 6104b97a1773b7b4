import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  beginSpin,
  FULL_SPEED,
  giveUp,
  landAt,
  type Motion,
  positionAt,
  restIn,
  restsAtMs,
  START_MS,
} from './spin-motion.ts'
import {
  brakingPointerFrames,
  type Frames,
  faceFrames,
  restingTransform,
  startingPointerFrames,
  tickingFrames,
} from './wheel-frames.ts'

/** What the browser shows at this time after the tap, in the unit of the frames. */
function shownAt({ keyframes, beginsAtMs, durationMs, iterations }: Frames, ms: number): number {
  const run = (ms - beginsAtMs) / durationMs
  const part = iterations === 1 ? Math.min(1, run) : run % 1
  const after = Math.max(
    1,
    keyframes.offset.findIndex((offset) => offset >= part),
  )
  const [from = 0, to = 0] = [keyframes.offset[after - 1], keyframes.offset[after]]
  const [one, other] = [numberIn(keyframes.transform[after - 1]), numberIn(keyframes.transform[after])]
  return one + ((other - one) * (part - from)) / (to - from)
}

function numberIn(transform: string | undefined): number {
  return Number(/^rotate\((-?[\d.]+)(?:turn|deg)\)$/.exec(transform ?? '')?.[1])
}

/** Anywhere on the way round: of doubles, nearly all would be next to nothing. */
const partOfWay = fc.integer({ min: 0, max: 999_999 }).map((millionths) => millionths / 1_000_000)
const spins = fc
  .record({
    count: fc.integer({ min: 2, max: 40 }),
    where: partOfWay,
    from: partOfWay,
    answeredAtMs: fc.integer({ min: 0, max: 60_000_000 }).map((micros) => micros / 1_000),
  })
  .map((one) => ({ ...one, waiting: beginSpin(one.from) }))
const ended = spins.chain((one) =>
  fc.record({
    count: fc.constant(one.count),
    endsAtMs: fc.constant(one.answeredAtMs),
    waiting: fc.constant(one.waiting),
    motion: fc.constantFrom<Motion>(
      landAt(one.waiting, one.answeredAtMs, restIn(0, one.count, one.where)),
      giveUp(one.waiting, one.answeredAtMs, one.count),
    ),
  }),
)

const TENTH_OF_DEGREE = 0.1 / 360

describe('the frames of the face', () => {
  it('show it where it is, to a tenth of a degree, from the tap to the rest', () => {
    fc.assert(
      fc.property(ended, ({ motion }) => {
        const frames = faceFrames(motion)
        // Everywhere, not here and there: where it brakes hardest is a small part of the way.
        for (let ms = 0; ms < restsAtMs(motion); ms += 5) {
          expect(Math.abs(shownAt(frames, ms) - positionAt(motion, ms))).toBeLessThan(TENTH_OF_DEGREE)
        }
      }),
    )
  })

  it('end where it is painted at rest', () => {
    fc.assert(
      fc.property(ended, ({ motion }) => {
        const { keyframes, beginsAtMs, durationMs } = faceFrames(motion)
        expect(beginsAtMs + durationMs).toBeCloseTo(restsAtMs(motion), 6)
        const rest = numberIn(keyframes.transform.at(-1)) % 1
        const painted = numberIn(restingTransform(positionAt(motion, Number.POSITIVE_INFINITY)))
        const away = Math.abs(rest - painted)
        // A hair before a whole turn is a hair beside none.
        expect(Math.min(away, 1 - away)).toBeLessThan(2e-6)
      }),
    )
  })

  it('are the same before the answer as after it, so that one animation may give way to the other', () => {
    fc.assert(
      fc.property(ended, ({ waiting, motion, endsAtMs }) => {
        const [before, after] = [waiting, motion].map((one) => shownAt(faceFrames(one), endsAtMs))
        expect(Math.abs((before ?? 0) - (after ?? 1))).toBeLessThan(TENTH_OF_DEGREE)
      }),
    )
  })

  it('keep it turning for as long as a call may take', () => {
    const frames = faceFrames(beginSpin(0.3))
    const way = shownAt(frames, 120_000) - shownAt(frames, 60_000)
    expect(way).toBeCloseTo(FULL_SPEED * 60, 3)
  })
})

describe("the pointer's frames", () => {
  it('tick once for each border that passes, in the same moment', () => {
    fc.assert(
      fc.property(spins, ({ count, waiting }) => {
        const frames = tickingFrames(waiting, count)
        expect(frames.durationMs).toBeCloseTo(1000 / (FULL_SPEED * count), 6)
        const bends = frames.keyframes.transform.map(numberIn)
        expect(bends.at(0)).toBe(bends.at(-1))
        expect(Math.min(...bends)).toBeLessThan(-15)
      }),
    )
  })

  it('go on from one to the next without a gap', () => {
    fc.assert(
      fc.property(ended, ({ count, waiting, motion }) => {
        const starting = startingPointerFrames(waiting, count)
        expect(starting.beginsAtMs + starting.durationMs).toBe(START_MS)
        expect(tickingFrames(waiting, count).beginsAtMs).toBe(START_MS)
        const braking = brakingPointerFrames(motion, count)
        expect(braking.beginsAtMs).toBe(motion.stop?.brakesAtMs)
        expect(braking.beginsAtMs + braking.durationMs).toBeCloseTo(restsAtMs(motion), 6)
      }),
    )
  })

  it('end straight, as it hangs on a wheel that rests', () => {
    fc.assert(
      fc.property(ended, ({ count, motion }) => {
        const last = numberIn(brakingPointerFrames(motion, count).keyframes.transform.at(-1))
        expect(Math.abs(last)).toBeLessThan(0.5)
      }),
    )
  })

  it('are few while nothing touches it', () => {
    const motion = landAt(beginSpin(0), 0, restIn(0, 2, 0.5))
    const frames = brakingPointerFrames(motion, 2)
    expect(frames.keyframes.offset.length).toBeLessThan((frames.durationMs / (1000 / 60)) * 0.7)
  })
})
