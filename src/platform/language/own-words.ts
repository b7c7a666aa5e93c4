import type { MessageFormatElement } from 'react-intl'
import type { Catalogue } from './catalogue.ts'

/** The kinds of elements of a parsed text: plain words, and a value in their midst. */
const literal = 0
const argument = 1

/** Words of a tenant's own in place of ours; values stand in `{braces}`, and nothing else is read into them. */
export function withOwnWords(
  catalogue: Catalogue,
  words: Readonly<Record<string, string>> | undefined,
): Catalogue {
  if (!words) return catalogue
  const own = Object.entries(words).map(([id, text]) => [
    id,
    text.split(/\{(\w+)\}/).map((value, at) => ({ type: at % 2 ? argument : literal, value })),
  ])
  return { ...catalogue, ...(Object.fromEntries(own) as Record<string, MessageFormatElement[]>) }
}
