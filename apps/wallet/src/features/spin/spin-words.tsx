import { after } from '@kapao/browser/timers'
import { useEffect, useRef, useState } from 'react'
import { errorText, isRefusal } from '../../lib/error-text.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { isOutcomeUnknown } from '../../lib/intent.ts'
import styles from './spin.module.css'
import type { SpinState, Trouble } from './spin-machine.ts'

/** A turning wheel says enough for as long as a line usually needs. */
const LONG_WAIT_MS = 6000

interface SpinWordsProps {
  state: SpinState
  coins: number
  /** The wheel is gone by now, its count of coins with it. */
  isAlone?: boolean
}

/** What is going on, below the wheel: seen, and spoken by screen readers. What comes up with its words in it is spoken as an alert alone. */
export function SpinWords({ state, coins, isAlone = false }: SpinWordsProps) {
  const t = useText()
  const isLong = useLongWait(state.at === 'spinning')
  const isTrouble = state.at === 'stopped'
  const words = useRef<HTMLParagraphElement>(null)
  // Its last line says what became of the coin: on a small phone that would stay behind the menu.
  useEffect(() => {
    if (isTrouble) words.current?.scrollIntoView({ block: 'nearest' })
  }, [isTrouble])
  return (
    <p
      ref={words}
      className={styles.words}
      role={isAlone ? 'alert' : 'status'}
      data-trouble={isTrouble ? '' : undefined}
    >
      {isAlone && isNotKnown(state) ? t('spin.unknown-resting', { coins }) : wordsOf(t, state, coins, isLong)}
    </p>
  )
}

function wordsOf(t: Text, state: SpinState, coins: number, isLong: boolean): string {
  switch (state.at) {
    case 'idle':
      return coins > 0 ? t('spin.coins', { coins }) : t('spin.no-coins')
    case 'spinning':
      return t(isLong ? 'spin.still-waiting' : 'spin.turning')
    case 'landing':
    case 'stopping':
      return t('spin.turning')
    case 'landed':
    case 'prize':
      return t('spin.landed', { label: state.slice.label })
    case 'stopped':
      return troubleText(t, state.trouble)
  }
}

function isNotKnown(state: SpinState): boolean {
  if (state.at !== 'stopped' || state.trouble.kind !== 'failed') return false
  return state.trouble.isPerhapsDone === true || isOutcomeUnknown(state.trouble.failure)
}

/** Whether the server said no because the wheel rests. */
export function isOfResting(trouble: Trouble): boolean {
  return trouble.kind === 'failed' && isRefusal(trouble.failure, 'NO_DATA')
}

/** What happened, and what became of the coin. */
function troubleText(t: Text, trouble: Trouble): string {
  if (trouble.kind === 'not-on-wheel') return t('spin.not-on-wheel', { label: trouble.drawn.label })
  const { failure, isPerhapsDone } = trouble
  if (isOutcomeUnknown(failure)) return t('spin.unknown')
  if (isRefusal(failure, 'NO_COIN')) return t('spin.no-coins')
  if (isOfResting(trouble)) return `${t('spin.resting-title')} ${t('spin.resting-text')}`
  return isPerhapsDone ? t('spin.unknown') : `${errorText(t, failure)} ${t('spin.coin-kept')}`
}

function useLongWait(isWaiting: boolean): boolean {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    setIsLong(false)
    return isWaiting ? after(LONG_WAIT_MS, () => setIsLong(true)) : undefined
  }, [isWaiting])
  return isWaiting && isLong
}
