import { atom, getDefaultStore } from 'jotai'

export interface NoticeAction {
  label: string
  act: () => void
}

/** Describes a message that stays until it is answered. */
export interface Notice {
  /** A notice replaces an earlier one with the same id. */
  id: string
  text: string
  confirm?: NoticeAction
  decline?: NoticeAction
  onDismiss?: () => void
}

/** Describes a short message at the bottom that disappears after a timeout, with at most one action, such as Undo. */
export interface Snack {
  text: string
  action?: NoticeAction
  /** Called once when it has disappeared and its action was not used. */
  onGone?: () => void
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
  store.get(snackAtom)?.onGone?.()
  store.set(snackAtom, snack)
}

/** Removes the snack. */
export function endSnack(used: boolean): void {
  const store = getDefaultStore()
  const snack = store.get(snackAtom)
  store.set(snackAtom, null)
  if (used) snack?.action?.act()
  else snack?.onGone?.()
}
