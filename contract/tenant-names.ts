import type { Language } from './common.ts'
import type { Settings } from './settings.ts'

/** What a tenant is called in a language. */
export function namesIn(
  { names, tenantName, shortName }: Pick<Settings, 'names' | 'tenantName' | 'shortName'>,
  language: Language,
): Pick<Settings, 'tenantName' | 'shortName'> {
  return names?.[language] ?? { tenantName, shortName }
}
