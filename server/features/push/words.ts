import type { Language } from '../../../contract/common.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }

const texts: Record<Language, Record<keyof typeof ru, string>> = { ru, en, es }

/** The texts of push messages in a language. */
export function sayIn(language: Language) {
  return (key: keyof typeof ru, values: Readonly<Record<string, string | number>>) =>
    texts[language][key].replace(/\{(\w+)\}/g, (_whole, name: string) => String(values[name] ?? ''))
}
