import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import styles from './carousel.module.css'
import hidden from './hidden.module.css'
import { IconButton } from './icon-button.tsx'

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
    dragThreshold: 12,
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

  function pressKey(event: KeyboardEvent) {
    const direction = ({ ArrowRight: 1, ArrowLeft: -1 } as const)[event.key]
    if (direction === undefined) return
    event.preventDefault()
    go(direction)
  }

  // The side cards are inert: a tap on one lands here and brings it to the middle. A drag's click never comes this far.
  function tapBeside(event: MouseEvent) {
    const middle = embla?.slideNodes()[place]?.getBoundingClientRect()
    if (!middle) return
    if (event.clientX < middle.left) go(-1)
    else if (event.clientX > middle.right) go(1)
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: taps beside the card repeat what the two buttons do. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys do the same. */}
      <div ref={viewport} className={styles.viewport} onClick={tapBeside}>
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
