import type { ReactNode } from 'react'
import { Bib } from '../Bib.tsx'
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx'

interface Props extends Omit<EmptyStateProps, 'level' | 'className'> {
  /** Sets the heading level, 1 by default. */
  level?: 2 | undefined
  /** `alert`: something failed. */
  role?: 'alert'
  /** Rendered below it, in the width of the page. */
  below?: ReactNode
}

/** Renders an empty page whose plate explains what is missing. */
export function EmptyScreen({ role, level, below, ...stateProps }: Props) {
  return (
    <div className="wrap pt-4 pb-9 md:pt-9" role={role}>
      <Bib className="max-w-144 px-6 py-9 md:px-10">
        <EmptyState level={level ?? 1} {...stateProps} />
      </Bib>
      {below}
    </div>
  )
}
