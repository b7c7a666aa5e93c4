import type { Language } from '../../contract/common.ts'

/** A text in every language; `en` and `es` may be missing, the nearest there is then stands in. */
export interface LocalText {
  ru: string
  en?: string
  es?: string
}

/** The text in the wanted language, or the nearest there is. */
export function localText(text: LocalText, language: Language): string {
  return text[language] ?? text.en ?? text.ru
}
