import { atom, getDefaultStore } from 'jotai'
import type { Settings } from '../../../contract/settings.ts'

/** Stores whether the tenant's feedback widget is open. */
export const reportingAtom = atom(false)

/** Opens the tenant's feedback widget, which is loaded on demand. */
export function reportBug(): void {
  getDefaultStore().set(reportingAtom, true)
}

/** Returns whether a page belongs to an order, a payment or an account. These show no third-party content. */
const isPrivate = (path: string) =>
  /^\/(order|order-complete|order-failed|preorder|my-account)(\/|$)/.test(path)

export function canReportAt(
  path: string,
  { feedbackWidgetUrl }: Pick<Settings, 'feedbackWidgetUrl'>,
): boolean {
  return feedbackWidgetUrl !== undefined && !isPrivate(path)
}
