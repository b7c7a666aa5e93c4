import { getSettings, Settings } from '../../../contract/settings.ts'
import { request } from '../../lib/api.ts'

/** Validates stored settings: those of an older build may be invalid. */
export function checkedSettings(kept: unknown): Settings | null {
  const { data } = Settings.safeParse(kept)
  return data ?? null
}

/** @throws ApiError without a network */
export const askForSettings = () => request(getSettings, {})
