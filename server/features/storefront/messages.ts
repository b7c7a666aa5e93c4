import type { Language } from '../../../contract/common.ts'
import { loadCatalogue } from '../../platform/language/catalogue.ts'
import type messages from './messages.ru.json'

const getFormatter = loadCatalogue<keyof typeof messages>(import.meta.dirname)

/** Formats a text of page heads. */
export function formatHeadText(
  language: Language,
  id: keyof typeof messages,
  values?: Readonly<Record<string, string>>,
): string {
  return getFormatter(language)(id, values)
}
