/**
 * Keeps the bubble off what is to be tapped: it rests as low as it can without lying on a control of the page, and stays out of sight
 * while the page moves under it, and while a finger is down: what comes between a press and its release takes the tap.
 */
import { after } from '@kapao/browser/timers'

const SETTLED_MS = 250
const STEP_PX = 8

/**
 * `bubble` rests at its lowest by its style; what it must rise, up to `mostPx`, is its `--rise-by`. `noRoom`: all of that is taken. Answers
 * how to stop.
 */
export function keepClear(bubble: HTMLElement, mostPx: number, noRoom: () => void): () => void {
  let stopWaiting = () => {}
  let isPressed = false
  const rest = () => {
    // The release comes back here.
    if (isPressed) return
    const rise = riseOf(bubble, mostPx)
    if (rise === null) noRoom()
    bubble.style.setProperty('--rise-by', `${rise ?? 0}px`)
    bubble.removeAttribute('data-moving')
  }
  const settle = () => {
    stopWaiting()
    stopWaiting = after(SETTLED_MS, rest)
  }
  const moved = () => {
    bubble.setAttribute('data-moving', '')
    settle()
  }
  let isOwnPress = false
  const press = ({ target }: PointerEvent) => {
    isPressed = true
    isOwnPress = target instanceof Node && bubble.contains(target)
  }
  const release = () => {
    isPressed = false
    isOwnPress = false
    settle()
  }
  // It was hidden as long as a field was filled in (chat-bubble.module.css). A press on the bubble itself is meant for it.
  const left = () => {
    if (!isOwnPress) moved()
  }
  rest()
  window.addEventListener('pointerdown', press, true)
  window.addEventListener('pointerup', release, true)
  window.addEventListener('pointercancel', release, true)
  document.addEventListener('focusout', left)
  window.addEventListener('scroll', moved, { passive: true })
  window.addEventListener('resize', settle)
  // The page grows when its figures come.
  const watcher = new ResizeObserver(settle)
  watcher.observe(document.body)
  return () => {
    stopWaiting()
    window.removeEventListener('pointerdown', press, true)
    window.removeEventListener('pointerup', release, true)
    window.removeEventListener('pointercancel', release, true)
    document.removeEventListener('focusout', left)
    window.removeEventListener('scroll', moved)
    window.removeEventListener('resize', settle)
    watcher.disconnect()
  }
}

function riseOf(bubble: HTMLElement, mostPx: number): number | null {
  const now = Number.parseInt(bubble.style.getPropertyValue('--rise-by') || '0', 10)
  const { left, right, top, bottom } = bubble.getBoundingClientRect()
  const taken = [...document.querySelectorAll('main :is(a, button, input, select, textarea, [role=button])')]
    .map((control) => control.getBoundingClientRect())
    .filter((one) => one.width > 0 && one.right > left && one.left < right)
  const isFree = (rise: number) =>
    taken.every((one) => one.bottom <= top + now - rise || one.top >= bottom + now - rise)
  for (let rise = 0; rise <= mostPx; rise += STEP_PX) if (isFree(rise)) return rise
  return null
}
