import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** Black, above the app bar; says what still works. `action` is a link at its end. */
export function OfflineBar({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="pf-offline" role="status">
      <div className="wrap">
        <Icon name="no-network" size={20} />
        <span>{children}</span>
        {action}
      </div>
    </div>
  )
}
