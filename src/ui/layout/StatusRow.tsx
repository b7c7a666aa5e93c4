import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/**
 * Renders the row of the outbox status pill in the app bar. On phones it replaces the logo, so that the layout does not change
 * when it appears.
 *
 * @param isOverlay for a page without an app bar: rendered over the middle of its top row, beside the offline bar, which is
 *   reduced to its icon next to a pill
 */
export function StatusRow({ isOverlay, children }: { isOverlay?: boolean; children: ReactNode }) {
  return <div className={cx('pf-status', isOverlay && 'pf-status-over')}>{children}</div>
}
