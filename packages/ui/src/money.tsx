import { formatMinor } from '@kapao/money/format'
import type { Minor } from '@kapao/money/minor'
import type { CSSProperties } from 'react'
import { classes } from './classes.ts'
import hidden from './hidden.module.css'
import styles from './money.module.css'

export interface MoneyProps {
  amount: Minor
  /** The currency's name as this language writes it; an empty text leaves it out. */
  currency: string
  size?: 'sm' | 'md' | 'lg' | 'hero' | undefined
  /** plus is green with "+", minus is red with "−" (U+2212, which screen readers speak). */
  sign?: 'plus' | 'minus' | 'none' | undefined
  /** The digits roll when the amount changes. */
  roll?: boolean | undefined
}

const signOf = { plus: '+', minus: '\u2212', none: '' } as const

/** An amount on one line, never cut: the hero size shrinks until it fits the width it has. */
export function Money({ amount, currency, size = 'md', sign = 'none', roll = false }: MoneyProps) {
  const text = `${signOf[sign]}${formatMinor(amount).replace('-', '\u2212')}`
  const fit: CSSProperties & Record<'--signs', number> = { '--signs': text.length + currency.length / 2 }
  return (
    <span className={classes(styles.money, styles[size], styles[sign])} style={fit}>
      <span className={styles.line}>
        {roll ? <Rolling text={text} /> : <span className={styles.number}>{text}</span>}
        {currency ? ' ' : null}
        {currency ? <span className={styles.currency}>{currency}</span> : null}
      </span>
    </span>
  )
}

/** The strips of digits are drawn by CSS, so that the text of the page is the amount and nothing else; screen readers skip them. */
function Rolling({ text }: { text: string }) {
  const signs = [...text]
  return (
    <span className={classes(styles.number, styles.rolling)}>
      <span className={hidden.hidden}>{text}</span>
      {signs.map((sign, index) => {
        // Places count from the right: the satang stay the satang when the amount grows by a digit.
        const place = signs.length - index
        if (!/\d/.test(sign))
          return <span key={`${place}${sign}`} aria-hidden="true" className={styles.mark} data-sign={sign} />
        const digit: CSSProperties & Record<'--digit', string> = { '--digit': sign }
        return <span key={place} aria-hidden="true" className={styles.digit} style={digit} />
      })}
    </span>
  )
}
