import { Icon } from '@kapao/ui/icon'
import styles from './notes.module.css'

/** What is good to know before doing something: short sentences, quietly. */
export function Notes({ notes }: { notes: readonly string[] }) {
  return (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>
          <Icon name="info" size={18} />
          <span>{note}</span>
        </li>
      ))}
    </ul>
  )
}
