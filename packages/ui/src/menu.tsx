import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './menu.module.css'

export interface MenuItem {
  value: string
  label: string
  /** When the item is written in another language than the page. */
  lang?: string | undefined
}

export interface MenuProps {
  /** What is chosen here: "Language". */
  label: string
  icon?: IconName | undefined
  /** What the closed menu shows; without it only the icon. */
  shown?: ReactNode
  items: readonly MenuItem[]
  value: string
  onChange: (value: string) => void
}

const STEP: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function choicesIn(root: HTMLElement | null): HTMLButtonElement[] {
  return [...(root?.querySelectorAll<HTMLButtonElement>('[role=menuitemradio]') ?? [])]
}

function choiceByKey(all: readonly HTMLButtonElement[], key: string): HTMLButtonElement | undefined {
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  const step = STEP[key]
  const here = all.findIndex((choice) => choice.matches(':focus'))
  return step === undefined ? undefined : all.at((here + step) % all.length)
}

/**
 * A drop-down of a few choices. Not a popover: the oldest browsers served have none, and a visitor who cannot read the
 * page needs this menu first.
 */
export function Menu({ label, icon, shown, items, value, onChange }: MenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const all = choicesIn(root.current)
    const chosen = all.find((choice) => choice.getAttribute('aria-checked') === 'true') ?? all[0]
    chosen?.focus()
    const beside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', beside)
    return () => document.removeEventListener('pointerdown', beside)
  }, [open])

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  function pressKey(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    }
    if (event.key === 'Tab') setOpen(false)
    const next = choiceByKey(choicesIn(root.current), event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
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
        {icon ? <Icon name={icon} size={22} /> : null}
        {shown ? <span>{shown}</span> : null}
        <Icon name="down" size={16} />
      </button>
      {open ? (
        <div
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={styles.menu}
          onKeyDown={pressKey}
        >
          {items.map((item) => (
            <button
              key={item.value}
              type="button"
              role="menuitemradio"
              className={styles.item}
              aria-checked={item.value === value}
              lang={item.lang}
              tabIndex={-1}
              onClick={() => {
                close()
                if (item.value !== value) onChange(item.value)
              }}
            >
              <span>{item.label}</span>
              {item.value === value ? <Icon name="check" size={20} /> : null}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  )
}
