import type { ReactNode } from 'react'
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx'

interface Props extends Omit<EmptyStateProps, 'level' | 'className'> {
  /** Heading level, 1 unless told. */
  level?: 2 | undefined
  /** `alert`: something failed. */
  role?: 'alert'
  /** Stands under it, in the width of the page. */
  below?: ReactNode
}

/** A page that has nothing to show but this. */
export function EmptyScreen({ role, level, below, ...said }: Props) {
  return (
    <div className="wrap pt-6 pb-9 lg:pt-11" role={role}>
      <EmptyState level={level ?? 1} {...said} />
      {below}
    </div>
  )
}
