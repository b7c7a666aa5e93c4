import { type TextLoader, textLoaders } from 'virtual:messages'
import type { MessageFormatElement } from 'react-intl'
import type { Language } from '../../../contract/language/languages.ts'
import { type TextLevel, textLevels } from '../../../contract/pages.ts'

export type { TextLevel } from '../../../contract/pages.ts'

export type Catalogue = Readonly<Record<string, MessageFormatElement[]>>

/** Loaders by language and level. The build generates them for all languages and levels of the contract. */
const loadersByLanguage = textLoaders as Readonly<Record<Language, Readonly<Record<TextLevel, TextLoader>>>>

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
  const missingLevels = textLevels.filter(
    (each) => includesTexts(level, each) && !(loaded && includesTexts(loaded, each)),
  )
  const parts = await Promise.all(missingLevels.map((each) => loadersByLanguage[language][each]()))
  return Object.assign({}, ...parts.map((part) => part.default)) as Catalogue
}

/** Loads every text of a language. */
export const loadCatalogue = (language: Language): Promise<Catalogue> => loadTexts(language, 'all')
