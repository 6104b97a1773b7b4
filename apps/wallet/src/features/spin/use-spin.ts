/** One spin after another: the tap, the call, the wheel's way to its rest, the prize, and what became of the coin when there is none. */

import { after } from '@kapao/browser/timers'
import { listCoupons, spinWheel } from '@kapao/contract/spinwheel'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ask, type Result, send } from '../../lib/http.ts'
import { createIntent } from '../../lib/intent.ts'
import {
  canSpin,
  type Drawn,
  type Gain,
  nextSpinState,
  type SpinEvent,
  type SpinState,
  type Wheel,
} from './spin-machine.ts'
import { restIn } from './spin-motion.ts'
import { type Coupons, couponsQuery, wheelQuery } from './spin-queries.ts'
import type { WheelDriver } from './wheel-driver.ts'

/** Between the stop and the sheet: long enough to see where it stopped. */
const LOOK_MS = 750
/** A tap is answered by a turning wheel, even when the line is known to be down at once. */
const SHORTEST_TURNING_MS = 900

interface Spin {
  readonly state: SpinState
  readonly tap: (wheel: Wheel) => void
  readonly close: () => void
}

export function useSpin(driver: RefObject<WheelDriver | null>): Spin {
  const queries = useQueryClient()
  const [intent] = useState(() => createIntent('spin'))
  const [state, setState] = useState<SpinState>({ at: 'idle' })
  // A second tap may come before the first one's state is drawn.
  const current = useRef(state)
  const stopWaiting = useRef(() => {})
  useEffect(() => () => stopWaiting.current(), [])

  function happens(event: SpinEvent) {
    current.current = nextSpinState(current.current, event)
    setState(current.current)
  }

  function later(waitMs: number, run: () => void) {
    stopWaiting.current = after(waitMs, run)
  }

  /** Coins and coupons as the server has them now, whatever was lost on the way. */
  function reload(): Promise<void> {
    // Home shows the coins with the wallet's figures.
    void queries.invalidateQueries({ queryKey: ['wallet'] })
    return queries.invalidateQueries({ queryKey: ['wheel'] })
  }

  function tap(wheel: Wheel) {
    if (!canSpin(current.current, wheel)) return
    happens({ type: 'tapped', wheel })
    driver.current?.start(wheel.slices.length)
    void spin(wheel, performance.now())
  }

  async function spin(wheel: Wheel, tappedAtMs: number) {
    // The coins are in it: when they show after a reload that the lost spin took one, the next tap is another spin.
    const result = readOutcome(await send(spinWheel, { intent: intent.keyFor(`coins:${wheel.userCoin}`) }))
    intent.settle(result)
    if (!result.ok) {
      const earlyMs = SHORTEST_TURNING_MS - (performance.now() - tappedAtMs)
      later(Math.max(0, earlyMs), () => {
        happens({ type: 'failed', failure: result.failure })
        driver.current?.giveUp(() => happens({ type: 'rested' }))
      })
      void reload()
      return
    }
    const { answer } = result
    queries.setQueryData(
      wheelQuery.queryKey,
      (shown) => shown && { ...shown, userCoin: answer.remainingCoin },
    )
    happens({ type: 'answered', drawn: answer })
    const slice = wheel.slices.findIndex(({ code }) => code === answer.code)
    if (slice < 0) {
      driver.current?.giveUp(() => happens({ type: 'rested' }))
      void reload()
    } else land(wheel, slice)
  }

  function land(wheel: Wheel, slice: number) {
    const before = queries.getQueryData(couponsQuery.queryKey)
    let now: Coupons | undefined
    // Asked for while the wheel turns, shown when it rests: the list must not tell the prize before the wheel does.
    ask(listCoupons).then(
      (answer) => {
        now = answer
      },
      () => {
        // Then the reload after the prize tells.
      },
    )
    const count = wheel.slices.length
    driver.current?.land(restIn(slice, count, Math.random()), () => {
      happens({ type: 'rested' })
      later(LOOK_MS, () => {
        if (now) queries.setQueryData(couponsQuery.queryKey, now)
        happens({ type: 'shown', gain: gainOf(before, now) })
      })
    })
  }

  function close() {
    happens({ type: 'closed' })
    void reload()
  }

  return { state, tap, close }
}

type Answer = { success: true; result: Drawn } | { success: false; error: string }

/** A spin that the server refuses in a success of HTTP is a refusal all the same. */
function readOutcome(result: Result<Answer>): Result<Drawn> {
  if (!result.ok) return result
  const { answer } = result
  if (answer.success) return { ok: true, answer: answer.result }
  return { ok: false, failure: { kind: 'refused', message: answer.error } }
}

function gainOf(before: Coupons | undefined, now: Coupons | undefined): Gain {
  if (!before || !now) return 'unknown'
  const known = new Set(before.coupons.map(({ _id }) => _id))
  return now.coupons.some(({ _id }) => !known.has(_id)) ? 'coupon' : 'nothing'
}
