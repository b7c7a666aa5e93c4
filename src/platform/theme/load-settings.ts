import { getDefaultStore } from 'jotai'
import type { Settings } from '../../../contract/settings.ts'
import { configureApi } from '../../lib/api-client.ts'
import { device } from '../storage/index.ts'
import { applyScheme, applyTheme } from './apply-theme.ts'
import { settingsAtom } from './settings.ts'

/**
 * Returns the settings that the server embedded in the page; null in the shell cached by the service worker. They are
 * from the same build as this code, so they need no validation.
 */
function readEmbeddedSettings(): Settings | null {
  const text = document.getElementById('settings')?.textContent
  return text ? (JSON.parse(text) as Settings) : null
}

function adoptSettings(settings: Settings, isThemeApplied = false): Settings {
  device.settings.write(settings)
  configureApi({ base: settings.apiBase.replace(/\/$/, ''), tenant: settings.theme })
  // a page with embedded settings was rendered with their theme
  if (isThemeApplied) applyScheme()
  else applyTheme(settings)
  getDefaultStore().set(settingsAtom, settings)
  return settings
}

/**
 * Returns the tenant's settings for the first paint: from the page, else of the last visit, else from the server.
 *
 * @throws ApiError on a first visit without a network
 */
export async function loadSettings(): Promise<Settings> {
  const embedded = readEmbeddedSettings()
  if (embedded) return adoptSettings(embedded, true)
  const { fetchSettings, validateSettings } = await import('./fetch-settings.ts')
  const lastSettings = validateSettings(device.settings.read())
  if (!lastSettings) return adoptSettings(await fetchSettings())
  adoptSettings(lastSettings)
  fetchSettings().then(
    (freshSettings) => adoptSettings(freshSettings),
    () => {},
  )
  return lastSettings
}
