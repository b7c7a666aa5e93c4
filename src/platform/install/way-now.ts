import { atom, getDefaultStore } from 'jotai'
import { installedAtom, promptAtom } from './prompt.ts'
import { type InstallWay, installWay } from './way.ts'

const standalone = globalThis.matchMedia?.('(display-mode: standalone), (display-mode: minimal-ui)')

/** The way to the home screen that this browser has open now. */
export const installWayAtom = atom<InstallWay | undefined>((get) =>
  installWay({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    standalone:
      standalone?.matches ||
      get(installedAtom) ||
      ('standalone' in navigator && navigator.standalone === true),
    hasPrompt: get(promptAtom) !== null,
  }),
)

/**
 * Opens the browser's prompt; to be called by a tap.
 *
 * @returns false where there is none and the user has to be told how to install by hand
 */
export async function install(): Promise<boolean> {
  const store = getDefaultStore()
  const prompt = store.get(promptAtom)
  if (!prompt) return false
  // the event opens its prompt once; the browser sends another when it may be asked again
  store.set(promptAtom, null)
  await prompt.prompt()
  return true
}
