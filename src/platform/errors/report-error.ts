import { atom, getDefaultStore } from 'jotai'

/** Errors that wait to be shown, oldest first; the snackbar shows one at a time. */
export const errorsAtom = atom<readonly unknown[]>([])

/** Shows an error to the user, in words, one after another. What the user stopped herself is no error. */
export function reportError(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  if (import.meta.env.DEV) console.warn(error)
  getDefaultStore().set(errorsAtom, (errors) => [...errors, error])
}

/** Takes the shown error away, so that the next one gets its turn. */
export function dismissError(): void {
  getDefaultStore().set(errorsAtom, (errors) => errors.slice(1))
}
