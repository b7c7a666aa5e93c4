import { Component, type ComponentType, type ReactNode } from 'react'

interface Props {
  Fallback: ComponentType<{ error: unknown; onRetry: () => void }>
  onRetry: () => void
  children: ReactNode
}

export class ErrorBoundary extends Component<Props, { error?: unknown; failed: boolean }> {
  override state = { failed: false, error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error }
  }

  override render(): ReactNode {
    const { Fallback, onRetry, children } = this.props
    return this.state.failed ? <Fallback error={this.state.error} onRetry={onRetry} /> : children
  }
}
