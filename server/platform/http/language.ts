import { type Language, languages } from '../../../contract/common.ts'

/**
 * The first language of an `Accept-Language` header that we speak (RFC 9110 12.5.4, by weight);
 * `fallback` when there is none or the header is absurdly long.
 */
export function languageOf(header: string | undefined, fallback: Language = 'ru'): Language {
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
    const spoken = languages.find((language) => language === wish.language)
    if (spoken) return spoken
  }
  return fallback
}
