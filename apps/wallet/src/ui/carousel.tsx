import hidden from '@kapao/ui/hidden.module.css'
import { IconButton } from '@kapao/ui/icon-button'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import styles from './carousel.module.css'
import { awayFrom, restNear } from './carousel-motion.ts'
import { useTurning } from './use-turning.ts'

export interface CarouselProps<Item> {
  /** What is shown: "Slot games". */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** The name of a card, for the position that is announced. */
  nameOf: (item: Item) => string
  /** The card, drawn 300×211; only the middle one takes taps. `away`: how many cards from it. */
  renderItem: (item: Item, away: number) => ReactNode
  labels: {
    /** The word for this kind of thing: "carousel". */
    carousel: string
    previous: string
    next: string
    position: (place: number, count: number, name: string) => string
  }
}

export function Carousel<Item>({ label, items, keyOf, nameOf, renderItem, labels }: CarouselProps<Item>) {
  const { place, track, go: turn, handlers } = useTurning(items.length)
  const [moved, setMoved] = useState(false)

  function go(direction: 1 | -1) {
    setMoved(true)
    turn(direction)
  }

  function pressKey(event: KeyboardEvent) {
    const direction = ({ ArrowRight: 1, ArrowLeft: -1 } as const)[event.key]
    if (direction === undefined) return
    event.preventDefault()
    go(direction)
  }

  const ends = (direction: 1 | -1) => restNear(place + direction, items.length) === place
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
      <div className={styles.viewport} {...handlers}>
        <div ref={track} className={styles.track}>
          {items.map((item, index) => (
            <div key={keyOf(item)} className={styles.slide} inert={index !== place}>
              <div className={styles.card}>
                {renderItem(item, Math.abs(awayFrom(index, place, items.length)))}
              </div>
            </div>
          ))}
        </div>
      </div>
      {items.length > 1 ? (
        <div className={styles.controls}>
          <IconButton name="back" label={labels.previous} ended={ends(-1)} onClick={() => go(-1)} />
          <span className={styles.place} aria-hidden="true">
            {`${place + 1} / ${items.length}`}
          </span>
          <IconButton name="chevron" label={labels.next} ended={ends(1)} onClick={() => go(1)} />
        </div>
      ) : null}
      <span className={hidden.hidden} aria-live="polite">
        {moved && current !== undefined ? labels.position(place + 1, items.length, nameOf(current)) : null}
      </span>
    </div>
  )
}
