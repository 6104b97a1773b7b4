import { IconButton } from '@kapao/ui/icon-button'
import { type ReactNode, useRef, useState } from 'react'
import styles from './banners.module.css'
import { Html } from './html.tsx'
import { Picture } from './picture.tsx'

interface Banner {
  readonly image: string
  readonly html: string
}

export interface BannersProps {
  /** What they are about. */
  label: string
  banners: readonly Banner[]
  /** This picture does not come. */
  onLost: (image: string) => void
  labels: { previous: string; next: string }
}

/** Those that show something, and what to tell when a picture does not come: a banner without words is none then. */
export function useShownBanners(
  banners: readonly Banner[] = [],
): readonly [shown: readonly Banner[], onLost: (image: string) => void] {
  const [lost, setLost] = useState<readonly string[]>([''])
  const shown = banners.filter(({ image, html }) => html.trim() !== '' || !lost.includes(image))
  return [shown, (image) => setLost((before) => [...before, image])]
}

/** The operator's banners beside each other, a picture and words each; swiped, turned by two buttons, or scrolled by keys. */
export function Banners({ label, banners, onLost, labels }: BannersProps) {
  const list = useRef<HTMLUListElement>(null)
  const [place, setPlace] = useState(0)

  function go(to: number) {
    const wanted = list.current?.children[to]
    // What the style says of motion holds for this too.
    if (wanted instanceof HTMLElement) list.current?.scrollTo({ left: wanted.offsetLeft })
  }

  function settle() {
    const { scrollLeft = 0, clientWidth = 1 } = list.current ?? {}
    setPlace(Math.round(scrollLeft / Math.max(1, clientWidth)))
  }

  const slides: ReactNode = banners.map(({ image, html }, index) => (
    <li key={`${image}${html}`} className={styles.slide} inert={index !== place}>
      <Picture className={styles.image} src={image} onFail={() => onLost(image)} />
      {html ? <Html html={html} /> : null}
    </li>
  ))
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls sideways must be reachable by keyboard. */}
      <ul ref={list} className={styles.list} tabIndex={0} aria-label={label} onScroll={settle}>
        {slides}
      </ul>
      {banners.length > 1 ? (
        <div className={styles.controls}>
          <IconButton name="back" label={labels.previous} ended={place === 0} onClick={() => go(place - 1)} />
          <span className={styles.place} aria-live="polite">{`${place + 1} / ${banners.length}`}</span>
          <IconButton
            name="chevron"
            label={labels.next}
            ended={place >= banners.length - 1}
            onClick={() => go(place + 1)}
          />
        </div>
      ) : null}
    </div>
  )
}
