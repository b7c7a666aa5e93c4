/** Describes a language of pages, letters and documents. */
interface LanguageRow {
  /** Name in the language itself. */
  readonly nativeName: string
  /** Primary languages of the browsers that start in it. All other browsers start in English. */
  readonly browserLanguages: readonly string[]
  /** Words that are typed between the parts of a date, but not written by `Intl`, in lower case. */
  readonly dateWords: readonly string[]
}

const rows = {
  ru: {
    nativeName: 'Русский',
    // Russian, and languages whose speakers read Russian better than English
    browserLanguages: ['ru', 'az', 'hy', 'be', 'kk', 'ky', 'ro', 'tg', 'uz', 'uk', 'tk'],
    dateWords: ['год', 'года'],
  },
  en: { nativeName: 'English', browserLanguages: ['en'], dateWords: ['of'] },
  // the specification starts Spanish browsers in English; the page offers them Spanish
  es: { nativeName: 'Español', browserLanguages: [], dateWords: ['del'] },
} satisfies Record<string, LanguageRow>

/** Identifies a language by its ISO 639-1 code, which is also in the names of its `messages.CODE.json`. */
export type Language = keyof typeof rows

/** Describes each language, except its texts. */
export const languageTable: Readonly<Record<Language, LanguageRow>> = rows

/** Lists all languages in the order in which pages offer them. */
export const languages = Object.keys(rows) as readonly Language[]

/** Names the start language of tenants that name none. The ids and values of its texts are those of all languages. */
export const defaultLanguage = 'ru' satisfies Language

/** Returns whether a language is written in Cyrillic, by the likely subtags of Unicode. */
export const isCyrillic = (language: Language): boolean =>
  new Intl.Locale(language).maximize().script === 'Cyrl'

/** Returns a value for each language. */
export function mapLanguages<Value>(toValue: (language: Language) => Value): Record<Language, Value> {
  const entries = languages.map((language) => [language, toValue(language)] as const)
  return Object.fromEntries(entries) as Record<Language, Value>
}

/** Returns the locale of a language in its main region, by the likely subtags of Unicode: `es-ES`, `en-US`. */
export function toRegionalLocale(language: Language): string {
  const { region } = new Intl.Locale(language).maximize()
  return region === undefined ? language : `${language}-${region}`
}
