import { getSettings, Settings } from '../../../contract/settings.ts'
import { request } from '../../lib/api.ts'

/** What is taken for settings, if it is: those of an older build may not be. */
export function checkedSettings(kept: unknown): Settings | null {
  const { data } = Settings.safeParse(kept)
  return data ?? null
}

/** @throws ApiError without a network */
export const askForSettings = () => request(getSettings, {})
