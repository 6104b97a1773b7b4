import { SendFailure } from '@kapao/browser/http'
import { FailedState } from '@kapao/ui/states'
import { loadAnew } from '../lib/carry-over.ts'
import { failureText } from '../lib/error-text.ts'
import { useText } from '../lib/i18n.ts'

interface FailedAskProps {
  title: string
  asked: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
}

/**
 * A question that failed, to be asked again. An answer that this page cannot read mostly is of a newer release than the page: asking again
 * brings the same, so it is the page that is loaded again. Only by the agent's press, for what has not gone out yet goes with the page.
 */
export function FailedAsk({ title, asked }: FailedAskProps) {
  const t = useText()
  if (asked.error instanceof SendFailure && asked.error.failure.kind === 'not-understood') {
    return (
      <FailedState title={title} retryLabel={t('app.reload')} onRetry={loadAnew}>
        {t('app.outdated')}
      </FailedState>
    )
  }
  return (
    <FailedState
      title={title}
      retryLabel={t('app.try-again')}
      busy={asked.isFetching}
      onRetry={() => void asked.refetch()}
    >
      {failureText(t, asked.error)}
    </FailedState>
  )
}
