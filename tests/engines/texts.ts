import { createIntl } from '@formatjs/intl'
import { readTexts } from '../../scripts/screens/texts.ts'

/** Language of all browsers here. */
export const language = 'ru-RU'

const texts = readTexts('ru')
const intl = createIntl({ locale: 'ru', messages: Object.fromEntries(texts) })

type Values = Readonly<Record<string, string | number>>

/** Formats a message of the storefront as displayed, without its tags. */
export function formatText(id: string, values: Values = {}): string {
  if (!texts.has(id)) throw new Error(`no text is called ${id}`)
  const tags = [...(texts.get(id) ?? '').matchAll(/<(\w+)>/g)].map(([, tag = '']) => tag)
  const joinChunks = (chunks: readonly unknown[]) => chunks.join('')
  const tagFormatters = Object.fromEntries(tags.map((tag) => [tag, joinChunks]))
  return intl.formatMessage({ id }, { ...values, ...tagFormatters })
}

/** Matches an accessible name equal to this text, ignoring differences in whitespace. */
export const matchExactly = (text: string): RegExp => new RegExp(`^${toPattern(text)}$`)

/** Matches an accessible name that begins with this text. */
export const matchBeginning = (text: string): RegExp => new RegExp(`^${toPattern(text)}`)

/** Returns the constant beginning of a text with placeholders. */
export function getTextBeginning(id: string): string {
  const [start = ''] = (texts.get(id) ?? '').split(/[{<]/)
  if (start.trim() === '') throw new Error(`${id} has no constant beginning`)
  return start.trim()
}

const toPattern = (text: string) =>
  text
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\s+/g, String.raw`\s+`)
