import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { TenantFile } from './tenant-schema.ts'

/** Ids of the texts that the page says, each with the names of the values in it. */
export type KnownTexts = ReadonlyMap<string, readonly string[]>

/** Reads what the build has written of the page's texts; undefined where nothing was built. */
export function readKnownTexts(file: string): KnownTexts | undefined {
  if (!existsSync(file)) return undefined
  const texts = z.parse(z.record(z.string(), z.array(z.string())), JSON.parse(readFileSync(file, 'utf8')))
  return new Map(Object.entries(texts))
}

/** A tenant's words that nobody would ever read, or that would be read with a hole in them. */
export function uselessTexts(
  texts: TenantFile['texts'],
  known: KnownTexts,
): { path: readonly string[]; message: string }[] {
  return Object.entries(texts).flatMap(([language, own]) =>
    Object.entries(own).flatMap(([id, text]) => {
      const path = ['texts', language, id]
      const values = known.get(id)
      if (!values) return [{ path, message: `the page has no such text${hint(id, [...known.keys()])}` }]
      return namesIn(text)
        .filter((name) => !values.includes(name))
        .map((name) => ({ path, message: `the text knows no {${name}}${hint(name, values)}` }))
    }),
  )
}

const namesIn = (text: string) => [...text.matchAll(/\{\s*(\w+)/g)].map(([, name = '']) => name)

function hint(word: string, known: readonly string[]): string {
  const [nearest] = known
    .map((each) => ({ each, away: distance(word, each) }))
    .sort((one, other) => one.away - other.away)
  return nearest ? `; the nearest is "${nearest.each}"` : ''
}

/** How many letters have to be changed, added or left out (Levenshtein). */
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
