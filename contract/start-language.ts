import type { Language } from './common.ts'
import type { Settings } from './settings.ts'

const productDefault: Language = 'ru'

/** Dollars are taken by hosts of the US variant alone. */
const dollars = 840

/** Browsers in these languages belong to people who read Russian better than English. */
const readRussian = new Set(['az', 'hy', 'be', 'kk', 'ky', 'ro', 'tg', 'uz', 'uk', 'tk'])

export interface LanguageFacts {
  /** The tenant's: its own language, those it lets its visitors choose from, and whether it is the US variant. */
  settings: Pick<Settings, 'lang' | 'languages' | 'photofinishUSA' | 'currencyId'>
  /** What the visitor chose before. */
  saved: string | null
  /** `navigator.language`, or the first of an `Accept-Language` header. */
  browser: string | undefined
}

/**
 * The language to start in: English for the US variant and on its hosts; else what was chosen before; else the
 * tenant's own, unless that is only the product's default: then the browser's, as far as it is spoken.
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
  // all other languages are there to be chosen, not to be detected
  return primary === productDefault || readRussian.has(primary) ? productDefault : 'en'
}
