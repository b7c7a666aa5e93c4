import type { MessageFormatElement } from 'react-intl'
import type { Language } from '../../../contract/common.ts'

export type Catalogue = Readonly<Record<string, MessageFormatElement[]>>

/**
 * Lists the levels of texts. Each includes those before it: the shell and the home page, an event page, most pages, and
 * pages with texts that no other page shows. `scripts/build/messages.ts` assigns the ids.
 */
export const textLevels = ['first', 'event', 'page', 'all'] as const
export type TextLevel = (typeof textLevels)[number]

type LoadFile = () => Promise<{ default: Catalogue }>

/** Loaders of the message files by language and level. */
const fileLoaders: Record<Language, Record<TextLevel, LoadFile>> = {
  ru: {
    first: () => import('virtual:messages/ru'),
    event: () => import('virtual:messages/ru/event'),
    page: () => import('virtual:messages/ru/more'),
    all: () => import('virtual:messages/ru/rest'),
  },
  en: {
    first: () => import('virtual:messages/en'),
    event: () => import('virtual:messages/en/event'),
    page: () => import('virtual:messages/en/more'),
    all: () => import('virtual:messages/en/rest'),
  },
  es: {
    first: () => import('virtual:messages/es'),
    event: () => import('virtual:messages/es/event'),
    page: () => import('virtual:messages/es/more'),
    all: () => import('virtual:messages/es/rest'),
  },
}

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
  const parts = await Promise.all(missingLevels.map((each) => fileLoaders[language][each]()))
  return Object.assign({}, ...parts.map((part) => part.default)) as Catalogue
}

/** Loads every text of a language. */
export const loadCatalogue = (language: Language): Promise<Catalogue> => loadTexts(language, 'all')
