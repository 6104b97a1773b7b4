import { ErrorBoundary as Boundary, type ErrorBoundaryProps } from '@kapao/ui/error-boundary'
import { useText } from '../lib/i18n.ts'

export function ErrorBoundary(own: Pick<ErrorBoundaryProps, 'onRetry' | 'around' | 'children'>) {
  const t = useText()
  return (
    <Boundary
      title={t('app.broken-title')}
      text={t('app.broken-text')}
      retryLabel={t('app.try-again')}
      {...own}
    />
  )
}
