import type { Settings } from '../settings.ts'
import { defaultLanguage, type Language, languages, languageTable } from './languages.ts'

/** Identifies US dollars, which are used only by hosts of the US variant. */
const dollarCurrencyId = 840

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
 * If that is only the product's default, the language that browsers of this kind start in, if it is offered.
 */
export function chooseInitialLanguage({
  settings,
  savedLanguage,
  browserLanguage,
}: LanguageSources): Language {
  if (settings.photofinishUSA || settings.currencyId === dollarCurrencyId) return 'en'
  const offeredLanguage = settings.languages.find((language) => language === savedLanguage)
  if (offeredLanguage) return offeredLanguage
  if (settings.lang !== defaultLanguage) return settings.lang
  const detected = detectLanguage(browserLanguage)
  return settings.languages.includes(detected) ? detected : settings.lang
}

function detectLanguage(browserLanguage: string | undefined): Language {
  const primarySubtag = browserLanguage?.trim().toLowerCase().split(/[-_]/)[0] || defaultLanguage
  return (
    languages.find((language) => languageTable[language].browserLanguages.includes(primarySubtag)) ?? 'en'
  )
}
