import { getDefaultStore } from 'jotai'
import { getSettings, Settings } from '../../../contract/settings.ts'
import { configureApi, request } from '../../lib/api.ts'
import { device } from '../storage/index.ts'
import { applyTheme } from './apply-theme.ts'
import { settingsAtom } from './settings.ts'

/** The settings that the server wrote into the page; absent in the shell that the service worker keeps. */
function embeddedSettings(): Settings | null {
  const text = document.getElementById('settings')?.textContent
  if (!text) return null
  const parsed = Settings.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : null
}

function take(settings: Settings): Settings {
  device.settings.write(settings)
  configureApi({ base: settings.apiBase.replace(/\/$/, ''), tenant: settings.theme })
  applyTheme(settings)
  getDefaultStore().set(settingsAtom, settings)
  return settings
}

/**
 * The tenant's settings for the first paint: from the page, else of the last visit, else asked for.
 *
 * @throws ApiError on a first visit without a network
 */
export async function loadSettings(): Promise<Settings> {
  const embedded = embeddedSettings()
  if (embedded) return take(embedded)
  const last = device.settings.read()
  if (!last) return take(await request(getSettings, {}))
  take(last)
  request(getSettings, {}).then(take, () => {})
  return last
}
