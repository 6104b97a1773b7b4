import { SendFailure } from '@kapao/browser/http'
import { Button } from '@kapao/ui/button'
import { Dialog } from '@kapao/ui/dialog'
import { toast } from '@kapao/ui/toast'
import { useState } from 'react'
import { failureText, requestTail } from '../../lib/error-text.ts'
import { useText } from '../../lib/i18n.ts'
import { type Game, useResetPassword } from './game-calls.ts'

/** The old password stops working at once, so it is asked twice. */
export function ResetPassword({ game }: { game: Game }) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const reset = useResetPassword(game.code)
  const close = () => {
    setAsking(false)
    reset.reset()
  }
  const tail = reset.error instanceof SendFailure ? requestTail(reset.error.failure) : null
  return (
    <>
      <Button small variant="quiet" icon="key" onClick={() => setAsking(true)}>
        {t('games.reset')}
      </Button>
      {reset.isError ? (
        <Dialog
          open={asking}
          kind="error"
          title={t('games.reset-failed')}
          confirmLabel={t('games.ok')}
          onConfirm={close}
          smallPrint={tail === null ? null : t('games.reference', { id: tail })}
        >
          {failureText(t, reset.error)}
        </Dialog>
      ) : (
        <Dialog
          open={asking}
          kind="warning"
          title={t('games.reset-title', { name: game.name })}
          confirmLabel={t('games.reset')}
          cancelLabel={t('games.cancel')}
          busy={reset.isPending}
          onCancel={close}
          onConfirm={() =>
            reset.mutate(undefined, {
              onSuccess: () => {
                close()
                toast.success(t('games.reset-done'))
              },
            })
          }
        >
          {t('games.reset-text')}
        </Dialog>
      )}
    </>
  )
}
