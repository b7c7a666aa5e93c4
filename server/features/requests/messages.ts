import { defaultLanguage, type Language } from '../../../contract/language/languages.ts'
import type { FieldFault, RequestKind } from '../../../contract/requests.ts'
import { createCatalogue, loadMessages } from '../../platform/language/catalogue.ts'
import type russianMessages from './messages.ru.json'

type MessageId = keyof typeof russianMessages

const messages = loadMessages<MessageId>(import.meta.dirname)

/** Formats the texts of forms and of letters about them in a language. */
export const getFormatter = createCatalogue(messages)

const isMessageId = (id: string): id is MessageId => id in messages[defaultLanguage]

/** Returns a message about an invalid field. For a missing field it names the field, if there is a text for it. */
export function translateFault(
  { field, code }: { field: string; code: FieldFault },
  language: Language,
): string {
  const id = `${code}.${field}`
  return getFormatter(language)(isMessageId(id) ? id : code)
}

/** Returns the label of a form field in letters; its name when there is no text for it. */
export function toFieldLabel(field: string, language: Language): string {
  const id = `field.${field}`
  return isMessageId(id) ? getFormatter(language)(id) : field
}

/** Returns the title of a form. */
export function toRequestTitle(kind: RequestKind, language: Language): string {
  return getFormatter(language)(`title.${kind}`)
}
