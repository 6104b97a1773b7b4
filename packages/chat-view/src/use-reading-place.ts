/**
 * Where the reader is in a conversation that grows at both ends: who reads the newest stays with the newest; whoever has scrolled up
 * keeps the same message at the same height whatever comes before or after it, and however large a picture turns out to be.
 */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** Nearer to the end than this is at the end (spec §9). */
const AT_END_PX = 60
const NEAR_START_PX = 160

interface Anchor {
  readonly key: string
  /** Of the row's lower edge: what stands over its message may go when its group grows upwards. */
  readonly bottom: number
  /** How far the box was scrolled then. */
  readonly scrollTop: number
}

export interface ReadingPlace {
  readonly box: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  readonly isAtEnd: boolean
  /** Whether what is `toSee` can be read to its end. */
  readonly isSeen: boolean
  readonly onScroll: () => void
  readonly toEnd: (behavior?: ScrollBehavior) => void
  readonly toSeen: () => void
}

/** Messages carry `data-key`, and `toSee` is one of these. `shown` changes whenever what is drawn does; `own` is what the reader has written and is on its way. */
export function useReadingPlace(
  shown: unknown,
  own: readonly string[],
  onNearStart: () => void,
  toSee: string | null = null,
): ReadingPlace {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const anchor = useRef<Anchor | null>(null)
  const atEnd = useRef(true)
  const last = useRef({ scrollTop: 0, clientWidth: 0, clientHeight: 0 })
  const [isAtEnd, setIsAtEnd] = useState(true)
  // Its key: another one has not been seen before it was looked for.
  const [seen, setSeen] = useState<string | null>(null)
  const nearStart = useEffectEvent(onNearStart)

  function toEnd(behavior: ScrollBehavior = 'instant') {
    box.current?.scrollTo({ top: box.current.scrollHeight, behavior })
  }

  const look = useEffectEvent(() => {
    const element = box.current
    if (!element) return
    atEnd.current = leftBelow(element) <= AT_END_PX
    const { scrollTop, clientWidth, clientHeight } = element
    last.current = { scrollTop, clientWidth, clientHeight }
    setIsAtEnd(atEnd.current)
    const bottom = bottomIn(element, toSee)
    setSeen(bottom !== null && isReadable(bottom, clientHeight) ? toSee : null)
    anchor.current = firstInSight(element)
    if (scrollTop < NEAR_START_PX) nearStart()
  })

  /** After anything that may have moved what is read. */
  const hold = useEffectEvent(() => {
    const element = box.current
    if (!element) return
    if (atEnd.current) toEnd()
    else moveBack(element, anchor.current, isResized(element, last.current))
    look()
  })

  const scrolled = useEffectEvent(() => {
    // Told before the observers tell of sizes. The end may be further down by now; and a window that was drawn or turned may have
    // been laid out twice, and was then scrolled by the shorter of the two.
    if (box.current && isByLayout(box.current, last.current, atEnd.current)) hold()
    else look()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn has changed
  useLayoutEffect(() => hold(), [shown])

  // What has arrived, failed or been removed leaves another as the newest, which nobody has just written.
  const ownBefore = useRef<readonly string[]>([])
  useLayoutEffect(() => {
    const newest = own.at(-1)
    if (newest !== undefined && !ownBefore.current.includes(newest)) toEnd()
    ownBefore.current = own
  })

  useEffect(() => {
    if (!box.current || !content.current) return
    const watcher = new ResizeObserver(() => hold())
    watcher.observe(box.current)
    watcher.observe(content.current)
    return () => watcher.disconnect()
  }, [])

  /** Its end, as low as it can be: where it is long, as much of it as there is room for. */
  function toSeen() {
    const bottom = box.current && bottomIn(box.current, toSee)
    if (bottom) box.current?.scrollBy({ top: bottom - box.current.clientHeight, behavior: 'smooth' })
  }

  const isSeen = toSee !== null && seen === toSee
  return { box, content, isAtEnd, isSeen, onScroll: () => scrolled(), toEnd, toSeen }
}

type Box = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'>

function leftBelow(box: Box): number {
  return box.scrollHeight - box.scrollTop - box.clientHeight
}

type Last = Pick<HTMLElement, 'scrollTop' | 'clientWidth' | 'clientHeight'>

function isResized(box: Last, last: Last): boolean {
  return box.clientWidth !== last.clientWidth || box.clientHeight !== last.clientHeight
}

/** Whether a scroll is not the reader's: the box is another size than at `last`, or an end that was in sight has grown out of it. */
export function isByLayout(box: Box & Last, last: Last, wasAtEnd: boolean): boolean {
  const hasGrownAway = wasAtEnd && leftBelow(box) > AT_END_PX && box.scrollTop >= last.scrollTop - 1
  return hasGrownAway || isResized(box, last)
}

/** Whether a row, whose lower edge is `bottom` px below the upper one of its box, is in the box to its end. */
export function isReadable(bottom: number, clientHeight: number): boolean {
  return bottom > 0 && bottom <= clientHeight + AT_END_PX
}

/** How far (px) below the upper edge of the box a row ends; null where there is none. */
function bottomIn(box: HTMLElement, key: string | null): number | null {
  const row = key === null ? undefined : rowsIn(box).find(({ dataset }) => dataset.key === key)
  return row ? row.getBoundingClientRect().bottom - box.getBoundingClientRect().top : null
}

function rowsIn(box: HTMLElement): readonly HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>('[data-key]')]
}

function firstInSight(box: HTMLElement): Anchor | null {
  const edge = box.getBoundingClientRect().top
  for (const row of rowsIn(box)) {
    const { bottom } = row.getBoundingClientRect()
    if (bottom > edge) return { key: row.dataset.key ?? '', bottom: bottom - edge, scrollTop: box.scrollTop }
  }
  return null
}

function moveBack(box: HTMLElement, anchor: Anchor | null, isResized: boolean): void {
  const bottom = anchor && bottomIn(box, anchor.key)
  if (anchor === null || bottom === null) return
  const moved = heldScrollTop(box, bottom, anchor, isResized) - box.scrollTop
  if (Math.abs(moved) >= 1) box.scrollTop += moved
}

/**
 * How far (px) a box must be scrolled so that a row, whose lower edge is now at `bottom`, is where it was. A scroll
 * that the box has not told yet counts as the reader's own: its event comes with the next picture, a message when it likes.
 */
export function heldScrollTop(
  box: Box,
  bottom: number,
  anchor: Omit<Anchor, 'key'>,
  isResized: boolean,
): number {
  // At its limit the browser may have moved it: what is shown became shorter, as it may have been for a moment in a box of another size.
  const isAtLimit = box.scrollTop >= box.scrollHeight - box.clientHeight - 1
  const scrolled = isAtLimit || isResized ? 0 : box.scrollTop - anchor.scrollTop
  return box.scrollTop + bottom - (anchor.bottom - scrolled)
}
