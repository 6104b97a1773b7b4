import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  beginSpin,
  FULL_SPEED,
  giveUp,
  landAt,
  type Motion,
  partOfTurn,
  pointerBend,
  positionAt,
  restIn,
  restsAtMs,
  speedAt,
} from './spin-motion.ts'

const slices = fc.integer({ min: 2, max: 40 })
const drawn = slices.chain((count) =>
  fc.record({
    count: fc.constant(count),
    slice: fc.integer({ min: 0, max: count - 1 }),
    where: fc.double({ min: 0, max: 1, noNaN: true }),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    answeredAtMs: fc.double({ min: 0, max: 60_000, noNaN: true }),
  }),
)
type Drawn = typeof drawn extends fc.Arbitrary<infer One> ? One : never

function landed({ count, slice, where, from, answeredAtMs }: Drawn): Motion {
  return landAt(beginSpin(from), answeredAtMs, restIn(slice, count, where))
}

/** The time of each frame on a screen that shows one every `periodMs` and drops some. */
function frames(periodMs: number, dropped: readonly boolean[], untilMs: number): number[] {
  const times: number[] = []
  for (let frame = 0; frame * periodMs < untilMs + periodMs; frame += 1)
    if (!dropped[frame % dropped.length]) times.push(frame * periodMs)
  times.push(untilMs + 1000)
  return times
}

