import { Icon, type IconName } from '@kapao/ui/icon'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { further } from '../lib/back.ts'
import styles from './action-menu.module.css'

export type ActionItem = { readonly key: string; readonly icon: IconName; readonly label: string } & (
  | { readonly href: string }
  | { readonly onPress: () => void }
)

interface ActionMenuProps {
  label: string
  shown: ReactNode
  heading: ReactNode
  items: readonly ActionItem[]
}

/** A button that opens a short list of ways on. */
export function ActionMenu({ label, shown, heading, items }: ActionMenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    root.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    const beside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', beside)
    return () => document.removeEventListener('pointerdown', beside)
  }, [open])

  function pressKey(event: KeyboardEvent) {
    if (event.key === 'Tab') setOpen(false)
    if (event.key === 'Escape') {
      setOpen(false)
      button.current?.focus()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const all = [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const here = all.findIndex((one) => one.matches(':focus'))
    all.at((here + step) % all.length)?.focus()
  }

  return (
    <div ref={root} className={styles.root}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!open)}
      >
        {shown}
      </button>
      {open ? (
        <div className={styles.panel}>
          <p className={styles.heading}>{heading}</p>
          <div id={id} role="menu" tabIndex={-1} aria-label={label} onKeyDown={pressKey}>
            {items.map((item) => (
              <Item key={item.key} item={item} onDone={() => setOpen(false)} />
            ))}
          </div>
        </div>
      ) : null}
    </div>
  )
}

function Item({ item, onDone }: { item: ActionItem; onDone: () => void }) {
  const inside = (
    <>
      <Icon name={item.icon} size={20} />
      <span>{item.label}</span>
    </>
  )
  if ('href' in item) {
    return (
      <Link
        href={item.href}
        state={further}
        role="menuitem"
        tabIndex={-1}
        className={styles.item}
        onClick={onDone}
      >
        {inside}
      </Link>
    )
  }
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={styles.item}
      onClick={() => {
        onDone()
        item.onPress()
      }}
    >
      {inside}
    </button>
  )
}
