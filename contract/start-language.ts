import type { Language } from './common.ts'
import type { Settings } from './settings.ts'

const productDefault: Language = 'ru'

/** Identifies US dollars, which are used only by hosts of the US variant. */
const dollars = 840

/** Browser languages whose speakers read Russian better than English. */
const readRussian = new Set(['az', 'hy', 'be', 'kk', 'ky', 'ro', 'tg', 'uz', 'uk', 'tk'])

export interface LanguageFacts {
  /** Settings of the tenant: default language, offered languages, and whether it is the US variant. */
  settings: Pick<Settings, 'lang' | 'languages' | 'photofinishUSA' | 'currencyId'>
  /** The visitor's earlier choice. */
  saved: string | null
  /** `navigator.language`, or the first of an `Accept-Language` header. */
  browser: string | undefined
}

/**
 * Returns the initial language: English for the US variant and its hosts, else the earlier choice, else the tenant's default.
 * If that is only the product default, the browser's language is used if it is supported.
 */
export function startLanguage({ settings, saved, browser }: LanguageFacts): Language {
  if (settings.photofinishUSA || settings.currencyId === dollars) return 'en'
  const chosen = settings.languages.find((language) => language === saved)
  if (chosen) return chosen
  if (settings.lang !== productDefault) return settings.lang
  const detected = detect(browser)
  return settings.languages.includes(detected) ? detected : settings.lang
}

function detect(browser: string | undefined): Language {
  const primary = browser?.trim().toLowerCase().split(/[-_]/)[0] || productDefault
  // the other languages can be chosen, but are never detected
  return primary === productDefault || readRussian.has(primary) ? productDefault : 'en'
}
