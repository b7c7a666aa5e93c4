import type { Language } from './common.ts'
import type { Settings } from './settings.ts'

const productDefaultLanguage: Language = 'ru'

/** Identifies US dollars, which are used only by hosts of the US variant. */
const dollarCurrencyId = 840

/** Browser languages whose speakers read Russian better than English. */
const russianReadingLanguages = new Set(['az', 'hy', 'be', 'kk', 'ky', 'ro', 'tg', 'uz', 'uk', 'tk'])

export interface LanguageSources {
  /** Settings of the tenant: default language, offered languages, and whether it is the US variant. */
  settings: Pick<Settings, 'lang' | 'languages' | 'photofinishUSA' | 'currencyId'>
  /** The visitor's earlier choice. */
  savedLanguage: string | null
  /** `navigator.language`, or the first of an `Accept-Language` header. */
  browserLanguage: string | undefined
}

/**
 * Returns the initial language: English for the US variant and its hosts, else the earlier choice, else the tenant's default.
 * If that is only the product default, the browser's language is used if it is supported.
 */
export function chooseInitialLanguage({
  settings,
  savedLanguage,
  browserLanguage,
}: LanguageSources): Language {
  if (settings.photofinishUSA || settings.currencyId === dollarCurrencyId) return 'en'
  const offeredLanguage = settings.languages.find((language) => language === savedLanguage)
  if (offeredLanguage) return offeredLanguage
  if (settings.lang !== productDefaultLanguage) return settings.lang
  const detected = detectLanguage(browserLanguage)
  return settings.languages.includes(detected) ? detected : settings.lang
}

function detectLanguage(browserLanguage: string | undefined): Language {
  const primarySubtag = browserLanguage?.trim().toLowerCase().split(/[-_]/)[0] || productDefaultLanguage
  // the other languages can be chosen, but are never detected
  return primarySubtag === productDefaultLanguage || russianReadingLanguages.has(primarySubtag)
    ? productDefaultLanguage
    : 'en'
}
