import type { Language } from '../../contract/common.ts'

/** A text in every language; those but the Russian may be missing, the nearest there is then stands in. */
export type LocalText = { ru: string } & { [other in Exclude<Language, 'ru'>]?: string }

/** The text in the wanted language, or the nearest there is. */
export function localText(text: LocalText, language: Language): string {
  return text[language] ?? text.en ?? text.ru
}

/** The text in each language that it has. */
export function localTexts(text: LocalText): string[] {
  return Object.values(text).filter((said) => said !== undefined)
}
