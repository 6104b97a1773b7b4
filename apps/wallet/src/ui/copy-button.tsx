import { after } from '@kapao/browser/timers'
import { Button } from '@kapao/ui/button'
import { classes } from '@kapao/ui/classes'
import { Icon } from '@kapao/ui/icon'
import { toast } from '@kapao/ui/toast'
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
  /** The main action of its sheet. */
  main?: boolean | undefined
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
  main,
}: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none')

  useEffect(() => {
    if (outcome === 'none') return
    return after(SHOWN_MS, () => setOutcome('none'))
  }, [outcome])

  async function press() {
    const done = await copy(text).catch(() => false)
    setOutcome(done ? 'copied' : 'failed')
    // Told by a toast as well (spec §8), which is heard, too: the button does not say it a second time.
    if (done) toast.success(copiedLabel)
    else toast.error(failedLabel)
  }

  const states = [
    { is: 'none', icon: 'copy', words: label },
    { is: 'copied', icon: 'check', words: copiedLabel },
    ...(outcome === 'failed' ? [{ is: 'failed', icon: 'warning', words: failedLabel } as const] : []),
  ] as const
  return (
    <Button
      small={!main}
      full={main}
      variant={main ? 'primary' : 'secondary'}
      describedBy={describedBy}
      onClick={() => void press()}
    >
      {/* In one place, the widest holding it: the button must not grow under the thumb, nor push its row about. */}
      <span className={styles.states}>
        {states.map(({ is, icon, words }) => (
          <span key={is} className={classes(styles.state, is !== outcome && styles.other)}>
            <Icon name={icon} size={20} />
            {words}
          </span>
        ))}
      </span>
    </Button>
  )
}
