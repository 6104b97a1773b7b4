import { FailedState } from '@kapao/ui/states'
import { Component, type ReactNode } from 'react'
import { useText } from '../lib/i18n.ts'

/** A screen that broke, or whose code could not be loaded: words and a way on, never a white page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }

  override render(): ReactNode {
    return this.state.broken ? <Broken /> : this.props.children
  }
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
