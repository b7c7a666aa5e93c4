import { atom, getDefaultStore } from 'jotai'
import { askToKeep } from './keep.ts'

/** Chromium's deferred install prompt; not in TypeScript's library. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

/** The deferred prompt, until it was opened. */
export const promptAtom = atom<InstallPrompt | null>(null)
export const installedAtom = atom(false)

/** Stores the browser's install prompt: it fires once, early, and only its event can open the prompt later. */
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
