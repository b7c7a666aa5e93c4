import type { Language } from './common.ts'
import type { Settings } from './settings.ts'

/** Returns the names of a tenant in a language. */
export function getTenantNames(
  { names, tenantName, shortName }: Pick<Settings, 'names' | 'tenantName' | 'shortName'>,
  language: Language,
): Pick<Settings, 'tenantName' | 'shortName'> {
  return names?.[language] ?? { tenantName, shortName }
}
