import { Button } from '@kapao/ui/button'
import { classes } from '@kapao/ui/classes'
import { Icon } from '@kapao/ui/icon'
import { useRef } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { isOutcomeUnknown } from '../../lib/intent.ts'
import { openSheet } from '../../lib/member-sheets.ts'
import { useShownProblem } from '../../ui/use-shown-problem.ts'
import styles from './slip.module.css'
import type { SlipMachine } from './slip-machine.ts'

/** Why the picture cannot be sent, or did not go out. The live region is there before its text. */
export function Trouble({ state }: { state: Extract<SlipMachine, { at: 'choosing' | 'chosen' }> }) {
  const t = useText()
  const text = troubleText(t, state)
  const place = useRef<HTMLDivElement>(null)
  useShownProblem(place, text)
  // What the player wanted is no failure.
  const trouble = state.at === 'chosen' ? state.trouble : null
  const isWanted = trouble === 'cancelled'
  const isPerhapsSent = trouble !== null && (isWanted || isOutcomeUnknown(trouble))
  return (
    <div ref={place}>
      <div role="alert" className={classes(styles.trouble, isWanted && styles.wanted)}>
        {text === null ? null : (
          <>
            <Icon name={isWanted ? 'info' : 'warning'} size={18} />
            <span>{text}</span>
          </>
        )}
      </div>
      {isPerhapsSent ? (
        <div className={styles.toStatus}>
          <Button small variant="quiet" icon="image" onClick={() => openSheet({ kind: 'slips' })}>
            {t('slip.status')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function troubleText(t: Text, state: Extract<SlipMachine, { at: 'choosing' | 'chosen' }>): string | null {
  if (state.at === 'choosing') return state.problem === null ? null : t(`slip.problem-${state.problem}`)
  if (state.trouble === null) return null
  if (state.trouble === 'cancelled') return t('slip.cancelled')
  // A proxy on the way that takes less than the server does.
  if (state.trouble.kind === 'not-understood' && state.trouble.status === 413)
    return errorText(t, state.trouble)
  // Without an answer it may have arrived.
  if (state.trouble.kind !== 'refused') return t(`slip.trouble-${state.trouble.kind}`)
  return errorText(t, state.trouble)
}
