import { type Language, languages } from '../../../contract/common.ts'

/**
 * The first language of an `Accept-Language` header that is spoken here (RFC 9110 12.5.4, by weight);
 * `fallback` when there is none or the header is absurdly long.
 *
 * @param spoken what a tenant offers; all that we know when absent
 */
export function languageOf(
  header: string | undefined,
  fallback: Language = 'ru',
  spoken: readonly Language[] = languages,
): Language {
  if (!header || header.length > 1000) return fallback
  const wishes = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters
        .map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1])
        .find((text) => text !== undefined)
      return { language: tag.toLowerCase().split('-')[0], weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter((wish) => wish.weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const wish of wishes) {
    const found = spoken.find((language) => language === wish.language)
    if (found) return found
  }
  return fallback
}
