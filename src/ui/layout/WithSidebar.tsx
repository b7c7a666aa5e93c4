import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

interface Props {
  title?: ReactNode
  /** Adds an element at the end of the title's line. */
  beside?: ReactNode
  /** Beside the page and always visible on wide screens; below it on phones. */
  sidebar: ReactNode
  /** Renders the plate only from 1200 px: below that, a dock shows the same. */
  wideOnly?: boolean
  className?: string
  children: ReactNode
}

/** Renders a page with a side plate for the total and the main action. */
export function WithSidebar({ title, beside, sidebar, wideOnly, className, children }: Props) {
  return (
    <div
      className={cx(
        'wrap lg:grid lg:grid-cols-[minmax(0,1fr)_400px] lg:items-start lg:gap-x-24 lg:pb-12',
        !wideOnly && 'md:grid md:grid-cols-[minmax(0,1fr)_19rem] md:items-start md:gap-x-8',
        className,
      )}
    >
      {title && (
        <div className="flex flex-wrap items-start justify-between gap-3 pt-6 pb-1.5 md:col-span-2 lg:pt-11 lg:pb-4.5">
          <h1 className="display-d1 w-min grow">{title}</h1>
          {beside}
        </div>
      )}
      <div className="min-w-0">{children}</div>
      <aside
        className={cx('pf-sidebar md:rounded-sheet md:bg-sunk md:p-5 lg:p-7', wideOnly && 'max-lg:hidden')}
      >
        {sidebar}
      </aside>
    </div>
  )
}
