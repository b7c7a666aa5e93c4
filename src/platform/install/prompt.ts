import { atom, getDefaultStore } from 'jotai'
import { askToKeep } from './keep.ts'

/** What Chromium offers instead of its own bar; not in TypeScript's library. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

/** What the browser has offered, until it was opened. */
export const promptAtom = atom<InstallPrompt | null>(null)
export const installedAtom = atom(false)

/** Keeps the browser's offer for later: it comes once, early, and only its own event can open the prompt. */
export function keepInstallPrompt(): void {
  const store = getDefaultStore()
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    store.set(promptAtom, event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => {
    store.set(promptAtom, null)
    store.set(installedAtom, true)
    void askToKeep()
  })
}
