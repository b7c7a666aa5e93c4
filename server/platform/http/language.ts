import { defaultLanguage, type Language, languages } from '../../../contract/language/languages.ts'

/**
 * Returns the preferred supported language of an `Accept-Language` header (RFC 9110 12.5.4, by weight). Returns `fallback`
 * when there is none or the header exceeds 1000 characters.
 *
 * @param supportedLanguages the languages of a tenant; default: all
 */
export function chooseLanguage(
  header: string | undefined,
  fallback: Language = defaultLanguage,
  supportedLanguages: readonly Language[] = languages,
): Language {
  if (!header || header.length > 1000) return fallback
  const preferences = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters
        .map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1])
        .find((text) => text !== undefined)
      return { language: tag.toLowerCase().split('-')[0], weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter((preference) => preference.weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const preference of preferences) {
    const found = supportedLanguages.find((language) => language === preference.language)
    if (found) return found
  }
  return fallback
}
