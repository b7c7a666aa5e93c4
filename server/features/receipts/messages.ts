import { createCatalogue } from '../../platform/language/catalogue.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }

/** Formats the texts of receipts in a language. */
export const getFormatter = createCatalogue({ ru, en, es })
