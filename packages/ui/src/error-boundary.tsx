import { Component, type ReactNode } from 'react'
import { FailedState } from './states.tsx'

export interface ErrorBoundaryProps {
  title: string
  text: string
  retryLabel: string
  /** Without it, the page is loaded again. */
  onRetry?: (() => void) | undefined
  /** What is drawn around what it says. */
  around?: ((broken: ReactNode) => ReactNode) | undefined
  children: ReactNode
}

/** A screen that broke, or whose code could not be loaded, says so and offers to load the page again: never a white page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override render(): ReactNode {
    const { title, text, retryLabel, onRetry, around, children } = this.props
    if (!this.state.isBroken) return children
    const broken = (
      <FailedState title={title} retryLabel={retryLabel} onRetry={onRetry ?? (() => location.reload())}>
        {text}
      </FailedState>
    )
    return around ? around(broken) : broken
  }
}
