import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * How things stand: the offline bar and the pill of the queue. They stand in the app bar, on narrow screens in place of
 * the logo, so that nothing is moved or covered when they come and go; beside a pill the offline bar is only its icon.
 *
 * @param over on a page without an app bar: over the middle of its top row
 */
export function StatusRow({ over, children }: { over?: boolean; children: ReactNode }) {
  return <div className={cx('pf-status', over && 'pf-status-over')}>{children}</div>
}
