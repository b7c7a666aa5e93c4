import { type Language, mapLanguages } from '../../../contract/language/languages.ts'
import { loadCatalogue } from '../../platform/language/catalogue.ts'
import { type LocalText, resolveLocalText } from '../../platform/local-text.ts'
import type messages from './messages.ru.json'

const getFormatter = loadCatalogue<keyof typeof messages>(import.meta.dirname)

/** Builds the title of a video that came without one, e.g. "Personal video, Finish". */
export function buildVideoTitle(
  startNumber: string | null,
  point: LocalText | undefined,
): Record<Language, string> {
  return mapLanguages((language) =>
    [
      getFormatter(language)(startNumber === null ? 'race' : 'personal'),
      ...(point ? [resolveLocalText(point, language)] : []),
    ].join(', '),
  )
}
