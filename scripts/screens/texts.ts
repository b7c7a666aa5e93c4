import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../contract/common.ts'

/** Returns every text of the storefront in a language, by id. */
export function readTexts(language: Language): ReadonlyMap<string, string> {
  const files = ['src', 'contract', 'server/adapters'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(`messages.${language}.json`))
      .map((file) => join(folder, file)),
  )
  return new Map(files.flatMap((file) => Object.entries(JSON.parse(readFileSync(file, 'utf8')) as object)))
}

/** Matches the rendered text of an id, up to its first placeholder. */
export function textPattern(texts: ReadonlyMap<string, string>, id: string): RegExp {
  const text = texts.get(id)
  if (text === undefined) throw new Error(`no text is called ${id}`)
  const [start = ''] = text.split(/[{<\n]/)
  if (start.trim() === '') throw new Error(`${id} begins with what is put into it`)
  const escaped = start.trim().replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(escaped.replace(/\s+/g, String.raw`\s+`))
}
