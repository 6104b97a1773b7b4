import { Icon } from '../../ui/icon.tsx'
import styles from './deposit.module.css'

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
