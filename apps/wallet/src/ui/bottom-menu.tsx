import { classes } from '@kapao/ui/classes'
import { Icon, type IconName } from '@kapao/ui/icon'
import type { MouseEvent } from 'react'
import styles from './bottom-menu.module.css'

export interface BottomMenuItem {
  key: string
  icon: IconName
  label: string
  /** With an address it is a link; the router may take the press over by onClick. */
  href?: string | undefined
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined
  current?: boolean | undefined
  /** Something new is there; the text says what. */
  news?: string | undefined
}

export interface BottomMenuProps {
  label: string
  items: readonly BottomMenuItem[]
  /** The raised button in the middle; without it the items stand alone. */
  home?: BottomMenuItem | undefined
}

export function BottomMenu({ label, items, home }: BottomMenuProps) {
  const half = Math.ceil(items.length / 2)
  return (
    <nav className={styles.menu} aria-label={label}>
      {(home ? items.slice(0, half) : items).map((item) => (
        <Entry key={item.key} item={item} />
      ))}
      {home ? <Entry item={home} raised /> : null}
      {(home ? items.slice(half) : []).map((item) => (
        <Entry key={item.key} item={item} />
      ))}
    </nav>
  )
}

function Entry({ item, raised }: { item: BottomMenuItem; raised?: boolean }) {
  const className = classes(styles.item, raised && styles.home, item.current && styles.current)
  const inside = (
    <>
      <span className={styles.icon}>
        <Icon name={item.icon} size={raised ? 26 : 22} />
        {item.news ? <span className={styles.news} role="img" aria-label={item.news} /> : null}
      </span>
      <span className={styles.label}>{item.label}</span>
    </>
  )
  if (item.href === undefined) {
    return (
      <button type="button" className={className} onClick={item.onClick}>
        {inside}
      </button>
    )
  }
  return (
    <a
      className={className}
      href={item.href}
      aria-current={item.current ? 'page' : undefined}
      onClick={item.onClick}
    >
      {inside}
    </a>
  )
}
