import { ErrorBoundary as Boundary } from '@kapao/ui/error-boundary'
import type { ReactNode } from 'react'
import { loadAnew } from '../lib/carry-over.ts'
import { useText } from '../lib/i18n.ts'

export function ErrorBoundary({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <Boundary
      title={t('app.broken-title')}
      text={t('app.broken-text')}
      retryLabel={t('app.try-again')}
      onRetry={loadAnew}
    >
      {children}
    </Boundary>
  )
}
