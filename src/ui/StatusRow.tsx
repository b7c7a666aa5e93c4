import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * How things stand: the pill of the queue, in the app bar, on phones in place of the logo, so that nothing is moved or
 * covered when it comes and goes.
 *
 * @param over on a page without an app bar: over the middle of its top row, with the offline bar, which is only its
 *   icon beside a pill
 */
export function StatusRow({ over, children }: { over?: boolean; children: ReactNode }) {
  return <div className={cx('pf-status', over && 'pf-status-over')}>{children}</div>
}
