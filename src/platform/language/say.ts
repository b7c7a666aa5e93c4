import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { Language } from '../../../contract/common.ts'

/** The kinds of elements of a text that was parsed at build (`TYPE` of @formatjs/icu-messageformat-parser). */
const kind = { literal: 0, argument: 1, number: 2, select: 5, plural: 6, pound: 7, tag: 8 } as const

interface Element {
  type: number
  value: string
  options: Readonly<Record<string, { value: readonly Element[] } | undefined>>
  children: readonly Element[]
}

type Values = Readonly<Record<string, unknown>>

const numbers = new Map<Language, Intl.NumberFormat>()
const plurals = new Map<Language, Intl.PluralRules>()

/** Making these takes a browser longer than using them. */
function once<Made>(made: Map<Language, Made>, language: Language, make: () => Made): Made {
  const before = made.get(language)
  if (before !== undefined) return before
  const first = make()
  made.set(language, first)
  return first
}

const inFigures = (language: Language, value: number) =>
  once(numbers, language, () => new Intl.NumberFormat(language)).format(value)
const pluralOf = (language: Language, value: number) =>
  once(plurals, language, () => new Intl.PluralRules(language)).select(value)

/**
 * Fills a text as formatjs does, in a tenth of its bytes: values, numbers, plurals, choices and `<b>tags</b>`; dates and
 * lists are put into words before. What is no text stays a part by itself.
 *
 * @throws Error when there is no text, or a value is missing
 */
export function say(
  text: readonly MessageFormatElement[] | undefined,
  language: Language,
  values: Values = {},
): unknown[] {
  return sayAll(text as unknown as readonly Element[], language, values)
}

function sayAll(elements: readonly Element[], language: Language, values: Values, counted = 0): unknown[] {
  const parts: unknown[] = []
  const add = (part: unknown) => {
    const last = parts.length - 1
    if (typeof part === 'string' && typeof parts[last] === 'string') parts[last] += part
    else parts.push(part)
  }
  for (const { type, value: name, options, children } of elements) {
    if (type === kind.literal) add(name)
    else if (type === kind.pound) add(inFigures(language, counted))
    else {
      const value = valueOf(values, name)
      if (type === kind.argument) add(isSimple(value) ? String(value) : value || '')
      else if (type === kind.number) add(inFigures(language, value as number))
      else if (type === kind.tag) {
        const made = (value as (inside: unknown[]) => unknown)(sayAll(children, language, values, counted))
        for (const part of Array.isArray(made) ? made : [made]) add(part)
      } else {
        const isPlural = type === kind.plural
        const exact = isPlural ? `=${String(value)}` : String(value)
        const chosen =
          options[exact] ??
          (isPlural ? options[pluralOf(language, value as number)] : undefined) ??
          options.other
        const inside = sayAll(chosen?.value ?? [], language, values, isPlural ? (value as number) : counted)
        for (const part of inside) add(part)
      }
    }
  }
  return parts
}

const isSimple = (value: unknown) => typeof value === 'string' || typeof value === 'number'

function valueOf(values: Values, name: string): unknown {
  if (name in values) return values[name]
  throw new Error(`the value ${name} is missing`)
}
