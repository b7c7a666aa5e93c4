import { createIntl } from '@formatjs/intl'
import { readWords } from '../../scripts/screens/words.ts'

/** Language of all browsers here. */
export const language = 'ru-RU'

const words = readWords('ru')
const intl = createIntl({ locale: 'ru', messages: Object.fromEntries(words) })

type Values = Readonly<Record<string, string | number>>

/** Formats a message of the storefront as displayed, without its tags. */
export function say(id: string, values: Values = {}): string {
  if (!words.has(id)) throw new Error(`no text is called ${id}`)
  const tags = [...(words.get(id) ?? '').matchAll(/<(\w+)>/g)].map(([, tag = '']) => tag)
  const asText = (chunks: readonly unknown[]) => chunks.join('')
  const plain = Object.fromEntries(tags.map((tag) => [tag, asText]))
  return intl.formatMessage({ id }, { ...values, ...plain })
}

/** Matches an accessible name equal to this text, ignoring differences in whitespace. */
export const named = (text: string): RegExp => new RegExp(`^${toPattern(text)}$`)

/** Matches an accessible name that begins with this text. */
export const beginsWith = (text: string): RegExp => new RegExp(`^${toPattern(text)}`)

/** Returns the constant beginning of a text with placeholders. */
export function textBeginning(id: string): string {
  const [start = ''] = (words.get(id) ?? '').split(/[{<]/)
  if (start.trim() === '') throw new Error(`${id} has no constant beginning`)
  return start.trim()
}

const toPattern = (text: string) =>
  text
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\s+/g, String.raw`\s+`)
