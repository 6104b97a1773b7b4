/** What it takes of a MouseEvent or PointerEvent. */
interface Tap {
  readonly type: string
  readonly clientX: number
  readonly clientY: number
  readonly timeStamp: number
  /** How many clicks in a row; a key's click is none. */
  readonly detail: number
  readonly pointerType?: string
  preventDefault(): void
  stopImmediatePropagation(): void
}

/** Within which two taps of a finger are a double tap: a little more than Android's own limit. */
const DOUBLE_TAP_MS = 350
/** A finger does not come down twice at the same point. */
const SAME_PLACE_PX = 32

let last: Tap | undefined
let closer: Tap | undefined
let isDown = false
let swallows: boolean | undefined = false

/** Keeps from the page what was meant for the dialog that lay over it. */
export function hearTap(event: Tap): void {
  isDown = event.type !== 'click'
  if (event.type === 'pointerdown') {
    last = event
    // The browser counts a mouse's clicks by itself, and tells with what comes next.
    const isMouse = event.pointerType === 'mouse'
    swallows =
      closer &&
      !isMouse &&
      event.timeStamp - closer.timeStamp < DOUBLE_TAP_MS &&
      Math.hypot(event.clientX - closer.clientX, event.clientY - closer.clientY) < SAME_PLACE_PX
    if (!isMouse) closer = swallows ? event : undefined
    return
  }
  if (closer && event.detail > 1) swallows = true
  if (swallows && event.detail > 0) {
    event.preventDefault()
    event.stopImmediatePropagation()
  } else closer = undefined
}

/** As a dialog opens: no tap from before can close it. */
export function watchTaps(): void {
  last = undefined
  // mousedown gives a field the focus. What is heard already is not heard twice.
  for (const type of ['pointerdown', 'mousedown', 'click'] as const)
    window.addEventListener(type, hearTap, true)
}

/**
 * A dialog is gone at once, or another in its place. The second of a double tap that did it, or the end of a tap that began on it, would
 * press whatever it lay over, or what has come: an answer would be gone unread.
 */
export function swallowSecondTap(): void {
  closer = last
  swallows = isDown
}
