import { existsSync, readFileSync } from 'node:fs'
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import * as z from 'zod/mini'
import type { Settings } from '../../../contract/settings.ts'
import { namesInMessage } from '../../platform/language/message-names.ts'
import type { TenantFile } from './tenant-schema.ts'

/** Ids of the page's messages, each with the names of its placeholders and tags. */
export type KnownTexts = ReadonlyMap<string, readonly string[]>

/** Reads the list of the page's texts from the build; undefined without a build. */
export function readKnownTexts(file: string): KnownTexts | undefined {
  if (!existsSync(file)) return undefined
  const texts = z.parse(z.record(z.string(), z.array(z.string())), JSON.parse(readFileSync(file, 'utf8')))
  return new Map(Object.entries(texts))
}

/**
 * Compiles a tenant's messages, because the page has no parser. Skips invalid ones, for which the page shows its default;
 * `findTextProblems` reports them.
 */
export function compileTexts(texts: TenantFile['texts']): NonNullable<Settings['texts']> {
  const compile = (own: Readonly<Record<string, string>>) =>
    Object.entries(own).flatMap(([id, text]) => {
      const { elements } = tryParse(text)
      return elements ? [[id, elements as (MessageFormatElement & Record<string, unknown>)[]] as const] : []
    })
  return Object.fromEntries(
    Object.entries(texts).map(([language, own]) => [language, Object.fromEntries(compile(own))]),
  )
}

function tryParse(text: string): { elements?: MessageFormatElement[]; problem?: string } {
  try {
    return { elements: parse(text) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

/**
 * Returns problems of a tenant's messages that the page never shows, or shows with a missing value.
 *
 * @param knownTexts undefined: the page is not built, so that only the syntax is checked
 */
export function uselessTexts(
  texts: TenantFile['texts'],
  known: KnownTexts | undefined,
): { path: readonly string[]; message: string }[] {
  return Object.entries(texts).flatMap(([language, own]) =>
    Object.entries(own).flatMap(([id, text]) => {
      const path = ['texts', language, id]
      const { elements, problem } = tryParse(text)
      if (!elements) return [{ path, message: `the text cannot be parsed: ${problem ?? ''}` }]
      const values = known?.get(id)
      if (!values)
        return known ? [{ path, message: `the page has no such text${hint(id, [...known.keys()])}` }] : []
      return namesInMessage(elements)
        .filter((name) => !values.includes(name))
        .map((name) => ({ path, message: `the text knows no {${name}}${hint(name, values)}` }))
    }),
  )
}

function hint(word: string, known: readonly string[]): string {
  const [nearest] = known
    .map((each) => ({ each, away: distance(word, each) }))
    .sort((one, other) => one.away - other.away)
  return nearest ? `; the nearest is "${nearest.each}"` : ''
}

/** Returns the Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [above, letter] of one.split('').entries()) {
    const next = [above + 1]
    for (const [at, against] of other.split('').entries())
      next.push(
        Math.min((row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1, (row[at] ?? 0) + Number(letter !== against)),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
