import type { loadState } from '@kapao/browser/load-state'
import { useBusy } from '@kapao/browser/use-busy'
import { Button } from '@kapao/ui/button'
import { Dialog } from '@kapao/ui/dialog'
import { Skeleton } from '@kapao/ui/skeleton'
import { toast } from '@kapao/ui/toast'
import { useState } from 'react'
import { failureText, referenceText } from '../../lib/error-text.ts'
import { useText } from '../../lib/i18n.ts'
import { isOutcomeUnknown } from '../../lib/intent.ts'
import { failureOf } from '../../lib/mending.ts'
import { type Game, useResetPassword } from './game-calls.ts'
import styles from './games.module.css'

interface ResetPasswordProps {
  game: Game
  /** What became of it is told whether or not the account has come again. */
  account: ReturnType<typeof loadState>
}

/** The old password stops working at once, so it is asked twice. */
export function ResetPassword({ game, account }: ResetPasswordProps) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const reset = useResetPassword(game.code)
  // Not the mutation's own: it is drawn a moment later, and a second tap would make one more password.
  const [isResetting, run] = useBusy()
  const close = () => {
    setAsking(false)
    reset.reset()
  }
  async function confirm() {
    const isDone = await reset.mutateAsync().then(
      () => true,
      () => false,
    )
    if (!isDone) return
    close()
    toast.success(t('games.reset-done'))
  }

  const failure = failureOf(reset.error)
  const isNotKnown = failure !== null && isOutcomeUnknown(failure)
  return (
    <>
      {account === 'failed' ? null : (
        <div className={styles.reset}>
          {account === 'loading' ? (
            <Skeleton width={150} />
          ) : (
            <Button small variant="quiet" icon="key" onClick={() => setAsking(true)}>
              {t('games.reset')}
            </Button>
          )}
        </div>
      )}
      {reset.isError ? (
        <Dialog
          open={asking}
          kind={isNotKnown ? 'warning' : 'error'}
          title={t(isNotKnown ? 'errors.not-known' : 'games.reset-failed')}
          confirmLabel={t('games.ok')}
          onConfirm={close}
          smallPrint={failure && referenceText(t, failure)}
        >
          {failureText(t, reset.error)} {isNotKnown ? t('games.reset-perhaps') : null}
        </Dialog>
      ) : (
        <Dialog
          open={asking}
          kind="warning"
          title={t('games.reset-title', { name: game.name })}
          confirmLabel={t('games.reset')}
          cancelLabel={t('games.cancel')}
          busy={isResetting}
          onCancel={close}
          onConfirm={() => run(confirm)}
        >
          {t('games.reset-text')}
        </Dialog>
      )}
    </>
  )
}
