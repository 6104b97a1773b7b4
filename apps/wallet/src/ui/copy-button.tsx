import { after } from '@kapao/browser/timers'
import { Button } from '@kapao/ui/button'
import hidden from '@kapao/ui/hidden.module.css'
import { useEffect, useState } from 'react'
import styles from './copy-button.module.css'

export interface CopyButtonProps {
  text: string
  /** Puts the text on the clipboard and answers whether it is really there. */
  copy: (text: string) => Promise<boolean>
  label: string
  copiedLabel: string
  failedLabel: string
  /** What is copied, for those who hear the button without its surroundings. */
  describedBy?: string | undefined
  onCopied?: (() => void) | undefined
}

const SHOWN_MS = 2500

/** Says "copied" only when it was, and says so when it was not. */
export function CopyButton({
  text,
  copy,
  label,
  copiedLabel,
  failedLabel,
  describedBy,
  onCopied,
}: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none')

  useEffect(() => {
    if (outcome === 'none') return
    return after(SHOWN_MS, () => setOutcome('none'))
  }, [outcome])

  async function press() {
    const done = await copy(text).catch(() => false)
    setOutcome(done ? 'copied' : 'failed')
    if (done) onCopied?.()
  }

  const said = { none: '', copied: copiedLabel, failed: failedLabel }[outcome]
  return (
    <>
      <Button
        small
        variant="secondary"
        icon={({ none: 'copy', copied: 'check', failed: 'warning' } as const)[outcome]}
        describedBy={describedBy}
        onClick={() => void press()}
      >
        {/* Both words in one place: the button must not grow under the thumb, nor push its row about. */}
        <span className={styles.words}>
          {outcome === 'failed' ? <span>{failedLabel}</span> : null}
          {[label, copiedLabel].map((word) => (
            <span key={word} className={word === (said || label) ? undefined : styles.other}>
              {word}
            </span>
          ))}
        </span>
      </Button>
      <span className={hidden.hidden} role="status">
        {said}
      </span>
    </>
  )
}
