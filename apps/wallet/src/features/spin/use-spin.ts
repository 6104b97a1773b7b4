/** One spin after another: the tap, the call, the wheel's way to its rest, the prize, and what became of the coin when there is none. */

import { after } from '@kapao/browser/timers'
import { listCoupons } from '@kapao/contract/spinwheel'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ask } from '../../lib/http.ts'
import { createIntent } from '../../lib/intent.ts'
import { draw } from './draw.ts'
import {
  canSpin,
  type Gain,
  isAtRest,
  nextSpinState,
  placeOf,
  type SpinEvent,
  type SpinState,
  type Wheel,
} from './spin-machine.ts'
import { restIn } from './spin-motion.ts'
import { type Coupons, couponsQuery, wheelQuery } from './spin-queries.ts'
import type { WheelDriver } from './wheel-driver.ts'

/** Between the stop and the sheet: long enough to see where it stopped. */
const LOOK_MS = 750
/** Two frames after the tap. */
const SEEN_MS = 34
/** A tap is answered by a turning wheel, even when the line is known to be down at once. */
const SHORTEST_TURNING_MS = 900

export interface Spin {
  readonly state: SpinState
  readonly tap: (wheel: Wheel) => void
  readonly close: () => void
}

export function useSpin(driver: RefObject<WheelDriver | null>): Spin {
  const queries = useQueryClient()
  const [intent] = useState(() => createIntent('spin'))
  const { state, current, happens, happensSoon } = useSpinState()
  const stopWaiting = useRef(() => {})
  useLeaving(() => {
    stopWaiting.current()
    // Who leaves a turning wheel finds the prize when they come back.
    if (!isAtRest(current.current)) reload(queries)
  })

  function later(waitMs: number, run: () => void) {
    stopWaiting.current = after(waitMs, run)
  }

  function tap(wheel: Wheel) {
    // A tap is work enough for the browser: what it sets going is a task of its own.
    if (canSpin(current.current, wheel)) later(0, () => begin(wheel))
  }

  function begin(wheel: Wheel) {
    // Of two taps in one moment the first spins.
    if (!canSpin(current.current, wheel)) return
    driver.current?.start(wheel.slices.length)
    const tappedAtMs = performance.now()
    // The wheel turns first; then the page asks for the result, and says so.
    happensSoon({ type: 'tapped', wheel })
    later(0, () => void spin(wheel, tappedAtMs))
  }

  async function spin(wheel: Wheel, tappedAtMs: number) {
    const before = queries.getQueryData(couponsQuery.queryKey)
    const result = await draw(intent, wheel)
    if (!result.ok) {
      const earlyMs = SHORTEST_TURNING_MS - (performance.now() - tappedAtMs)
      later(Math.max(0, earlyMs), () => {
        happens({ type: 'failed', failure: result.failure, isPerhapsDone: result.isPerhapsDone })
        driver.current?.giveUp(() => happens({ type: 'rested' }))
      })
      reload(queries)
      return
    }
    const { answer } = result
    const { queryKey } = wheelQuery
    queries.setQueryData(queryKey, (shown) => shown && { ...shown, userCoin: answer.remainingCoin })
    happens({ type: 'answered', drawn: answer })
    const slice = placeOf(answer, wheel.slices)
    if (slice >= 0 && driver.current) land(before, restIn(slice, wheel.slices.length, Math.random()))
    else {
      // The page was left, or the wheel that it shows is not the one that was spun.
      driver.current?.giveUp(() => happens({ type: 'rested' }))
      reload(queries)
    }
  }

  function land(before: Coupons | undefined, rest: number) {
    // Asked for while the wheel turns, shown when the prize is closed (coupon-table.tsx).
    void newCoupons().then((answer) => {
      if (answer) queries.setQueryData(couponsQuery.queryKey, answer)
      happens({ type: 'gained', gain: gainOf(before, answer) })
    })
    driver.current?.land(rest, () => {
      happens({ type: 'rested' })
      later(LOOK_MS, () =>
        // In pieces: the lights still flash.
        startTransition(() => happens({ type: 'shown' })),
      )
    })
  }

  function close() {
    happens({ type: 'closed' })
    reload(queries)
  }

  return { state, tap, close }
}

function useSpinState() {
  const [state, setState] = useState<SpinState>({ at: 'idle' })
  // A second tap may come before the first one's state is drawn.
  const current = useRef(state)
  function happens(event: SpinEvent) {
    current.current = nextSpinState(current.current, event)
    setState(current.current)
  }
  /** It is so at once, and seen when the frame that the tap set going is over. */
  function happensSoon(event: SpinEvent) {
    current.current = nextSpinState(current.current, event)
    after(SEEN_MS, () => startTransition(() => setState(current.current)))
  }
  return { state, current, happens, happensSoon }
}

function useLeaving(leave: () => void): void {
  const left = useEffectEvent(leave)
  useEffect(() => () => left(), [])
}

/** Coins and coupons as the server has them now, whatever was lost on the way. */
function reload(queries: QueryClient): void {
  // Home and the profile show the coins, too.
  void queries.invalidateQueries({ queryKey: ['wallet'] })
  void queries.invalidateQueries({ queryKey: ['profile'] })
  void queries.invalidateQueries({ queryKey: ['wheel'] })
}

/** Null where they do not come: then the reload after the prize tells. */
function newCoupons(): Promise<Coupons | null> {
  return ask(listCoupons).catch(() => null)
}

function gainOf(before: Coupons | undefined, now: Coupons | null): Gain {
  if (!before || !now) return 'unknown'
  const known = new Set(before.coupons.map(({ _id }) => _id))
  return now.coupons.find(({ _id }) => !known.has(_id)) ?? 'nothing'
}
