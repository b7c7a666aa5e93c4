import { atom, getDefaultStore } from 'jotai'
import { askToKeep } from './keep.ts'
import { type InstallWay, installWay } from './way.ts'

/** What Chromium offers instead of its own bar; not in TypeScript's library. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

const promptAtom = atom<InstallPrompt | null>(null)
const standalone = window.matchMedia('(display-mode: standalone), (display-mode: minimal-ui)')
const installedAtom = atom(false)

/** The way to the home screen that this browser has open now. */
export const installWayAtom = atom<InstallWay | undefined>((get) =>
  installWay({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    standalone:
      standalone.matches ||
      get(installedAtom) ||
      ('standalone' in navigator && navigator.standalone === true),
    hasPrompt: get(promptAtom) !== null,
  }),
)

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
