import type { Language } from '../../../contract/common.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }

type Texts = typeof ru
const texts: Record<Language, Texts> = { ru, en, es }

/** A text of the heads of pages, its `{names}` filled. */
export function headText(
  language: Language,
  id: keyof Texts,
  values: Readonly<Record<string, string>> = {},
): string {
  return texts[language][id].replace(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '')
}
