import { atom, getDefaultStore } from 'jotai'
import { requestPersistentStorage } from './persistent-storage.ts'

/** Types Chromium's deferred install prompt, which TypeScript's library lacks. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

/** Stores the deferred prompt until it is opened. */
export const promptAtom = atom<InstallPrompt | null>(null)
export const isInstalledAtom = atom(false)

/** Stores the event of the browser's install prompt. It fires once, early, and only it can open the prompt later. */
export function captureInstallPrompt(): void {
  const store = getDefaultStore()
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    store.set(promptAtom, event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => {
    store.set(promptAtom, null)
    store.set(isInstalledAtom, true)
    void requestPersistentStorage()
  })
}
