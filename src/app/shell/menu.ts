import type { Settings } from '../../../contract/settings.ts'
import { useSignedIn } from '../../platform/identity/index.ts'
import { useSettings } from '../../platform/theme/index.ts'

export interface MenuEntry {
  path: string
  textId: string
}

interface Entry extends MenuEntry {
  isShown?: (settings: Settings) => boolean
  /** Limits the entry to signed-in users. */
  onlySignedIn?: true
}

const hasPartnerPages = (settings: Settings) => !settings.hidePartnerPages && !settings.photofinishUSA

const entries: readonly Entry[] = [
  { path: '/', textId: 'app.menu.participants' },
  { path: '/for-photographers', textId: 'app.menu.photographers', isShown: hasPartnerPages },
  { path: '/for-organizers', textId: 'app.menu.organizers', isShown: hasPartnerPages },
  { path: '/for-business', textId: 'app.menu.business', isShown: hasPartnerPages },
  {
    path: '/my-account',
    textId: 'app.menu.account',
    onlySignedIn: true,
    isShown: (settings) => !settings.photofinishUSA,
  },
  { path: '/contacts', textId: 'app.menu.contacts' },
  {
    path: '/demo',
    textId: 'app.menu.demo',
    isShown: (settings) => settings.demo && !settings.photofinishUSA,
  },
]

/** Returns the entries of the main menu that exist on this host. */
export function useMenu(): readonly MenuEntry[] {
  const settings = useSettings()
  const isSignedIn = useSignedIn() !== null
  return entries.filter((entry) => entry.isShown?.(settings) !== false && (isSignedIn || !entry.onlySignedIn))
}

/** Returns whether an entry is current. The participants' entry covers every page that belongs to no other entry. */
export function isCurrent(entry: MenuEntry, menu: readonly MenuEntry[], path: string): boolean {
  const isInside = (root: string) => path === root || path.startsWith(`${root}/`)
  if (entry.path !== '/') return isInside(entry.path)
  return !menu.some((other) => other.path !== '/' && isInside(other.path))
}
