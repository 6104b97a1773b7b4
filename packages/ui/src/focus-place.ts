import { afterPaint } from '@kapao/browser/timers'

/** What has a name or is the page itself: a screen reader says where it is. */
const PLACES = 'section[aria-label], dialog, main'

/**
 * Remembers where what has the focus stands. When a dialog closes, what opened it may be gone (a bonus is cancelled, the last coupon claimed),
 * and the browser would leave the focus nowhere. Answers how to give it, then, to the nearest place that is still there: once what goes with the
 * dialog has gone, too.
 */
export function rememberPlace(): () => void {
  const places: HTMLElement[] = []
  let place = document.activeElement?.closest<HTMLElement>(PLACES)
  while (place) {
    places.push(place)
    place = place.parentElement?.closest<HTMLElement>(PLACES)
  }
  return () => void afterPaint(() => giveFocusTo(places))
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
