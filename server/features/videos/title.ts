import type { Language } from '../../../contract/common.ts'
import { createCatalogue } from '../../platform/language/catalogue.ts'
import { type LocalText, resolveLocalText } from '../../platform/local-text.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }

const getFormatter = createCatalogue({ ru, en, es })

/** Builds the title of a video that came without one, e.g. "Personal video, Finish". */
export function buildVideoTitle(
  startNumber: string | null,
  point: LocalText | undefined,
): Record<Language, string> {
  const buildTitle = (language: Language) =>
    [
      getFormatter(language)(startNumber === null ? 'race' : 'personal'),
      ...(point ? [resolveLocalText(point, language)] : []),
    ].join(', ')
  return { ru: buildTitle('ru'), en: buildTitle('en'), es: buildTitle('es') }
}
