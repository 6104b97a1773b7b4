import { afterPaint } from '@kapao/browser/timers'

/** What has a name or is the page itself: a screen reader says where it is. */
const PLACES = 'section[aria-label], dialog, main'

/** Of whatever had the focus last as a dialog opened: when another takes its place, what opened the first may be gone. */
let places: HTMLElement[] = []

/**
 * Remembers where what has the focus stands. When a dialog closes, what opened it may be gone (a bonus is cancelled, the last coupon claimed),
 * and the browser would leave the focus nowhere. Answers how to give it, then, to the nearest place that is still there: once what goes with the
 * dialog has gone, too. While it is open, what is pressed in it may go with what it did: then the dialog itself has the focus, unless something that
 * came has taken it.
 */
export function keepFocus(dialog: HTMLElement): () => void {
  let place = document.activeElement?.closest<HTMLElement>(PLACES)
  if (place) places = []
  while (place) {
    places.push(place)
    place = place.parentElement?.closest<HTMLElement>(PLACES)
  }
  const before = places
  let last = document.activeElement
  dialog.addEventListener('focusin', () => {
    last = document.activeElement
  })
  const changes = new MutationObserver(() => {
    if (!last?.isConnected) afterPaint(() => giveFocusTo([dialog]))
  })
  changes.observe(dialog, { subtree: true, childList: true })
  return () => {
    changes.disconnect()
    afterPaint(() => giveFocusTo(before))
  }
}

function giveFocusTo(places: readonly HTMLElement[]): void {
  for (const place of places) {
    // What has gone, or lies behind another dialog, does not take it.
    if (document.activeElement !== document.body) return
    if (!place.hasAttribute('tabindex')) {
      place.tabIndex = -1
      // A press on its words must not give it the focus later.
      place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
    }
    place.focus({ preventScroll: true })
  }
}
