import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

const STEP: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

interface Menu {
  readonly isOpen: boolean
  /** Around the button and what it opens. */
  readonly root: RefObject<HTMLDivElement | null>
  readonly button: RefObject<HTMLButtonElement | null>
  readonly toggle: () => void
  /** The focus goes back to the button. */
  readonly close: () => void
  /** The focus goes where it is going. */
  readonly leave: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/**
 * How a button and the short list that it opens go by keyboard and tap, as the menu button of the ARIA Authoring Practices does.
 * `item` selects what can be chosen, `first` what has the focus when it opens (else the first).
 */
export function useMenu(item: string, first = item): Menu {
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const itemsIn = (part: HTMLDivElement | null) => [...(part?.querySelectorAll<HTMLElement>(item) ?? [])]

  useEffect(() => {
    if (!isOpen) return
    const part = root.current
    const start = part?.querySelector<HTMLElement>(first) ?? part?.querySelector<HTMLElement>(item)
    start?.focus()
    const beside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !part?.contains(target)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', beside)
    return () => document.removeEventListener('pointerdown', beside)
  }, [isOpen, item, first])

  function close() {
    setIsOpen(false)
    button.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Tab') setIsOpen(false)
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    }
    const next = itemByKey(itemsIn(root.current), event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return {
    isOpen,
    root,
    button,
    toggle: () => setIsOpen(!isOpen),
    close,
    leave: () => setIsOpen(false),
    onKeyDown,
  }
}

function itemByKey(all: readonly HTMLElement[], key: string): HTMLElement | undefined {
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  const step = STEP[key]
  const here = all.findIndex((one) => one.matches(':focus'))
  return step === undefined ? undefined : all.at((here + step) % all.length)
}
