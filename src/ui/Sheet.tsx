import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'
import { useDialog } from './use-dialog.ts'

export interface SheetProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  closeLabel: string
  /** Stays at the foot while the body scrolls. */
  footer?: ReactNode
  /** Full screen on wide screens too. */
  full?: boolean
  className?: string
  children: ReactNode
}

/** Full screen on a phone, a centred 560 px sheet on a wide screen. Its children live only while it is open. */
export function Sheet({ open, onClose, title, closeLabel, footer, full, className, children }: SheetProps) {
  const titleId = useId()
  const ref = useDialog(open, onClose)
  if (!open) return null
  return (
    <dialog
      ref={ref}
      className={cx('pf-dialog pf-sheet', full && 'pf-sheet-full', className)}
      aria-labelledby={titleId}
    >
      <header className="pf-sheet-head">
        <h2 id={titleId} className="display-d3">
          {title}
        </h2>
        <IconButton icon="close" label={closeLabel} onClick={onClose} />
      </header>
      <div className="pf-sheet-body">{children}</div>
      {footer && <footer className="pf-sheet-foot">{footer}</footer>}
    </dialog>
  )
}
