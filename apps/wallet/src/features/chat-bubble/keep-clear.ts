/**
 * Keeps the bubble off what is to be read or tapped: it rests as low as it can beside the page's words, pictures and controls; where there is
 * no such place within reach it draws back to the edge. It stays out of sight while the page moves under it, and while a finger is down: what
 * comes between a press and its release takes the tap.
 */
import { after } from '@kapao/browser/timers'

const SETTLED_MS = 250
const STEP_PX = 8
/** Of the menu only what rises above it. */
const TAKES_ROOM =
  'main :is(a, button, input, select, textarea, [role=button], img, canvas, video), main ~ nav span'

/** How far it may climb: not up to the balance. */
const MOST_PX = 120

/**
 * What shows of it at the edge is wider than the page's margin by so much, and lies on the rim of whatever fills the page's width. Words have
 * no rim: there it would take a letter.
 */
const EDGE_PX = 8

/**
 * `bubble` rests at its lowest by its style; what it must rise is its `--rise-by`. `noRoom` is called when nothing is free as far up as it may
 * go; it has `data-edge` then. Answers how to stop.
 */
export function keepClear(bubble: HTMLElement, noRoom: () => void = () => {}): () => void {
  let stopWaiting = () => {}
  let isPressed = false
  const rest = () => {
    // The release comes back here.
    if (isPressed) return
    // What it takes up is measured in full, not as the little that shows at the edge.
    bubble.removeAttribute('data-edge')
    const rise = riseOf(bubble)
    bubble.style.setProperty('--rise-by', `${rise ?? 0}px`)
    if (rise === null) {
      bubble.setAttribute('data-edge', '')
      bubble.style.setProperty('--rise-by', `${riseOf(bubble, EDGE_PX) ?? 0}px`)
      noRoom()
    }
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
    settle()
  }
  // It was hidden as long as a field was filled in (chat-bubble.module.css). A press on the bubble itself is meant for it, and what had the
  // focus loses it to a finger only once that is up: whose the press was holds until the next.
  const left = () => {
    if (!isOwnPress) moved()
  }
  rest()
  const stopped = new AbortController()
  const { signal } = stopped
  const capture = { capture: true, signal }
  window.addEventListener('pointerdown', press, capture)
  window.addEventListener('pointerup', release, capture)
  window.addEventListener('pointercancel', release, capture)
  document.addEventListener('focusout', left, { signal })
  window.addEventListener('scroll', moved, { passive: true, signal })
  window.addEventListener('resize', moved, { signal })
  // The page grows when its figures come.
  const watcher = new ResizeObserver(settle)
  watcher.observe(document.body)
  return () => {
    stopped.abort()
    stopWaiting()
    watcher.disconnect()
  }
}

function riseOf(bubble: HTMLElement, rim = 0): number | null {
  const now = Number.parseInt(bubble.style.getPropertyValue('--rise-by') || '0', 10)
  const own = bubble.getBoundingClientRect()
  const within = (from: number) => (one: DOMRect) => one.width > 0 && one.right > from && one.left < own.right
  const taken = [
    ...rectsOf(TAKES_ROOM).filter(within(own.left + rim)),
    ...textRects().filter(within(own.left)),
  ]
  const isFree = (rise: number) =>
    taken.every((one) => one.bottom <= own.top + now - rise || one.top >= own.bottom + now - rise)
  for (let rise = 0; rise <= MOST_PX; rise += STEP_PX) if (isFree(rise)) return rise
  return null
}

function rectsOf(selector: string): DOMRect[] {
  return [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect())
}

/** Where the page's words really are: a paragraph's box is wider than they. */
function textRects(): DOMRect[] {
  const main = document.querySelector('main')
  if (!main) return []
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const rects: DOMRect[] = []
  while (walker.nextNode()) {
    range.selectNodeContents(walker.currentNode)
    rects.push(...range.getClientRects())
  }
  return rects
}
