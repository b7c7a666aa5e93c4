import './drawer.css'
import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { AppLink } from '../AppLink.tsx'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../Icon.tsx'
import { IconButton } from '../IconButton.tsx'
import { Layer } from './Layer.tsx'

export interface DrawerProps {
  open: boolean
  onClose: () => void
  label: string
  closeLabel: string
  /** Places the logo, opposite the close button. */
  head?: ReactNode
  children: ReactNode
}

/** Renders a full-height panel from the left. */
export function Drawer({ open, onClose, label, closeLabel, head, children }: DrawerProps) {
  if (!open) return null
  return (
    <Layer onClose={onClose} className="pf-drawer" label={label}>
      <div className="flex min-h-14 items-center justify-between gap-3">
        {head ?? <span />}
        <IconButton icon="close" label={closeLabel} className="-mr-3" onClick={onClose} />
      </div>
      {children}
    </Layer>
  )
}

export interface DrawerLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  current?: boolean
}

/** Renders a navigation target in display capitals. */
export function DrawerLink({ current, className, children, ...rest }: DrawerLinkProps) {
  return (
    <AppLink
      {...rest}
      className={cx('pf-drawer-link', className)}
      aria-current={current ? 'page' : undefined}
    >
      {children}
    </AppLink>
  )
}

export interface DrawerRowProps {
  icon?: IconName
  href?: string
  onClick?: () => void
  children: ReactNode
}

/** Renders a secondary action below the links, such as the language or a bug report. */
export function DrawerRow({ icon, href, onClick, children }: DrawerRowProps) {
  const content = (
    <>
      {icon && <Icon name={icon} size={20} />}
      {children}
    </>
  )
  if (href !== undefined) {
    return (
      <AppLink className="pf-drawer-row" href={href} onClick={onClick}>
        {content}
      </AppLink>
    )
  }
  return (
    <button type="button" className="pf-drawer-row" onClick={onClick}>
      {content}
    </button>
  )
}
