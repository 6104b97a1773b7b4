import { Button } from '@kapao/ui/button'
import { classes } from '@kapao/ui/classes'
import { Icon } from '@kapao/ui/icon'
import { useRef } from 'react'
import { errorText } from '../../lib/error-text.ts'
import type { Failure } from '../../lib/http.ts'
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
  const isPerhapsSent = isWanted || (trouble !== null && isPerhapsThere(trouble))
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

/** Of what a proxy on the way did not let through nothing is there. */
const isPerhapsThere = (failure: Failure) => isOutcomeUnknown(failure) && !isTooLarge(failure)

const isTooLarge = (failure: Failure) => failure.kind === 'not-understood' && failure.status === 413

function troubleText(t: Text, state: Extract<SlipMachine, { at: 'choosing' | 'chosen' }>): string | null {
  if (state.at === 'choosing') return state.problem === null ? null : t(`slip.problem-${state.problem}`)
  if (state.trouble === null) return null
  if (state.trouble === 'cancelled') return t('slip.cancelled')
  if (!isPerhapsThere(state.trouble)) return errorText(t, state.trouble)
  const what =
    state.trouble.kind === 'refused' ? errorText(t, state.trouble) : t(`slip.trouble-${state.trouble.kind}`)
  return `${what} ${t('slip.perhaps-sent')}`
}
