import { atom, useAtomValue } from 'jotai'
import type { Settings } from '../../../contract/settings.ts'

/** Stores the tenant's settings: set before the first render, and again when fresher ones arrive. */
export const settingsAtom = atom<Settings | null>(null)

/** Returns the tenant's settings, which are always set once the app is rendered. */
export function useSettings(): Settings {
  const settings = useAtomValue(settingsAtom)
  if (!settings) throw new Error('useSettings before the settings were read')
  return settings
}
