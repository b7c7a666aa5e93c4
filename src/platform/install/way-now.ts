import { atom, getDefaultStore } from 'jotai'
import { installedAtom, promptAtom } from './prompt.ts'
import { type InstallWay, installWay } from './way.ts'

const standalone = globalThis.matchMedia?.('(display-mode: standalone), (display-mode: minimal-ui)')

/** Returns whether the page was opened from the app's icon. */
export const isStandalone = (): boolean =>
  (standalone?.matches ?? false) || ('standalone' in navigator && navigator.standalone === true)

/** Contains the install method that is available in this browser; undefined when there is none. */
export const installWayAtom = atom<InstallWay | undefined>((get) =>
  installWay({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    standalone: isStandalone() || get(installedAtom),
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
