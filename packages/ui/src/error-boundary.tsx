import { Component, type ReactNode } from 'react'

/** A screen that broke, or whose code could not be loaded: `fallback` has words and a way on, never a white page. */
export class ErrorBoundary extends Component<
  { children: ReactNode; fallback: ReactNode },
  { broken: boolean }
> {
  override state = { broken: false }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.fallback : this.props.children
  }
}
