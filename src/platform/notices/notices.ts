import { atom, getDefaultStore } from 'jotai'

export interface NoticeAction {
  label: string
  act: () => void
}

/** A message that is shown until the user answers it. */
export interface Notice {
  /** A notice replaces an earlier one with the same id. */
  id: string
  text: string
  confirm?: NoticeAction
  decline?: NoticeAction
  onDismiss?: () => void
}

/** A short message at the bottom that disappears after a timeout. It has at most one action, such as Undo. */
export interface Snack {
  text: string
  action?: NoticeAction
  /** Called when the snack has disappeared without use of its action. */
  onDismiss?: () => void
}

export const noticesAtom = atom<readonly Notice[]>([])
export const snackAtom = atom<Snack | null>(null)

/** Queues a notice; two are shown at once, one on a phone. */
export function notify(notice: Notice): void {
  getDefaultStore().set(noticesAtom, (notices) => [
    ...notices.filter((each) => each.id !== notice.id),
    notice,
  ])
}

export function withdrawNotice(id: string): void {
  getDefaultStore().set(noticesAtom, (notices) => notices.filter((each) => each.id !== id))
}

/** Shows a snack for 7 seconds; it replaces the one shown before. */
export function showSnack(snack: Snack): void {
  const store = getDefaultStore()
  store.get(snackAtom)?.onDismiss?.()
  store.set(snackAtom, snack)
}

/** Removes the snack, and runs its action if it was used. */
export function closeSnack(isActionUsed: boolean): void {
  const store = getDefaultStore()
  const snack = store.get(snackAtom)
  store.set(snackAtom, null)
  if (isActionUsed) snack?.action?.act()
  else snack?.onDismiss?.()
}
