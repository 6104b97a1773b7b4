import { ErrorBoundary as Boundary } from '@kapao/ui/error-boundary'
import { FailedState } from '@kapao/ui/states'
import type { ReactNode } from 'react'
import { useText } from '../lib/i18n.ts'

export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary fallback={<Broken />}>{children}</Boundary>
}

function Broken() {
  const t = useText()
  return (
    <FailedState
      title={t('app.broken-title')}
      retryLabel={t('app.try-again')}
      onRetry={() => location.reload()}
    >
      {t('app.broken-text')}
    </FailedState>
  )
}
