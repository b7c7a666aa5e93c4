import { textLoaders } from 'virtual:messages'
import type { MessageFormatElement } from 'react-intl'
import type { Language } from '../../../contract/language/languages.ts'
import type { TextLevel } from '../../../contract/pages.ts'

export type { TextLevel } from '../../../contract/pages.ts'

export type Catalogue = Readonly<Record<string, MessageFormatElement[]>>

/**
 * Lists the levels of texts. Each includes those before it: the shell and the home page, an event page, the results of a
 * search, most pages, and pages with texts that no other page shows. `scripts/build/messages.ts` assigns the ids.
 */
export const textLevels = ['first', 'event', 'results', 'page', 'all'] as const satisfies readonly TextLevel[]

/** Loaders by language. The build generates them for all languages of the contract. */
const loadersByLanguage = textLoaders as Readonly<Record<Language, (typeof textLoaders)[string]>>

/** Returns whether a level includes the texts of `includedLevel`. */
export const includesTexts = (level: TextLevel, includedLevel: TextLevel): boolean =>
  textLevels.indexOf(level) >= textLevels.indexOf(includedLevel)

/**
 * Loads the texts of a level, parsed at build.
 *
 * @param loaded a level that is loaded already, whose texts are excluded
 */
export async function loadTexts(
  language: Language,
  level: TextLevel,
  loaded?: TextLevel,
): Promise<Catalogue> {
  const isMissing = (each: TextLevel) =>
    includesTexts(level, each) && !(loaded && includesTexts(loaded, each))
  const missingLoaders = loadersByLanguage[language].filter((_, index) =>
    isMissing(textLevels[index] ?? 'all'),
  )
  const parts = await Promise.all(missingLoaders.map((load) => load()))
  return Object.assign({}, ...parts.map((part) => part.default)) as Catalogue
}

/** Loads every text of a language. */
export const loadCatalogue = (language: Language): Promise<Catalogue> => loadTexts(language, 'all')
