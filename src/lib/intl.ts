import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl'

/** Caches formatters: creating one is much slower than using it. The number of languages and time zones bounds the cache. */
const cache = createIntlCache()
const intls = new Map<string, IntlShape>()

/** Returns the formatter of numbers and dates of a language, on any thread. Components use `useIntl` of react-intl. */
export function intlFor(language: string): IntlShape {
  const intl = intls.get(language) ?? createIntl({ locale: language, defaultLocale: language }, cache)
  intls.set(language, intl)
  return intl
}
