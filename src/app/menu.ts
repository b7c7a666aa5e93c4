import type { Settings } from '../../contract/settings.ts'
import { useSignedIn } from '../platform/identity/index.ts'
import { useSettings } from '../platform/theme/index.ts'

export interface MenuEntry {
  path: string
  textId: string
}

interface Entry extends MenuEntry {
  shown?: (settings: Settings) => boolean
  /** Limits the entry to signed-in users. */
  signedIn?: true
}

const partner = (settings: Settings) => !settings.hidePartnerPages && !settings.photofinishUSA

const entries: readonly Entry[] = [
  { path: '/', textId: 'app.menu.participants' },
  { path: '/for-photographers', textId: 'app.menu.photographers', shown: partner },
  { path: '/for-organizers', textId: 'app.menu.organizers', shown: partner },
  { path: '/for-business', textId: 'app.menu.business', shown: partner },
  {
    path: '/my-account',
    textId: 'app.menu.account',
    signedIn: true,
    shown: (settings) => !settings.photofinishUSA,
  },
  { path: '/contacts', textId: 'app.menu.contacts' },
  { path: '/demo', textId: 'app.menu.demo', shown: (settings) => settings.demo && !settings.photofinishUSA },
]

/** Returns the entries of the main menu that exist on this host. */
export function useMenu(): readonly MenuEntry[] {
  const settings = useSettings()
  const isIn = useSignedIn() !== null
  return entries.filter((entry) => entry.shown?.(settings) !== false && (isIn || !entry.signedIn))
}

/** Returns whether an entry is current. The participants' entry covers every page that belongs to no other entry. */
export function isCurrent(entry: MenuEntry, all: readonly MenuEntry[], path: string): boolean {
  const inside = (root: string) => path === root || path.startsWith(`${root}/`)
  if (entry.path !== '/') return inside(entry.path)
  return !all.some((other) => other.path !== '/' && inside(other.path))
}
