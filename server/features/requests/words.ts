import type { Language } from '../../../contract/common.ts'
import type { FieldFault, RequestKind } from '../../../contract/requests.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }

const texts: Record<Language, typeof ru> = { ru, en, es }

/** What is wrong with a field, for people; what is missing is asked for by its own name where there are words for it. */
export function faultText({ field, code }: { field: string; code: FieldFault }, language: Language): string {
  const words: Readonly<Record<string, string>> = texts[language]
  return words[`${code}.${field}`] ?? texts[language][code]
}

/** What a field of a form is called in letters; its name where there are no words for it. */
export function labelOf(field: string, language: Language): string {
  const words: Readonly<Record<string, string>> = texts[language]
  return words[`field.${field}`] ?? field
}

/** What a kind of form is called. */
export function titleOf(kind: RequestKind, language: Language): string {
  return texts[language][`title.${kind}`]
}

/** Says the other words of the letter about a form. */
export const sayIn = (language: Language) => (key: 'answerMail' | 'answerCall' | 'number' | 'written') =>
  texts[language][key]
