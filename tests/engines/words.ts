import { createIntl } from '@formatjs/intl'
import { readWords } from '../../scripts/screens/words.ts'

/** The language of every browser here. */
export const language = 'ru-RU'

const words = readWords('ru')
const intl = createIntl({ locale: 'ru', messages: Object.fromEntries(words) })

type Values = Readonly<Record<string, string | number>>

/** Formats a text of the storefront as the page shows it. Tags inside it are dropped. */
export function say(id: string, values: Values = {}): string {
  if (!words.has(id)) throw new Error(`no text is called ${id}`)
  const tags = [...(words.get(id) ?? '').matchAll(/<(\w+)>/g)].map(([, tag = '']) => tag)
  const asText = (chunks: readonly unknown[]) => chunks.join('')
  const plain = Object.fromEntries(tags.map((tag) => [tag, asText]))
  return intl.formatMessage({ id }, { ...values, ...plain })
}

/** Matches an accessible name that is this text, whatever its spaces and line breaks. */
export const named = (text: string): RegExp => new RegExp(`^${patternOf(text)}$`)

/** Matches an accessible name that begins with this text. */
export const beginsWith = (text: string): RegExp => new RegExp(`^${patternOf(text)}`)

/** The constant beginning of a text into which the page puts values. */
export function beginningOf(id: string): string {
  const [start = ''] = (words.get(id) ?? '').split(/[{<]/)
  if (start.trim() === '') throw new Error(`${id} has no constant beginning`)
  return start.trim()
}

const patternOf = (text: string) =>
  text
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\s+/g, String.raw`\s+`)
