import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
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

/** A drop-down of a few choices on a popover: the platform closes it by Escape and by a tap beside it. */
export function Menu({ label, icon, shown, items, value, onChange }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)

  function choices(): HTMLButtonElement[] {
    return [...(list.current?.querySelectorAll('button') ?? [])]
  }

  function place(open: boolean) {
    const from = button.current?.getBoundingClientRect()
    if (!open || !list.current || !from) return
    list.current.style.top = `${from.bottom + 4}px`
    list.current.style.right = `${document.documentElement.clientWidth - from.right}px`
  }

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const all = choices()
    const here = all.findIndex((choice) => choice.matches(':focus'))
    const step = STEP[event.key]
    const next =
      event.key === 'Home'
        ? all[0]
        : event.key === 'End'
          ? all.at(-1)
          : step && all.at((here + step) % all.length)
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  function choose(next: string) {
    list.current?.hidePopover()
    button.current?.focus()
    if (next !== value) onChange(next)
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={label}
        title={label}
      >
        {icon ? <Icon name={icon} size={22} /> : null}
        {shown ? <span>{shown}</span> : null}
        <Icon name="down" size={16} />
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        onKeyDown={move}
        onBeforeToggle={(event) => place(event.newState === 'open')}
        onToggle={(event) => {
          if (event.newState === 'open')
            choices()[
              Math.max(
                0,
                items.findIndex((item) => item.value === value),
              )
            ]?.focus()
        }}
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
            onClick={() => choose(item.value)}
          >
            <span>{item.label}</span>
            {item.value === value ? <Icon name="check" size={20} /> : null}
          </button>
        ))}
      </div>
    </>
  )
}
