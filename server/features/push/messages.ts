import { loadCatalogue } from '../../platform/language/catalogue.ts'
import type messages from './messages.ru.json'

/** Formats the texts of push messages in a language. */
export const getFormatter = loadCatalogue<keyof typeof messages>(import.meta.dirname)
