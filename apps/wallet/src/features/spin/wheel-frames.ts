/**
 * A spin as keyframes. Played as an animation of the browser, the wheel is turned by the compositor alone: it neither stops nor stutters when
 * the page has something else to do, and costs the page nothing in a frame. Between two of them the way is straight, so they lie close
 * where the speed changes. Times are milliseconds since the tap.
 */
import {
  FULL_SPEED,
  type Motion,
  partOfTurn,
  pointerBend,
  positionAt,
  restsAtMs,
  START_MS,
  speedAt,
} from './spin-motion.ts'

export interface Frames {
  readonly keyframes: { readonly transform: string[]; readonly offset: number[] }
  readonly beginsAtMs: number
  readonly durationMs: number
  readonly iterations: number
}

/** Longer than any call may take. */
const LONGEST_WAIT_MS = 300_000
const STARTING_STEP_MS = 14
const BRAKING_STEP_MS = 40

/** The whole spin, from the tap to the rest; without a result, to where nobody waits any more. */
export function faceFrames(motion: Motion): Frames {
  const { stop } = motion
  const starting = timesBetween(0, START_MS, STARTING_STEP_MS)
  const times = stop
    ? [...starting, ...timesBetween(stop.brakesAtMs, restsAtMs(motion), BRAKING_STEP_MS)]
    : [...starting, LONGEST_WAIT_MS]
  return framesAt(times, (ms) => `rotate(${roundedTo(positionAt(motion, ms), 6)}turn)`)
}

const MOST_BEND_DEGREES = 24
const POINTER_STEP_MS = 1000 / 60
/** A border bends the pointer for little more than a frame: with steps of one, it could come between two of them. */
const TICK_STEP_MS = 12

/** The pointer while the wheel gathers speed; what follows is `tickingFrames` until there is an answer. */
export function startingPointerFrames(motion: Motion, slices: number): Frames {
  return bendFrames(motion, slices, timesBetween(0, START_MS, POINTER_STEP_MS))
}

/** From where it brakes to the rest: until then it ticks. */
export function brakingPointerFrames(motion: Motion, slices: number): Frames {
  const fromMs = motion.stop?.brakesAtMs ?? START_MS
  return bendFrames(motion, slices, timesBetween(fromMs, restsAtMs(motion), POINTER_STEP_MS))
}

/** One tick of the pointer at full speed, over and over. */
export function tickingFrames(motion: Motion, slices: number): Frames {
  const tickMs = 1000 / (FULL_SPEED * slices)
  const endsAtMs = START_MS + tickMs
  const step = Math.max(tickMs / 32, Math.min(tickMs / 6, TICK_STEP_MS))
  const frames = bendFrames({ ...motion, stop: null }, slices, timesBetween(START_MS, endsAtMs, step))
  return { ...frames, iterations: Number.POSITIVE_INFINITY }
}

function bendFrames(motion: Motion, slices: number, times: readonly number[]): Frames {
  const bendAt = (ms: number) => {
    // The wheel's pegs take the tip along to the right.
    const bend = -MOST_BEND_DEGREES * pointerBend(positionAt(motion, ms), speedAt(motion, ms), slices)
    return `rotate(${roundedTo(bend, 1)}deg)`
  }
  return framesAt(times, bendAt)
}

/** From the first to the last, both included. */
function timesBetween(fromMs: number, toMs: number, stepMs: number): number[] {
  const steps = Math.max(1, Math.ceil((toMs - fromMs) / stepMs))
  return Array.from({ length: steps + 1 }, (_, step) => fromMs + ((toMs - fromMs) * step) / steps)
}

function framesAt(times: readonly number[], transformAt: (ms: number) => string): Frames {
  const beginsAtMs = times[0] ?? 0
  const durationMs = (times.at(-1) ?? 0) - beginsAtMs
  const transform: string[] = []
  const offset: number[] = []
  const drawn = times.map(transformAt)
  for (const [index, one] of drawn.entries()) {
    // A pointer that hangs still for a while needs no frames in between.
    if (one === drawn[index - 1] && one === drawn[index + 1]) continue
    transform.push(one)
    offset.push(durationMs === 0 ? index : ((times[index] ?? 0) - beginsAtMs) / durationMs)
  }
  return { keyframes: { transform, offset }, beginsAtMs, durationMs, iterations: 1 }
}

function roundedTo(value: number, decimals: number): number {
  const unit = 10 ** decimals
  return Math.round(value * unit) / unit
}

/** How the wheel stands at rest. */
export function restingTransform(position: number): string {
  return `rotate(${roundedTo(partOfTurn(position), 6)}turn)`
}
