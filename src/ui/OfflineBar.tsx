import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

interface OfflineBarProps {
  /** A link at its end. */
  action?: ReactNode
  children: ReactNode
}

/**
 * Black, over the app bar from edge to edge, says what still works; in a `StatusRow` on pages without an app bar. It comes
 * together with its words, so have them read out elsewhere.
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
