import hidden from '@kapao/ui/hidden.module.css'
import { IconButton } from '@kapao/ui/icon-button'
import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import styles from './carousel.module.css'

export interface CarouselProps<Item> {
  /** What is shown: "Slot games". */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** The name of a card, for the position that is announced. */
  nameOf: (item: Item) => string
  /** The card, drawn 300×211; only the middle one takes taps. */
  renderItem: (item: Item) => ReactNode
  labels: {
    /** The word for this kind of thing: "carousel". */
    carousel: string
    previous: string
    next: string
    position: (place: number, count: number, name: string) => string
  }
}

type Embla = NonNullable<UseEmblaCarouselType[1]>

const TURN_DEGREES = 42
const BACK_PX = 150
/** The neighbours move in behind the middle card by this part of their width, so that a phone shows all three. */
const IN_PERCENT = 34
/** Fewer cards cannot go round without a gap. */
const LEAST_FOR_LOOP = 4
/** A finger that went further than this dragged the cards. */
const DRAG_PX = 12

function stillWanted(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Turns each card by its distance from the middle: transforms alone, so the compositor does the work. */
function turn(embla: Embla): void {
  const engine = embla.internalEngine()
  const progress = embla.scrollProgress()
  const snaps = embla.scrollSnapList()
  const step = snaps.length > 1 ? 1 / (snaps.length - (engine.options.loop ? 0 : 1)) : 1
  for (const [index, slide] of embla.slideNodes().entries()) {
    let away = ((snaps[index] ?? 0) - progress) / step
    if (engine.options.loop) away -= Math.round(away / snaps.length) * snaps.length
    const near = Math.max(-1, Math.min(1, away))
    const card = slide.firstElementChild
    if (!(card instanceof HTMLElement)) continue
    const inwards = `translate3d(${-near * IN_PERCENT}%, 0, ${-Math.abs(near) * BACK_PX}px)`
    card.style.transform = `${inwards} rotateY(${-near * TURN_DEGREES}deg)`
    card.style.opacity = String(1 - Math.abs(near) * 0.35)
  }
}

/**
 * A tap beside the middle brings that side's card there: the side cards are inert and take none. A tap in the middle means the card
 * that is on its way there: a touch stops the cards wherever they are, and they would turn back to the nearest.
 */
function useTaps(embla: Embla | undefined, go: (direction: 1 | -1) => void) {
  const touch = useRef({ x: 0, place: 0 })
  function onPointerDownCapture(event: PointerEvent) {
    touch.current = { x: event.clientX, place: embla?.selectedScrollSnap() ?? 0 }
  }
  function onClickCapture(event: MouseEvent) {
    const { x, place } = touch.current
    const coming = embla?.slideNodes()[place]
    const isByKey = event.detail === 0
    if (!coming || isByKey || Math.abs(event.clientX - x) > DRAG_PX) return
    if (event.target instanceof Node && coming.contains(event.target)) return
    event.stopPropagation()
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const beside = event.clientX - left - width / 2
    if (Math.abs(beside) > coming.offsetWidth / 2) return go(beside < 0 ? -1 : 1)
    embla?.scrollTo(place, stillWanted())
    coming.querySelector('button')?.click()
  }
  return { onPointerDownCapture, onClickCapture }
}

export function Carousel<Item>({ label, items, keyOf, nameOf, renderItem, labels }: CarouselProps<Item>) {
  // Three cards do not go round; begun in the middle all of them are seen.
  const startIndex = items.length === 3 ? 1 : 0
  const [place, setPlace] = useState(startIndex)
  const [moved, setMoved] = useState(false)
  const [viewport, embla] = useEmblaCarousel({
    loop: items.length >= LEAST_FOR_LOOP,
    startIndex,
    align: 'center',
    containScroll: false,
    duration: 22,
    dragThreshold: DRAG_PX,
  })

  useEffect(() => {
    if (!embla) return
    const settle = () => {
      turn(embla)
      setPlace(embla.selectedScrollSnap())
    }
    settle()
    embla.on('scroll', turn).on('reInit', settle).on('select', settle)
    return () => {
      embla.off('scroll', turn).off('reInit', settle).off('select', settle)
    }
  }, [embla])

  function go(direction: 1 | -1) {
    setMoved(true)
    if (direction === 1) embla?.scrollNext(stillWanted())
    else embla?.scrollPrev(stillWanted())
  }

  const taps = useTaps(embla, go)

  function pressKey(event: KeyboardEvent) {
    const direction = ({ ArrowRight: 1, ArrowLeft: -1 } as const)[event.key]
    if (direction === undefined) return
    event.preventDefault()
    go(direction)
  }

  const current = items[place]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a carousel is a group and not a set of form fields.
    <div
      className={styles.carousel}
      role="group"
      aria-roledescription={labels.carousel}
      aria-label={label}
      onKeyDown={pressKey}
    >
      <div ref={viewport} className={styles.viewport} {...taps}>
        <div className={styles.track}>
          {items.map((item, index) => (
            <div key={keyOf(item)} className={styles.slide} inert={index !== place}>
              <div className={styles.card}>{renderItem(item)}</div>
            </div>
          ))}
        </div>
      </div>
      {items.length > 1 ? (
        <div className={styles.controls}>
          <IconButton name="back" label={labels.previous} onClick={() => go(-1)} />
          <span className={styles.place} aria-hidden="true">
            {`${place + 1} / ${items.length}`}
          </span>
          <IconButton name="chevron" label={labels.next} onClick={() => go(1)} />
        </div>
      ) : null}
      <span className={hidden.hidden} aria-live="polite">
        {moved && current !== undefined ? labels.position(place + 1, items.length, nameOf(current)) : null}
      </span>
    </div>
  )
}
