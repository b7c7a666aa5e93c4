import { getSettings, Settings } from '../../../contract/settings.ts'
import { request } from '../../lib/api.ts'

/** Returns the stored settings; null if they are invalid, e.g. from an older build. */
export function validateSettings(storedSettings: unknown): Settings | null {
  const { data } = Settings.safeParse(storedSettings)
  return data ?? null
}

/** @throws ApiError without a network */
export const fetchSettings = () => request(getSettings, {})
