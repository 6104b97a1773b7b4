/**
 * Turns the wheel and its pointer, outside of React, by animations that run from the moment of the tap: whatever becomes known on the way gives
 * another animation with the same beginning. Whoever wants less motion sees the face fade over to where it would have come to rest.
 */
import { after } from '@kapao/browser/timers'
import { beginSpin, giveUp, landAt, type Motion, partOfTurn, positionAt } from './spin-motion.ts'
import {
  brakingPointerFrames,
  type Frames,
  faceFrames,
  restingTransform,
  startingPointerFrames,
  tickingFrames,
} from './wheel-frames.ts'

export interface WheelParts {
  readonly face: HTMLElement
  readonly pointer: HTMLElement
}

export interface WheelDriver {
  /** Where the wheel stands, on a page that was just drawn. */
  place(position: number): void
  start(slices: number): void
  land(rest: number, rested: () => void): void
  giveUp(rested: () => void): void
  stop(): void
}

const FADE_MS = 180
/** Less than it takes a wheel to gather speed, after which it may brake. */
const AFTERWARDS_MS = 60

export function wantsLessMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

export function driveWheel({ face, pointer }: WheelParts): WheelDriver {
  let motion: Motion = beginSpin(0)
  let startedAtMs = 0
  let slices = 2
  let running: readonly Animation[] = []
  let stopWaiting = () => {}

  function place(position: number) {
    motion = beginSpin(partOfTurn(position))
    face.style.transform = restingTransform(position)
  }

  function play(element: HTMLElement, { keyframes, beginsAtMs, durationMs, iterations }: Frames): Animation {
    const timing = { delay: beginsAtMs, duration: durationMs, iterations, fill: 'forwards' } as const
    const animation = element.animate(keyframes, timing)
    animation.startTime = startedAtMs
    return animation
  }

  /** The new ones first: at no moment is the wheel without one. */
  function replace(next: readonly Animation[]) {
    stopWaiting()
    const before = running
    running = next
    for (const animation of before) {
      if (next.includes(animation)) continue
      animation.onfinish = null
      animation.cancel()
    }
  }

  function rest(rested: () => void) {
    place(positionAt(motion, Number.POSITIVE_INFINITY))
    replace([])
    rested()
  }

  async function fadeToRest(rested: () => void) {
    await fade(face, [1, 0])
    place(positionAt(motion, Number.POSITIVE_INFINITY))
    await fade(face, [0, 1])
    rested()
  }

  function end(ending: Motion, rested: () => void) {
    motion = ending
    const turning = play(face, faceFrames(motion))
    turning.onfinish = () => rest(rested)
    const [, ...ticking] = running
    replace([turning, ...ticking])
    // Until it brakes the pointer ticks as it did: its many other frames can wait until what the answer sets going is done.
    stopWaiting = after(AFTERWARDS_MS, () => {
      running = [...running, play(pointer, brakingPointerFrames(ending, slices))]
    })
  }

  return {
    place,
    start(count) {
      slices = count
      startedAtMs = now()
      if (wantsLessMotion()) return
      replace([
        play(face, faceFrames(motion)),
        play(pointer, startingPointerFrames(motion, slices)),
        play(pointer, tickingFrames(motion, slices)),
      ])
    },
    land(at, rested) {
      const ms = now() - startedAtMs
      const landing = landAt(motion, ms, at)
      if (running.length > 0) end(landing, rested)
      else {
        motion = landing
        void fadeToRest(rested)
      }
    },
    giveUp(rested) {
      const ms = now() - startedAtMs
      if (running.length > 0) end(giveUp(motion, ms, slices), rested)
      else rested()
    },
    stop: () => replace([]),
  }
}

/** By the clock of the animations. */
function now(): number {
  return Number(document.timeline.currentTime ?? performance.now())
}

async function fade(element: HTMLElement, opacity: number[]): Promise<void> {
  try {
    await element.animate({ opacity }, { duration: FADE_MS, easing: 'ease-in-out' }).finished
  } catch {
    // The page was left meanwhile.
  }
}
