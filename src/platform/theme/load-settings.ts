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
function embeddedSettings(): Settings | null {
  const text = document.getElementById('settings')?.textContent
  return text ? (JSON.parse(text) as Settings) : null
}

function take(settings: Settings, painted = false): Settings {
  device.settings.write(settings)
  configureApi({ base: settings.apiBase.replace(/\/$/, ''), tenant: settings.theme })
  // a page with embedded settings was rendered with their theme
  if (painted) applyScheme()
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
  const embedded = embeddedSettings()
  if (embedded) return take(embedded, true)
  const { askForSettings, checkedSettings } = await import('./settings-elsewhere.ts')
  const last = checkedSettings(device.settings.read())
  if (!last) return take(await askForSettings())
  take(last)
  askForSettings().then(
    (fresh) => take(fresh),
    () => {},
  )
  return last
}
