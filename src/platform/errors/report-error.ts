import { atom, getDefaultStore } from 'jotai'

/** Stores the errors to show, oldest first. The snackbar shows one at a time. */
export const errorsAtom = atom<readonly unknown[]>([])

/** Shows an error message to the user; messages are queued. Aborts by the user are ignored. */
export function reportError(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  if (import.meta.env.DEV) console.warn(error)
  getDefaultStore().set(errorsAtom, (errors) => [...errors, error])
}

/**
 * Returns a rejection handler that logs the failure of an optional part of the page.
 *
 * @param part the failed part, e.g. "Service worker"
 */
export function logFailure(part: string): (error: unknown) => void {
  return (error) => console.error(`${part} failed`, error)
}

/** Removes the shown error, so that the next one is shown. */
export function dismissError(): void {
  getDefaultStore().set(errorsAtom, (errors) => errors.slice(1))
}
