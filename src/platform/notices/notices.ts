import { atom, getDefaultStore } from 'jotai'

export interface NoticeAction {
  label: string
  act: () => void
}

/** A message that stays until it is answered. */
export interface Notice {
  /** A second notice of the same id replaces the first. */
  id: string
  text: string
  confirm?: NoticeAction
  decline?: NoticeAction
  onDismiss?: () => void
}

/** A short message at the bottom that leaves by itself, with at most one way to take the thing back. */
export interface Snack {
  text: string
  action?: NoticeAction
  /** Called once when it has left without its action being used. */
  onGone?: () => void
}

export const noticesAtom = atom<readonly Notice[]>([])
export const snackAtom = atom<Snack | null>(null)

/** Puts a notice into the queue; two are shown at once, one on a phone. */
export function notify(notice: Notice): void {
  getDefaultStore().set(noticesAtom, (notices) => [
    ...notices.filter((each) => each.id !== notice.id),
    notice,
  ])
}

export function withdrawNotice(id: string): void {
  getDefaultStore().set(noticesAtom, (notices) => notices.filter((each) => each.id !== id))
}

/** Shows a snack for 7 seconds; the one shown before leaves at once. */
export function showSnack(snack: Snack): void {
  const store = getDefaultStore()
  store.get(snackAtom)?.onGone?.()
  store.set(snackAtom, snack)
}

/** Takes the snack away. */
export function endSnack(used: boolean): void {
  const store = getDefaultStore()
  const snack = store.get(snackAtom)
  store.set(snackAtom, null)
  if (used) snack?.action?.act()
  else snack?.onGone?.()
}
