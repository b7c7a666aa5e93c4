import type { ReactNode } from 'react'

export interface SnackbarProps {
  children: ReactNode
  action?: { label: string; onClick: () => void }
}

/** Renders only the visible part. Place it inside `MessageCorner`, which is the live region. */
export function Snackbar({ children, action }: SnackbarProps) {
  return (
    <div className="pf-snack">
      <span>{children}</span>
      {action && (
        <button type="button" onClick={action.onClick}>
          {action.label}
        </button>
      )}
    </div>
  )
}

/** Positions messages above the dock. Keep it mounted while empty, so that its content is announced. */
export function MessageCorner({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <div className="pf-corner" role="status" aria-live="polite" aria-atomic="false" aria-label={label}>
      {children}
    </div>
  )
}
