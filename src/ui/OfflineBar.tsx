import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** Black, says what still works; stands in a `StatusRow`. `action` is a link at its end. */
export function OfflineBar({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="pf-offline" role="status">
      <Icon name="no-network" size={20} />
      <span>{children}</span>
      {action}
    </div>
  )
}
