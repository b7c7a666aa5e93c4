import { atom, getDefaultStore } from 'jotai'

/** Errors that wait to be shown, oldest first; the snackbar shows one at a time. */
export const errorsAtom = atom<readonly unknown[]>([])

/** Shows an error to the user, in words, one after another. What the user stopped herself is no error. */
export function reportError(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  if (import.meta.env.DEV) console.warn(error)
  getDefaultStore().set(errorsAtom, (errors) => [...errors, error])
}

/**
 * Returns a rejection handler that logs the failure of a part without which the page works.
 *
 * @param part that does not work now, e.g. "Service worker"
 */
export function logFailure(part: string): (error: unknown) => void {
  return (error) => console.error(`${part} failed`, error)
}

/** Takes the shown error away, so that the next one gets its turn. */
export function dismissError(): void {
  getDefaultStore().set(errorsAtom, (errors) => errors.slice(1))
}
