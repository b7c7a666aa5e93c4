import type { Language } from '../../contract/common.ts'

/** Represents a text in every language. Only Russian is required; the others fall back to English, then to Russian. */
export type LocalText = { ru: string } & { [other in Exclude<Language, 'ru'>]?: string }

/** Returns the text in a language, with fallback to English, then Russian. */
export function resolveLocalText(text: LocalText, language: Language): string {
  return text[language] ?? text.en ?? text.ru
}

/** Returns the text in each language that it has. */
export function listLocalTexts(text: LocalText): string[] {
  return Object.values(text).filter((value) => value !== undefined)
}
