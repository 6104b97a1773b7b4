/**
 * How the list of messages scrolls. At the end it stays at the end; elsewhere what is looked at stays where it is, also when older
 * messages come above it. Kept by the element in view and not by heights, which change while pictures load.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const AT_END_PX = 60
const NEAR_TOP_PX = 240

interface HeldView {
  firstKey: string
  lastKey: string
  isLastOwn: boolean
  onNearTop: () => void
  onAtEnd: (isAtEnd: boolean) => void
}

export function useHeldView({ firstKey, lastKey, isLastOwn, onNearTop, onAtEnd }: HeldView) {
  const ref = useRef<HTMLDivElement>(null)
  const contentRef = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const anchor = useRef<{ readonly element: Element; readonly topPx: number } | null>(null)
  const [hasNews, setHasNews] = useState(false)
  const callbacks = useRef({ onNearTop, onAtEnd })
  callbacks.current = { onNearTop, onAtEnd }

  const toEnd = useCallback(() => {
    const list = ref.current
    if (list) list.scrollTop = list.scrollHeight
  }, [])

  useEffect(() => {
    const list = ref.current
    if (!list) return
    const scrolled = () => {
      const was = isAtEnd.current
      isAtEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight <= AT_END_PX
      anchor.current = isAtEnd.current ? null : anchorIn(list)
      if (isAtEnd.current) setHasNews(false)
      if (was !== isAtEnd.current) callbacks.current.onAtEnd(isAtEnd.current)
      if (list.scrollTop < NEAR_TOP_PX) callbacks.current.onNearTop()
    }
    list.addEventListener('scroll', scrolled, { passive: true })
    return () => list.removeEventListener('scroll', scrolled)
  }, [])

  // Whatever changes heights: pictures that arrive, a keyboard, a composer that grows.
  useEffect(() => {
    const list = ref.current
    const content = contentRef.current
    if (!list || !content) return
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) toEnd()
      else hold(list, anchor.current)
      if (list.scrollHeight <= list.clientHeight + NEAR_TOP_PX) callbacks.current.onNearTop()
    })
    observer.observe(content)
    observer.observe(list)
    return () => observer.disconnect()
  }, [toEnd])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first message is what changes when older ones come
  useLayoutEffect(() => {
    const list = ref.current
    if (list && !isAtEnd.current) hold(list, anchor.current)
  }, [firstKey])

  const shownLast = useRef('')
  useLayoutEffect(() => {
    const isFirst = shownLast.current === ''
    if (shownLast.current === lastKey) return
    shownLast.current = lastKey
    if (isFirst || isAtEnd.current || isLastOwn) toEnd()
    else setHasNews(true)
  }, [lastKey, isLastOwn, toEnd])

  return { ref, contentRef, hasNews, toEnd }
}

/** The first message that is in view, and where. */
function anchorIn(list: HTMLElement) {
  const top = list.getBoundingClientRect().top
  for (const element of list.querySelectorAll('[data-message]')) {
    const box = element.getBoundingClientRect()
    if (box.bottom > top) return { element, topPx: box.top - top }
  }
  return null
}

function hold(list: HTMLElement, anchor: { readonly element: Element; readonly topPx: number } | null): void {
  if (!anchor?.element.isConnected) return
  const moved = anchor.element.getBoundingClientRect().top - list.getBoundingClientRect().top - anchor.topPx
  if (Math.abs(moved) >= 1) list.scrollTop += moved
}
