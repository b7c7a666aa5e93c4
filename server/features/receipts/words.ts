import type { Language } from '../../../contract/common.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }

const texts: Record<Language, typeof ru> = { ru, en, es }

/** What stands on receipts in a language. */
export const wordsOf = (language: Language) => texts[language]
