import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'

interface OfflineBarProps {
  /** Adds a link at the end. */
  action?: ReactNode
  children: ReactNode
}

/**
 * Renders a black bar over the app bar that states what still works; in a `StatusRow` on pages without an app bar. It
 * is inserted together with its text, so announce the text elsewhere.
 */
export function OfflineBar({ children, action }: OfflineBarProps) {
  return (
    <div className="pf-offline">
      <Icon name="no-network" size={20} />
      <span>{children}</span>
      {action}
    </div>
  )
}
