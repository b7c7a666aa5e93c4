import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl'
import { type Language, mapLanguages } from '../../../contract/language/languages.ts'

/** Formats one message of a catalogue. */
export type FormatMessage<Id extends string> = (
  id: Id,
  values?: Readonly<Record<string, string | number>>,
) => string

/** Messages by language and id. */
type Messages<Id extends string> = Readonly<Record<Language, Readonly<Record<Id, string>>>>

/** Formatters are expensive to create, so all catalogs share them. Languages and time zones bound their number. */
const cache = createIntlCache()

/**
 * Creates the formatter of a catalog of ICU messages, for each language on first use. A missing value is reported as a process
 * warning and leaves the id or the message as it is; the caller continues.
 *
 * @throws SyntaxError when a message of the language cannot be parsed
 */
export function createCatalogue<Id extends string>(
  messages: Messages<Id>,
): (language: Language) => FormatMessage<Id> {
  const byLanguage = new Map<Language, FormatMessage<Id>>()
  return (language) => {
    const cachedFormat = byLanguage.get(language)
    if (cachedFormat) return cachedFormat
    const { formatMessage } = createServerIntl(language, messages[language])
    const format: FormatMessage<Id> = (id, values) => formatMessage({ id }, values)
    byLanguage.set(language, format)
    return format
  }
}

/**
 * Reads the messages of a folder: `messages.CODE.json` of each language. Features read theirs when they are imported, so a missing
 * file stops the start. `src/platform/language/messages.test.ts` compares the ids and values of the files.
 *
 * @param folder absolute path, `import.meta.dirname` of a file beside the messages
 * @throws Error that names a file that is missing or not JSON
 */
export function loadMessages<Id extends string>(folder: string): Messages<Id> {
  return mapLanguages((language) => {
    const file = join(folder, `messages.${language}.json`)
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Record<Id, string>
    } catch (cause) {
      throw new Error(
        `${file} cannot be read: each language of contract/language/languages.ts needs its messages`,
        {
          cause,
        },
      )
    }
  })
}

/** Creates the formatter of the messages of a folder, see {@link loadMessages} and {@link createCatalogue}. */
export function loadCatalogue<Id extends string>(folder: string): (language: Language) => FormatMessage<Id> {
  return createCatalogue(loadMessages<Id>(folder))
}

const intls = new Map<Language, IntlShape>()

/** Returns the formatter of numbers, dates and names of a language. */
export function getIntl(language: Language): IntlShape {
  const intl = intls.get(language) ?? createServerIntl(language, {})
  intls.set(language, intl)
  return intl
}

function createServerIntl(language: Language, messages: Readonly<Record<string, string>>): IntlShape {
  const compiled = Object.entries(messages).map(([id, message]) => [id, parse(message)] as const)
  const onError = (error: Error) => process.emitWarning(error)
  return createIntl(
    { locale: language, defaultLocale: language, messages: Object.fromEntries(compiled), onError },
    cache,
  )
}
