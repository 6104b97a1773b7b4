import styles from './grouped.module.css'

/** A number to be read out. What parts its groups is drawn, not written: whoever copies it has its digits alone. */
export function Grouped({ number, written }: { number: string; written: string }) {
  if (number === written) return number
  return (
    <span className={styles.grouped}>
      {[...written.matchAll(/(\d+)(\D*)/g)].map(({ 1: digits, 2: sign, index }) => (
        <span key={index} data-sign={sign}>
          {digits}
        </span>
      ))}
    </span>
  )
}
