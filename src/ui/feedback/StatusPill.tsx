import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../Icon.tsx'

export interface StatusPillProps {
  icon: IconName
  tone?: 'neutral' | 'ok' | 'danger'
  /** Renders a button that opens the details. */
  onClick?: () => void
  className?: string
  children: ReactNode
}

export function StatusPill({ icon, tone = 'neutral', onClick, className, children }: StatusPillProps) {
  const pillClassName = cx('pf-pill', tone !== 'neutral' && `pf-pill-${tone}`, className)
  const content = (
    <>
      <Icon name={icon} size={20} />
      <span>{children}</span>
    </>
  )
  return onClick ? (
    <button type="button" className={pillClassName} onClick={onClick}>
      {content}
    </button>
  ) : (
    <span className={pillClassName}>{content}</span>
  )
}
