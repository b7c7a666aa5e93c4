import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl'

/** A formatter takes far longer to create than to use; languages and time zones bound their number. */
const cache = createIntlCache()
const intls = new Map<string, IntlShape>()

/** Returns the formatter of numbers and dates of a language, on any thread. Components use `useIntl` of react-intl. */
export function intlFor(language: string): IntlShape {
  const intl = intls.get(language) ?? createIntl({ locale: language, defaultLocale: language }, cache)
  intls.set(language, intl)
  return intl
}
