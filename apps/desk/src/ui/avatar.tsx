import { Icon } from '@kapao/ui/icon'
import styles from './avatar.module.css'

/** The first letter of a name; without one a person. Always beside the name, so it is hidden from screen readers. */
export function Avatar({ name, size = 44 }: { name: string; size?: number }) {
  const letter = firstLetter(name)
  return (
    <span
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: size * 0.42 }}
      data-empty={letter === '' || undefined}
      aria-hidden="true"
    >
      {letter === '' ? <Icon name="user" size={size * 0.5} /> : letter}
    </span>
  )
}

/** A Thai or Lao vowel that is written before its consonant is no initial. */
function firstLetter(name: string): string {
  const letters = name.trim().replace(/^[\u0e40-\u0e44\u0ec0-\u0ec4]/, '')
  return [...letters][0]?.toUpperCase() ?? ''
}
