/** The cards of a carousel in motion: by the finger, by a throw, or gliding to the next. Moves transforms alone, so the compositor does the work. */
import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { awayFrom, GLIDE_MS, glide, placeAt, restAfterThrow, restNear } from './carousel-motion.ts'

const TURN_DEGREES = 42
const BACK_PX = 150
/** The neighbours move in behind the middle card by this part of their width, so that a phone shows all three. */
const IN_PERCENT = 34
/** A finger that went further than this dragged the cards. */
const DRAG_PX = 12
/** How much of the finger's last way its speed is taken from. */
const SPEED_MS = 80

interface Touch {
  readonly pointer: number
  readonly x: number
  readonly from: number
  readonly place: number
  dragged: boolean
  /** Its latest places, for the speed at which it lets go. */
  trail: { readonly x: number; readonly at: number }[]
}

function stillWanted(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

function draw(track: HTMLElement, position: number): void {
  const slides = [...track.children]
  for (const [index, slide] of slides.entries()) {
    const card = slide.firstElementChild
    if (!(card instanceof HTMLElement)) continue
    const away = awayFrom(index, position, slides.length)
    const near = Math.max(-1, Math.min(1, away))
    const x = away * 100 - near * IN_PERCENT
    card.style.transform = `translate3d(${x}%, 0, ${-Math.abs(near) * BACK_PX}px) rotateY(${-near * TURN_DEGREES}deg)`
    card.style.opacity = String(1 - Math.abs(near) * 0.35)
    card.style.visibility = Math.abs(away) > 2 ? 'hidden' : ''
  }
}

interface Turning {
  readonly count: number
  /** The card in the middle, or on its way there. */
  readonly place: number
  readonly track: RefObject<HTMLDivElement | null>
  position(): number
  /** Shows the cards there at once; a glide ends. */
  put(position: number): void
  glideTo(rest: number): void
  go(direction: 1 | -1): void
}

export function useTurning(count: number) {
  // Three cards do not go round; begun in the middle all of them are seen.
  const [place, setPlace] = useState(count === 3 ? 1 : 0)
  const track = useRef<HTMLDivElement>(null)
  const position = useRef(place)
  const frame = useRef(0)
  const hadFocus = useRef(false)
  // After every drawing by React: cards may have come, gone or changed their order.
  useLayoutEffect(() => {
    if (track.current) draw(track.current, position.current)
  })
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  // A card that had the focus has left the middle, where alone the focus can be.
  useLayoutEffect(() => {
    if (hadFocus.current)
      track.current?.children[place]?.querySelector('button')?.focus({ preventScroll: true })
    hadFocus.current = false
  }, [place])

  function show(at: number): void {
    position.current = at
    if (track.current) draw(track.current, at)
  }

  function put(at: number): void {
    cancelAnimationFrame(frame.current)
    show(at)
  }

  function glideTo(rest: number): void {
    put(position.current)
    hadFocus.current = track.current?.contains(document.activeElement) === true
    setPlace(placeAt(rest, count))
    if (stillWanted()) {
      show(rest)
      return
    }
    const [from, begun] = [position.current, performance.now()]
    const step = (now: number) => {
      show(glide(from, rest, now - begun))
      if (now - begun < GLIDE_MS) frame.current = requestAnimationFrame(step)
    }
    frame.current = requestAnimationFrame(step)
  }

  const go = (direction: 1 | -1) => glideTo(restNear(Math.round(position.current) + direction, count))
  const handlers = useTouch({ count, place, track, position: () => position.current, put, glideTo, go })
  return { place, track, go, handlers }
}

function useTouch(turning: Turning) {
  const { count, place, track, position, put, glideTo, go } = turning
  const touch = useRef<Touch | null>(null)
  /** What one card is to the finger. */
  const cardPx = () => (track.current?.firstElementChild?.clientWidth ?? 300) * (1 - IN_PERCENT / 100)

  function onPointerDownCapture({ pointerId, clientX, timeStamp, isPrimary }: PointerEvent) {
    if (!isPrimary) return
    touch.current = {
      pointer: pointerId,
      x: clientX,
      from: position(),
      place,
      dragged: false,
      trail: [{ x: clientX, at: timeStamp }],
    }
  }

  function onPointerMove({ pointerId, clientX, timeStamp, buttons, currentTarget }: PointerEvent) {
    const held = touch.current
    if (held?.pointer !== pointerId || buttons === 0 || count < 2) return
    if (!held.dragged && Math.abs(clientX - held.x) <= DRAG_PX) return
    if (!held.dragged) {
      held.dragged = true
      currentTarget.setPointerCapture(pointerId)
    }
    held.trail = [...held.trail.filter(({ at }) => timeStamp - at < SPEED_MS), { x: clientX, at: timeStamp }]
    const moved = held.from - (clientX - held.x) / cardPx()
    // Beyond the ends there is nothing: the cards follow unwillingly.
    const over = moved - restNear(moved, count)
    put(Math.abs(over) > 0.5 ? restNear(moved, count) + Math.sign(over) * 0.3 : moved)
  }

  function onPointerUp({ pointerId, clientX, timeStamp }: PointerEvent) {
    const held = touch.current
    if (held?.pointer !== pointerId || !held.dragged) return
    const [first] = held.trail
    const speed = first && timeStamp > first.at ? ((first.x - clientX) / (timeStamp - first.at)) * 1000 : 0
    glideTo(restAfterThrow(position(), speed / cardPx(), held.from, count))
  }

  /**
   * A tap beside the middle brings that side's card there: the side cards are inert and take none. A tap in the middle means the card that
   * is on its way there.
   */
  function onClickCapture(event: MouseEvent) {
    const held = touch.current
    const isByKey = event.detail === 0
    if (!held || isByKey) return
    if (held.dragged) {
      event.stopPropagation()
      return
    }
    const coming = track.current?.children[held.place]
    if (!(coming instanceof HTMLElement) || (event.target instanceof Node && coming.contains(event.target)))
      return
    event.stopPropagation()
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const beside = event.clientX - left - width / 2
    if (Math.abs(beside) > coming.offsetWidth / 2) go(beside < 0 ? -1 : 1)
    else coming.querySelector('button')?.click()
  }

  return {
    onPointerDownCapture,
    onPointerMove,
    onPointerUp,
    onPointerCancel: onPointerUp,
    onClickCapture,
  }
}
