import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  languages as allLanguages,
  defaultLanguage,
  type Language,
} from '../../../contract/language/languages.ts'
import { projectRoot } from '../../../server/platform/root.ts'

/** Returns the languages that a tenant of `tenants/` offers, its start language first. */
export function readTenantLanguages(tenant: string): readonly Language[] {
  const file = readFileSync(join(projectRoot, 'tenants', `${tenant}.json`), 'utf8')
  const { languages = allLanguages, lang } = JSON.parse(file) as {
    languages?: readonly Language[]
    lang?: Language
  }
  const start = lang ?? languages[0] ?? defaultLanguage
  return [start, ...languages.filter((language) => language !== start)]
}
