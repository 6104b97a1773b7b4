/**
 * Turns the wheel: writes the face's and the pointer's transform once per frame, from the time alone and outside of React. Whoever wants less
 * motion sees the face fade over to where it would have come to rest.
 */
import {
  beginSpin,
  giveUp,
  landAt,
  type Motion,
  partOfTurn,
  pointerBend,
  positionAt,
  restsAtMs,
  speedAt,
} from './spin-motion.ts'

export interface WheelParts {
  readonly face: HTMLElement
  readonly pointer: HTMLElement
}

export interface WheelDriver {
  /** Where the wheel stands, on a page that was just drawn. */
  place(position: number, slices: number): void
  start(slices: number): void
  land(rest: number, rested: () => void): void
  giveUp(rested: () => void): void
  stop(): void
}

const MOST_BEND_DEGREES = 24
const FADE_MS = 180

export function wantsLessMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

export function driveWheel({ face, pointer }: WheelParts): WheelDriver {
  let motion: Motion = beginSpin(0)
  let startedAtMs = 0
  let frame = 0
  let bentDegrees = 0
  let slices = 0
  let whenRested = () => {}

  function show(position: number, speed: number) {
    face.style.transform = `rotate(${partOfTurn(position)}turn)`
    // The wheel's pegs take the tip along to the right.
    const degrees = Math.round(-MOST_BEND_DEGREES * pointerBend(position, speed, slices) * 10) / 10
    if (degrees === bentDegrees) return
    bentDegrees = degrees
    pointer.style.transform = `rotate(${degrees}deg)`
  }

  function rest() {
    const at = positionAt(motion, Number.POSITIVE_INFINITY)
    motion = beginSpin(partOfTurn(at))
    show(at, 0)
    whenRested()
  }

  function draw(now: number) {
    // The first frame's time may lie before the tap's.
    const ms = Math.max(0, now - startedAtMs)
    if (ms >= restsAtMs(motion)) {
      rest()
      return
    }
    show(positionAt(motion, ms), speedAt(motion, ms))
    frame = requestAnimationFrame(draw)
  }

  async function fadeToRest() {
    await fade(face, [1, 0])
    rest()
    await fade(face, [0, 1])
  }

  function end(ending: Motion, rested: () => void) {
    whenRested = rested
    motion = ending
    if (wantsLessMotion() && frame === 0) void fadeToRest()
  }

  return {
    place(position, count) {
      motion = beginSpin(position)
      slices = count
      show(position, 0)
    },
    start(count) {
      cancelAnimationFrame(frame)
      slices = count
      startedAtMs = performance.now()
      frame = wantsLessMotion() ? 0 : requestAnimationFrame(draw)
    },
    land: (at, rested) => end(landAt(motion, performance.now() - startedAtMs, at), rested),
    giveUp(rested) {
      const isStill = frame === 0
      if (isStill) rested()
      else end(giveUp(motion, performance.now() - startedAtMs, slices), rested)
    },
    stop: () => cancelAnimationFrame(frame),
  }
}

async function fade(element: HTMLElement, opacity: number[]): Promise<void> {
  try {
    await element.animate({ opacity }, { duration: FADE_MS, easing: 'ease-in-out' }).finished
  } catch {
    // The page was left meanwhile.
  }
}
