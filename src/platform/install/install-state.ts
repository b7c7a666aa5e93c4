import { atom, getDefaultStore } from 'jotai'
import { useSyncExternalStore } from 'react'
import { detectInstallMethod, type InstallMethod, isIosDevice } from './install-method.ts'
import { isInstalledAtom, promptAtom } from './prompt.ts'

const standaloneQuery = globalThis.matchMedia?.('(display-mode: standalone), (display-mode: minimal-ui)')

/** Returns whether the page was opened from the app's icon. */
export const isStandalone = (): boolean =>
  (standaloneQuery?.matches ?? false) || ('standalone' in navigator && navigator.standalone === true)

const isIos = () => isIosDevice({ userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints })

const subscribeToNothing = () => () => {}

/** Returns whether the page runs on iOS or iPadOS; false on the server and until hydration has ended. */
export const useIos = (): boolean => useSyncExternalStore(subscribeToNothing, isIos, () => false)

/** Contains the install method that is available in this browser; undefined when there is none. */
export const installMethodAtom = atom<InstallMethod | undefined>((get) =>
  detectInstallMethod({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    isStandalone: isStandalone() || get(isInstalledAtom),
    hasPrompt: get(promptAtom) !== null,
  }),
)

/**
 * Opens the browser's install prompt. Must be called in a user gesture.
 *
 * @returns false without a prompt; show instructions for manual installation then
 */
export async function install(): Promise<boolean> {
  const store = getDefaultStore()
  const prompt = store.get(promptAtom)
  if (!prompt) return false
  // the event opens its prompt once; the browser fires another when it may be asked again
  store.set(promptAtom, null)
  await prompt.prompt()
  return true
}
