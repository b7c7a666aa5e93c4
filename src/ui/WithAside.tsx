import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface Props {
  title?: ReactNode
  /** At the end of the title's line. */
  beside?: ReactNode
  /** Beside the page on wide screens, and stays in sight; below it on narrow ones. */
  aside: ReactNode
  className?: string
  children: ReactNode
}

/** A page with a plate at its side that holds the sum and the main action. */
export function WithAside({ title, beside, aside, className, children }: Props) {
  return (
    <div
      className={cx(
        'wrap lg:grid lg:grid-cols-[minmax(0,1fr)_400px] lg:items-start lg:gap-x-24 lg:pb-12',
        className,
      )}
    >
      {title && (
        <div className="flex flex-wrap items-start justify-between gap-3 pt-6 pb-1.5 lg:col-span-2 lg:pt-11 lg:pb-4.5">
          <h1 className="display-d1 w-min grow">{title}</h1>
          {beside}
        </div>
      )}
      <div className="min-w-0">{children}</div>
      <aside className="pf-aside lg:rounded-sheet lg:bg-sunk lg:p-7">{aside}</aside>
    </div>
  )
}
