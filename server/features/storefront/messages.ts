import type { Language } from '../../../contract/common.ts'
import { createCatalogue } from '../../platform/language/catalogue.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }

const getFormatter = createCatalogue({ ru, en, es })

/** Formats a text of page heads. */
export function formatHeadText(
  language: Language,
  id: keyof typeof ru,
  values?: Readonly<Record<string, string>>,
): string {
  return getFormatter(language)(id, values)
}
