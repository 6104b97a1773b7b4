import { Component, type ReactNode } from 'react'
import { FailedState } from './states.tsx'

interface ErrorBoundaryProps {
  title: string
  text: string
  retryLabel: string
  children: ReactNode
}

/** A screen that broke, or whose code could not be loaded, says so and offers to load the page again: never a white page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override render(): ReactNode {
    const { title, text, retryLabel, children } = this.props
    if (!this.state.isBroken) return children
    return (
      <FailedState title={title} retryLabel={retryLabel} onRetry={() => location.reload()}>
        {text}
      </FailedState>
    )
  }
}
