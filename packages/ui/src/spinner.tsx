import styles from './spinner.module.css'

/** Decoration: the control or region around it says what is waited for (aria-busy and a text). */
export function Spinner({ size = 20 }: { size?: number | undefined }) {
  return <span className={styles.spinner} style={{ width: size, height: size }} aria-hidden="true" />
}
