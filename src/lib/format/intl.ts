import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl'

/** Caches formatters: creating one is much slower than using it. The number of languages and time zones bounds the cache. */
const cache = createIntlCache()
const intlByLanguage = new Map<string, IntlShape>()

/** Returns the formatter of numbers and dates of a language, on any thread. Components use `useIntl` of react-intl. */
export function getIntl(language: string): IntlShape {
  const intl =
    intlByLanguage.get(language) ?? createIntl({ locale: language, defaultLocale: language }, cache)
  intlByLanguage.set(language, intl)
  return intl
}
