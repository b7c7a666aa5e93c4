import type { Language } from '../../../contract/common.ts'
import { createCatalogue } from '../../platform/language/catalogue.ts'
import { type LocalText, localText } from '../../platform/local-text.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }

const sayIn = createCatalogue({ ru, en, es })

/** Builds the title of a video that came without one, e.g. "Personal video, Finish". */
export function toVideoTitle(
  startNumber: string | null,
  point: LocalText | undefined,
): Record<Language, string> {
  const inLanguage = (language: Language) =>
    [
      sayIn(language)(startNumber === null ? 'race' : 'personal'),
      ...(point ? [localText(point, language)] : []),
    ].join(', ')
  return { ru: inLanguage('ru'), en: inLanguage('en'), es: inLanguage('es') }
}
