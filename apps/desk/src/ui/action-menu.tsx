import { Icon, type IconName } from '@kapao/ui/icon'
import { useMenu } from '@kapao/ui/use-menu'
import { type ReactNode, useId } from 'react'
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
  const { isOpen, root, button, toggle, leave, onKeyDown } = useMenu('[role=menuitem]')
  return (
    <div ref={root} className={styles.root}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={label}
        title={label}
        onClick={toggle}
      >
        {shown}
      </button>
      {isOpen ? (
        <div className={styles.panel}>
          <p className={styles.heading}>{heading}</p>
          <div id={id} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
            {items.map((item) => (
              <Item key={item.key} item={item} onDone={leave} />
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