describe('a spin that was drawn', () => {
  it('rests in the middle part of the drawn slice, whenever the answer came', () => {
    fc.assert(
      fc.property(drawn, (one) => {
        const rest = positionAt(landed(one), restsAtMs(landed(one)))
        // Slices lie clockwise from the top of a wheel at 0.
        const inside = partOfTurn(-rest) * one.count - one.slice
        expect(inside).toBeGreaterThan(0.199)
        expect(inside).toBeLessThan(0.801)
      }),
    )
  })

  it('makes two to three turns more from the moment it has full speed and its answer', () => {
    fc.assert(
      fc.property(drawn, (one) => {
        const motion = landed(one)
        const begin = positionAt(motion, Math.max(one.answeredAtMs, 450))
        const turns = positionAt(motion, restsAtMs(motion)) - begin
        expect(turns).toBeGreaterThan(2 - 1e-9)
        expect(turns).toBeLessThan(3 + 1e-9)
      }),
    )
  })

  it('ends at the same place at 60 Hz, at 120 Hz and when frames drop', () => {
    const cadence = fc.record({
      periodMs: fc.constantFrom(1000 / 60, 1000 / 120, 1000 / 90, 50),
      dropped: fc.array(fc.boolean(), { minLength: 2, maxLength: 9 }).map((list) => [false, ...list]),
    })
    fc.assert(
      fc.property(drawn, cadence, cadence, (one, a, b) => {
        const motion = landed({ ...one, answeredAtMs: one.answeredAtMs % 2000 })
        const ends = [a, b].map(({ periodMs, dropped }) =>
          frames(periodMs, dropped, restsAtMs(motion))
            .map((ms) => positionAt(motion, ms))
            .at(-1),
        )
        expect(ends[0]).toBe(ends[1])
      }),
    )
  })

  it('never turns back, never jumps, and does not change its speed at once', () => {
    fc.assert(
      fc.property(drawn, (one) => {
        const motion = landed({ ...one, answeredAtMs: one.answeredAtMs % 3000 })
        const stepMs = 4
        const changes = { back: 0, jump: 0, jolt: 0 }
        for (let ms = 0; ms < restsAtMs(motion) + 100; ms += stepMs) {
          const way = positionAt(motion, ms + stepMs) - positionAt(motion, ms)
          const change = Math.abs(speedAt(motion, ms + stepMs) - speedAt(motion, ms))
          changes.back = Math.min(changes.back, way)
          changes.jump = Math.max(changes.jump, way)
          changes.jolt = Math.max(changes.jolt, change)
        }
        expect(changes.back).toBeGreaterThan(-1e-9)
        expect(changes.jump).toBeLessThan((FULL_SPEED * stepMs) / 1000 + 1e-9)
        expect(changes.jolt).toBeLessThan(0.03)
      }),
      { numRuns: 30 },
    )
  })

  it('goes on from the waiting at the same place and the same speed', () => {
    fc.assert(
      fc.property(drawn, (one) => {
        const waiting = beginSpin(one.from)
        const motion = landed(one)
        const ms = one.answeredAtMs
        expect(positionAt(motion, ms)).toBeCloseTo(positionAt(waiting, ms), 9)
        expect(speedAt(motion, ms)).toBeCloseTo(speedAt(waiting, ms), 9)
      }),
    )
  })

  it('loses 0.9 % of its speed and a little drag in a sixtieth of a second', () => {
    const motion = landAt(beginSpin(0), 1000, 0.3)
    const brakes = restsAtMs(motion) - 3000
    const [before, after] = [speedAt(motion, brakes), speedAt(motion, brakes + 1000 / 60)]
    expect(after).toBeCloseTo(before * 0.991 - 0.1 * 0.009, 9)
  })

  it('keeps turning as long as no answer is there', () => {
    const motion = beginSpin(0)
    expect(speedAt(motion, 59_000)).toBe(FULL_SPEED)
    expect(restsAtMs(motion)).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('a spin without a result', () => {
  const stopped = fc.record({ atMs: fc.double({ min: 0, max: 60_000, noNaN: true }), count: slices })

  it('slows to a stop within three seconds from whatever speed it had', () => {
    fc.assert(
      fc.property(stopped, ({ atMs, count }) => {
        const waiting = beginSpin(0.25)
        const motion = giveUp(waiting, atMs, count)
        expect(positionAt(motion, atMs)).toBeCloseTo(positionAt(waiting, atMs), 9)
        expect(speedAt(motion, atMs)).toBeCloseTo(speedAt(waiting, atMs), 9)
        expect(restsAtMs(motion) - atMs).toBeLessThan(3000)
        expect(positionAt(motion, restsAtMs(motion)) - positionAt(motion, atMs)).toBeGreaterThan(0)
        expect(speedAt(motion, restsAtMs(motion))).toBe(0)
      }),
    )
  })

  it('rests on no line, and its pointer on no peg', () => {
    fc.assert(
      fc.property(stopped, ({ atMs, count }) => {
        const motion = giveUp(beginSpin(0.25), atMs, count)
        const rest = positionAt(motion, restsAtMs(motion))
        expect((partOfTurn(-rest) * count) % 1).toBeCloseTo(0.5, 6)
        expect(pointerBend(rest, 0, count)).toBe(0)
      }),
    )
  })
})

describe('the pointer', () => {
  it('is bent to its full by each border, and back within a moment', () => {
    fc.assert(
      fc.property(slices, fc.nat(39), (count, border) => {
        const before = -border / count - 1e-6 / count
        expect(pointerBend(before, 0.2, count)).toBeGreaterThan(0.99)
      }),
    )
    // A tenth of a turn a second, on ten slices: half a second after the border.
    expect(Math.abs(pointerBend(0.5 / 10, 0.1, 10))).toBeLessThan(0.01)
  })

  it('hangs straight where the wheel rests', () => {
    fc.assert(
      fc.property(drawn, ({ count, slice, where }) => {
        expect(pointerBend(restIn(slice, count, where), 0, count)).toBe(0)
      }),
    )
  })

  it('is never bent further than it goes', () => {
    const speed = fc.double({ min: 0, max: FULL_SPEED, noNaN: true })
    const position = fc.double({ min: 0, max: 100, noNaN: true })
    fc.assert(
      fc.property(position, speed, slices, (at, now, count) => {
        expect(Math.abs(pointerBend(at, now, count))).toBeLessThanOrEqual(1)
      }),
    )
  })
})
