import { DialogTitle } from '@headlessui/react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { IconButton } from '../IconButton.tsx'
import { Layer } from './Layer.tsx'

export interface SheetProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  closeLabel: string
  /** Stays at the bottom while the body scrolls. */
  footer?: ReactNode
  /** Full screen on wide screens too. */
  full?: boolean
  className?: string
  children: ReactNode
}

/** Fills the screen of a phone; a centered 560 px sheet on a wide screen. Its children are mounted only while it is open. */
export function Sheet({ open, onClose, title, closeLabel, footer, full, className, children }: SheetProps) {
  if (!open) return null
  return (
    <Layer onClose={onClose} className={cx('pf-sheet', full && 'pf-sheet-full', className)}>
      <header className="pf-sheet-head">
        <DialogTitle className="display-d3">{title}</DialogTitle>
        <IconButton icon="close" label={closeLabel} onClick={onClose} />
      </header>
      <div className="pf-sheet-body">{children}</div>
      {footer && <footer className="pf-sheet-foot">{footer}</footer>}
    </Layer>
  )
}
