import { classes } from '@kapao/ui/classes'
import hidden from '@kapao/ui/hidden.module.css'
import { Icon } from '@kapao/ui/icon'
import { Spinner } from '@kapao/ui/spinner'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import styles from './pull-to-refresh.module.css'

const TRIGGER_PX = 72
const MOST_PX = 96
/** The finger moves twice as far as the sign: pulling should feel like pulling. */
const RESISTANCE = 2
const AXIS_PX = 8

/**
 * Pulling the page down at its top asks for everything anew. Touch alone: every page that has it also has a button or a period that does
 * the same. The sign lies over the page, so nothing moves under the finger.
 */
export function PullToRefresh({ onRefresh, label }: { onRefresh: () => Promise<unknown>; label: string }) {
  const sign = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  const isBusy = useEffectEvent(() => busy)
  const refresh = useEffectEvent(async () => {
    setBusy(true)
    await onRefresh().catch(() => undefined)
    setBusy(false)
  })

  useEffect(() => {
    // Straight to the element: a drawing of React's for every pixel would lag behind the finger.
    const show = (pulled: number) => {
      const element = sign.current
      if (!element) return
      element.style.setProperty('--pulled', `${pulled}px`)
      element.style.setProperty('--turn', `${pulled * 4}deg`)
      element.toggleAttribute('data-pulled', pulled > 0)
    }
    return followPull({
      mayStart: () => !isBusy(),
      show,
      release: (pulled) => {
        show(0)
        if (pulled >= TRIGGER_PX) void refresh()
      },
    })
  }, [])

  return (
    <>
      <div ref={sign} className={classes(styles.sign, busy && styles.busy)} aria-hidden="true">
        {busy ? <Spinner /> : <Icon name="refresh" size={20} />}
      </div>
      <span className={hidden.hidden} role="status">
        {busy ? label : null}
      </span>
    </>
  )
}

interface Pull {
  mayStart: () => boolean
  show: (pulled: number) => void
  release: (pulled: number) => void
}

function followPull({ mayStart, show, release }: Pull): () => void {
  let from: { x: number; y: number } | null = null
  let pulled = 0
  const start = (event: TouchEvent) => {
    const [touch, second] = event.touches
    const atTop = window.scrollY <= 0 && !document.querySelector('dialog[open]')
    from = touch && !second && atTop && mayStart() ? { x: touch.clientX, y: touch.clientY } : null
    pulled = 0
  }
  const move = (event: TouchEvent) => {
    const [touch] = event.touches
    if (!from || !touch) return
    const down = touch.clientY - from.y
    const aside = Math.abs(touch.clientX - from.x)
    // A carousel's swipe, or the page scrolled after all.
    if (pulled === 0 && (aside > Math.max(AXIS_PX, down) || window.scrollY > 0)) {
      from = null
      return
    }
    pulled = Math.max(0, Math.min(MOST_PX, (down - AXIS_PX) / RESISTANCE))
    show(pulled)
  }
  const end = () => {
    // A tap is none, and must not cost the styles of one.
    if (from && pulled > 0) release(pulled)
    from = null
  }
  const root = document.documentElement
  const overscroll = root.style.overscrollBehaviorY
  // Or the browser's own pull would load the whole app anew.
  root.style.overscrollBehaviorY = 'contain'
  window.addEventListener('touchstart', start, { passive: true })
  window.addEventListener('touchmove', move, { passive: true })
  window.addEventListener('touchend', end)
  window.addEventListener('touchcancel', end)
  return () => {
    root.style.overscrollBehaviorY = overscroll
    window.removeEventListener('touchstart', start)
    window.removeEventListener('touchmove', move)
    window.removeEventListener('touchend', end)
    window.removeEventListener('touchcancel', end)
  }
}
