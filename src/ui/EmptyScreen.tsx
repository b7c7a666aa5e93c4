import { EmptyState, type EmptyStateProps } from './EmptyState.tsx'

interface Props extends Omit<EmptyStateProps, 'level' | 'className'> {
  /** `alert`: something failed. */
  role?: 'alert'
}

/** A page that has nothing to show but this. */
export function EmptyScreen({ role, ...said }: Props) {
  return (
    <div className="wrap pt-6 pb-9 lg:pt-11" role={role}>
      <EmptyState level={1} {...said} />
    </div>
  )
}
