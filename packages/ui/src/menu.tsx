import { type ReactNode, useId } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './menu.module.css'
import { useMenu } from './use-menu.ts'

export interface MenuItem<Value extends string> {
  value: Value
  label: string
  /** When the item is written in another language than the page. */
  lang?: string | undefined
}

export interface MenuProps<Value extends string> {
  /** What is chosen here: "Language". */
  label: string
  icon?: IconName | undefined
  /** What the closed menu shows; without it only the icon. */
  shown?: ReactNode
  items: readonly MenuItem<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/**
 * A drop-down of a few choices. Not a popover: the oldest browsers served have none, and a visitor who cannot read the
 * page needs this menu first.
 */
export function Menu<Value extends string>(props: MenuProps<Value>) {
  const { label, icon, shown, items, value, onChange } = props
  const id = useId()
  const { isOpen, root, button, toggle, close, onKeyDown } = useMenu(
    '[role=menuitemradio]',
    '[role=menuitemradio][aria-checked=true]',
  )
  return (
    <div ref={root} className={styles.root}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        // Who speaks to the phone says what is written there.
        aria-label={typeof shown === 'string' ? `${label}: ${shown}` : label}
        title={label}
        onClick={toggle}
      >
        {icon ? <Icon name={icon} size={22} /> : null}
        {shown ? <span>{shown}</span> : null}
        <Icon name="down" size={16} />
      </button>
      {isOpen ? (
        <div
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={styles.menu}
          onKeyDown={onKeyDown}
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
