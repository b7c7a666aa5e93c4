import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface EmptyStateProps {
  title: ReactNode
  /** Sets the heading level, 2 by default. */
  level?: 1 | 2 | 3
  /** Next steps: a `primary` button without an icon, then `outline` ones. */
  actions?: ReactNode
  className?: string
  children?: ReactNode
}

/** States what is missing, why, and what to do next. */
export function EmptyState({ title, level = 2, actions, className, children }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={cx('max-w-[34rem]', className)}>
      <Heading className="display-d2">{title}</Heading>
      {children && <div className="mt-3 text-ink-2">{children}</div>}
      {actions && (
        <div className="mt-4 flex flex-wrap items-center gap-2 max-sm:[&>.pf-btn]:grow">{actions}</div>
      )}
    </div>
  )
}
