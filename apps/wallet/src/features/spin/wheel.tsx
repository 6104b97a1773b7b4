/** The wheel itself: a rim with lamps, the face that turns, the pointer that ticks, and the button in its middle. */

import { after, every } from '@kapao/browser/timers'
import { Icon } from '@kapao/ui/icon'
import { type RefObject, useEffect, useRef } from 'react'
import { type Text, useText } from '../../lib/i18n.ts'
import { isOutcomeUnknown } from '../../lib/intent.ts'
import lamps from './lamps.module.css'
import { canSpin, isAtRest, type Slices, type SpinState, type Wheel } from './spin-machine.ts'
import { restIn } from './spin-motion.ts'
import styles from './wheel.module.css'
import { driveWheel, type WheelDriver } from './wheel-driver.ts'
import { drawFace, labelFont } from './wheel-face.ts'

interface WheelProps {
  readonly wheel: Wheel
  readonly state: SpinState
  readonly driver: RefObject<WheelDriver | null>
  readonly onTap: () => void
}

export function WheelStage({ wheel, state, driver, onTap }: WheelProps) {
  const t = useText()
  const face = useRef<HTMLCanvasElement>(null)
  const pointer = useRef<HTMLSpanElement>(null)
  // What a spin began with stays until it is over.
  const slices = isAtRest(state) ? wheel.slices : state.slices
  useEffect(() => {
    if (!face.current || !pointer.current) return undefined
    const driving = driveWheel({ face: face.current, pointer: pointer.current })
    driver.current = driving
    return () => {
      driving.stop()
      driver.current = null
    }
  }, [driver])
  const count = slices.length
  useEffect(() => driver.current?.place(restIn(0, count, 0.5)), [driver, count])
  useDrawing(face, slices)
  return (
    <div className={styles.wheel} data-at={state.at} data-untold={isUntold(state) ? '' : undefined}>
      <div className={styles.rim} />
      <div className={lamps.lamps} />
      <div className={styles.lip} />
      <div className={lamps.ring}>
        <div className={lamps.lights}>
          <span className={lamps.all} />
          <span className={lamps.odd} />
        </div>
        <span className={lamps.runner} />
        <span className={lamps.runner} />
        <span className={lamps.runner} />
      </div>
      <canvas ref={face} className={styles.face} role="img" aria-label={namesOf(t, slices)} />
      <div className={styles.glass} />
      <Hub wheel={wheel} state={state} onTap={onTap} />
      <span ref={pointer} className={styles.pointer}>
        <svg viewBox="0 0 32 44" overflow="visible" width="100%" height="100%" aria-hidden="true">
          <path className={styles.shade} d="M18 46C14 36 6 25 6 16a12 12 0 0 1 24 0c0 9-8 20-12 30z" />
          <path className={styles.needle} d="M16 43C12 33 4 22 4 13a12 12 0 0 1 24 0c0 9-8 20-12 30z" />
          <circle className={styles.pivot} cx="16" cy="13" r="5" />
        </svg>
      </span>
    </div>
  )
}

/** After a refusal nothing was won, and the wheel is there for the next spin. */
function isUntold(state: SpinState): boolean {
  if (state.at !== 'stopped') return false
  return state.trouble.kind === 'not-on-wheel' || isOutcomeUnknown(state.trouble.failure)
}

function namesOf(t: Text, slices: Slices): string {
  return t('spin.slices', { slices: slices.map(({ label }) => label).join(', ') })
}

/** Named by what it does and by the coins that are left. Without one it says so when it is pressed. */
function Hub({ wheel, state, onTap }: Omit<WheelProps, 'driver'>) {
  const t = useText()
  const coins = wheel.userCoin
  const isTurning = state.at === 'spinning' || state.at === 'landing' || state.at === 'stopping'
  return (
    <button
      type="button"
      className={styles.hub}
      aria-label={t('spin.spin-coins', { coins })}
      aria-busy={isTurning || undefined}
      aria-disabled={!canSpin(state, wheel) || undefined}
      data-empty={coins <= 0 && !isTurning ? '' : undefined}
      onClick={onTap}
    >
      <span className={styles.spin}>{t('spin.spin')}</span>
      <span className={styles.coins}>
        <Icon name="coin" size={14} />
        {coins}
      </span>
    </button>
  )
}

const RESIZED_MS = 500
const LOOK_AT_PIXELS_MS = 500

/** Draws the face when there is something new to see: slices, size, pixels of the screen, a font that came late. */
function useDrawing(face: RefObject<HTMLCanvasElement | null>, slices: Slices): void {
  useEffect(() => {
    const canvas = face.current
    if (!canvas) return undefined
    let stopResizing = () => {}
    let drawnFor = 0
    let latest = 0

    const draw = async () => {
      drawnFor = window.devicePixelRatio
      latest += 1
      const mine = latest
      const { color, fontFamily } = getComputedStyle(canvas)
      // Those of the phone will do until then: what comes late is drawn anew.
      const letters = slices.map(({ label }) => label).join('')
      document.fonts.load(labelFont(fontFamily, 16), letters).catch(() => undefined)
      const show = await drawFace(slices, canvas.clientWidth, { fontFamily, metal: color })
      if (mine === latest) show(canvas)
    }
    const drawForSize = () => {
      stopResizing()
      stopResizing = after(RESIZED_MS, draw)
    }
    const drawForPixels = () => {
      if (window.devicePixelRatio !== drawnFor) draw()
    }
    draw()
    window.addEventListener('resize', drawForSize)
    document.fonts.addEventListener('loadingdone', draw)
    // No event tells of every change of the pixels: media queries of the resolution stay silent where nothing else changes with it.
    const stopLooking = every(LOOK_AT_PIXELS_MS, drawForPixels)
    return () => {
      latest += 1
      stopResizing()
      stopLooking()
      window.removeEventListener('resize', drawForSize)
      document.fonts.removeEventListener('loadingdone', draw)
    }
  }, [face, slices])
}
