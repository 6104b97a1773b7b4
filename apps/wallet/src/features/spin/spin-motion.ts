/**
 * How the wheel moves: its position and speed as pure functions of the time since the tap, so that it is the same wheel at 60 and 120 Hz and
 * when frames drop. Positions are in turns, clockwise and growing; speeds in turns per second. docs/decisions/wheel-page.md has the formulas.
 */

/** What is left of the speed after a sixtieth of a second (spec §9), as a continuous decay. */
const FRICTION = 0.991
const DECAY_PER_S = -60 * Math.log(FRICTION)

/** Friction alone never quite stops a wheel; this is the dry drag of its axle, in turns per second. */
const DRAG = 0.1
/** Without an answer there is no slice to wait for: it brakes harder. */
const DRAG_GIVING_UP = 0.7

const BRAKING_TURNS = 2
export const START_MS = 450

/** Of a slice's width, on either side: the wheel never stops on a line, nor with its pointer leaning on a peg. */
const MARGIN = 0.2

/** From full speed to rest. */
interface Stop {
  readonly brakesAtMs: number
  readonly from: number
  readonly drag: number
  readonly at: number
}

/** A spin since its tap. Without `stop` it keeps turning. */
export interface Motion {
  readonly from: number
  readonly stop: Stop | null
}

function brakingTurns(speed: number, drag: number): number {
  return speed / DECAY_PER_S - drag * brakingSeconds(speed, drag)
}

function brakingSeconds(speed: number, drag: number): number {
  return Math.log(1 + speed / drag) / DECAY_PER_S
}

/** The speed from which the friction needs exactly two turns to a stop; Newton's method, which is there after a few steps. */
export const FULL_SPEED = Array.from({ length: 12 }).reduce<number>(
  (speed) => speed - ((brakingTurns(speed, DRAG) - BRAKING_TURNS) * DECAY_PER_S * (speed + DRAG)) / speed,
  BRAKING_TURNS * DECAY_PER_S,
)

/** The way of the first moment, in which it gathers speed. */
const STARTING_TURNS = (FULL_SPEED * START_MS * 2) / 3 / 1000

export function beginSpin(from: number): Motion {
  return { from, stop: null }
}

export function positionAt(motion: Motion, ms: number): number {
  const { stop } = motion
  if (stop === null || ms < stop.brakesAtMs) return motion.from + turningPosition(ms)
  if (ms >= restsAtMs(motion)) return stop.at
  const seconds = (ms - stop.brakesAtMs) / 1000
  const reach = (FULL_SPEED + stop.drag) / DECAY_PER_S
  return stop.from + reach * (1 - Math.exp(-DECAY_PER_S * seconds)) - stop.drag * seconds
}

export function speedAt(motion: Motion, ms: number): number {
  const { stop } = motion
  if (stop === null || ms < stop.brakesAtMs) return turningSpeed(ms)
  if (ms >= restsAtMs(motion)) return 0
  const seconds = (ms - stop.brakesAtMs) / 1000
  return (FULL_SPEED + stop.drag) * Math.exp(-DECAY_PER_S * seconds) - stop.drag
}

export function restsAtMs({ stop }: Motion): number {
  return stop === null
    ? Number.POSITIVE_INFINITY
    : stop.brakesAtMs + brakingSeconds(FULL_SPEED, stop.drag) * 1000
}

/** Goes on at full speed for up to a turn, and brakes for two, so that it rests at `rest` (of which only the part of a turn counts). */
export function landAt(motion: Motion, answeredAtMs: number, rest: number): Motion {
  return brake(motion, answeredAtMs, DRAG, (earliest) => partOfTurn(rest - earliest))
}

/** Brakes at once, or when it has full speed, and rests in the middle of the slice that comes. */
export function giveUp(motion: Motion, atMs: number, slices: number): Motion {
  const middle = restIn(0, slices, 0.5)
  return brake(motion, atMs, DRAG_GIVING_UP, (earliest) => partOfTurn((middle - earliest) * slices) / slices)
}

/** `more` gives how far it has to go on before it brakes, from where it would rest at the earliest. */
function brake(motion: Motion, atMs: number, drag: number, more: (earliest: number) => number): Motion {
  const fullMs = Math.max(atMs, START_MS)
  const full = motion.from + turningPosition(fullMs)
  const braking = brakingTurns(FULL_SPEED, drag)
  const way = more(full + braking)
  const from = full + way
  const brakesAtMs = fullMs + (way / FULL_SPEED) * 1000
  return { from: motion.from, stop: { brakesAtMs, from, drag, at: from + braking } }
}

function turningPosition(ms: number): number {
  const x = Math.min(1, Math.max(0, ms / START_MS))
  const beyondMs = Math.max(0, ms - START_MS)
  return STARTING_TURNS * 1.5 * (x * x - (x * x * x) / 3) + (FULL_SPEED * beyondMs) / 1000
}

function turningSpeed(ms: number): number {
  const x = Math.min(1, Math.max(0, ms / START_MS))
  return FULL_SPEED * x * (2 - x)
}

export function partOfTurn(turns: number): number {
  const part = turns % 1
  return part < 0 ? part + 1 : part
}

/** Where the wheel rests with this slice under the pointer. `where` is from 0 to 1 across the part of the slice that is used. */
export function restIn(slice: number, slices: number, where: number): number {
  return partOfTurn(-(slice + MARGIN + (1 - 2 * MARGIN) * where) / slices)
}

/** How far a peg pushes the pointer before it slips off: degrees of the wheel, and at most this part of a slice. */
const TOUCH_DEGREES = 5
const TOUCH_PART = 0.18
const SPRING_BACK_S = 0.06
const SPRING_PERIOD_S = 0.11
const AT_REST = 1e-4

/** How far the pointer is bent, 0 to 1, negative while it swings back: pushed by the peg of each border, then let go. */
export function pointerBend(position: number, speed: number, slices: number): number {
  const ahead = partOfTurn(-position * slices)
  const touch = Math.min(TOUCH_PART, (TOUCH_DEGREES * slices) / 360)
  const pushed = ahead < touch ? 1 - ahead / touch : 0
  if (speed < AT_REST) return pushed
  const sinceSeconds = (1 - ahead) / (speed * slices)
  const swing =
    Math.exp(-sinceSeconds / SPRING_BACK_S) * Math.cos((2 * Math.PI * sinceSeconds) / SPRING_PERIOD_S)
  return pushed > 0 ? Math.max(pushed, swing) : swing
}
