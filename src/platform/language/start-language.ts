import { type Language, languages } from '../../../contract/common.ts'

const productDefault: Language = 'ru'

/** Browsers in these languages belong to people who read Russian better than English. */
const readRussian = new Set(['az', 'hy', 'be', 'kk', 'ky', 'ro', 'tg', 'uz', 'uk', 'tk'])

export interface LanguageFacts {
  /** The tenant's own language. */
  lang: Language
  /** What the tenant lets its visitors choose from. */
  allowed: readonly Language[]
  /** The US variant knows English only. */
  usa: boolean
  /** What the visitor chose before. */
  saved: string | null
  /** `navigator.language`. */
  browser: string | undefined
}

/** The language to start in, by the rules of the specification. */
export function startLanguage(facts: LanguageFacts): Language {
  if (facts.usa) return 'en'
  const saved = languages.find((language) => language === facts.saved)
  if (saved && facts.allowed.includes(saved)) return saved
  if (facts.lang !== productDefault) return facts.lang
  const detected = detect(facts.browser)
  return facts.allowed.includes(detected) ? detected : facts.lang
}

function detect(browser: string | undefined): Language {
  const primary = browser?.toLowerCase().split(/[-_]/)[0] ?? productDefault
  if (primary === 'ru' || readRussian.has(primary)) return 'ru'
  return 'en'
}
