import { existsSync, readFileSync } from 'node:fs'
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import * as z from 'zod/mini'
import type { Settings } from '../../../contract/settings.ts'
import { listPlaceholders } from '../../platform/language/message-placeholders.ts'
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
  const compile = (ownTexts: Readonly<Record<string, string>>) =>
    Object.entries(ownTexts).flatMap(([id, text]) => {
      const { elements } = tryParse(text)
      return elements ? [[id, elements as (MessageFormatElement & Record<string, unknown>)[]] as const] : []
    })
  return Object.fromEntries(
    Object.entries(texts).map(([language, ownTexts]) => [language, Object.fromEntries(compile(ownTexts))]),
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
export function findTextProblems(
  texts: TenantFile['texts'],
  knownTexts: KnownTexts | undefined,
): { path: readonly string[]; message: string }[] {
  return Object.entries(texts).flatMap(([language, ownTexts]) =>
    Object.entries(ownTexts).flatMap(([id, text]) => {
      const path = ['texts', language, id]
      const { elements, problem } = tryParse(text)
      if (!elements) return [{ path, message: `the text cannot be parsed: ${problem ?? ''}` }]
      const values = knownTexts?.get(id)
      if (!values)
        return knownTexts
          ? [{ path, message: `the page has no such text${suggestNearest(id, [...knownTexts.keys()])}` }]
          : []
      return listPlaceholders(elements)
        .filter((name) => !values.includes(name))
        .map((name) => ({ path, message: `the text knows no {${name}}${suggestNearest(name, values)}` }))
    }),
  )
}

function suggestNearest(word: string, candidates: readonly string[]): string {
  const [nearest] = candidates
    .map((each) => ({ each, away: computeEditDistance(word, each) }))
    .sort((one, other) => one.away - other.away)
  return nearest ? `; the nearest is "${nearest.each}"` : ''
}

/** Returns the Levenshtein distance. */
function computeEditDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (const [rowIndex, letter] of one.split('').entries()) {
    const next = [rowIndex + 1]
    for (const [column, otherLetter] of other.split('').entries())
      next.push(
        Math.min(
          (row[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
          (row[column] ?? 0) + Number(letter !== otherLetter),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
