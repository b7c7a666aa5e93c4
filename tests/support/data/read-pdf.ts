import { inflateSync } from 'node:zlib'
import { expect } from 'vitest'

/** Extracts the text of a PDF created by `writePdf`, by its glyph maps, and checks its object table. */
export function readPdf(pdf: Buffer): { text: string; languages: string[]; pages: number } {
  const raw = pdf.toString('latin1')
  const objects = new Map<string, string>()
  const table = /xref\n0 (\d+)\n([\s\S]*?)trailer/.exec(raw)
  for (const [index, row] of (table?.[2] ?? '').trim().split(' \n').entries()) {
    if (index === 0) continue
    const start = Number(row.slice(0, 10))
    expect(raw.slice(start, start + 12)).toMatch(new RegExp(`^${index} 0 obj`))
    objects.set(String(index), raw.slice(start, raw.indexOf('\nendobj', start)))
  }
  const readStream = (id = '') => {
    const [head = '', body = ''] = (objects.get(id) ?? '').split('stream\n')
    const length = Number(/\/Length (\d+)/.exec(head)?.[1])
    return inflateSync(Buffer.from(body.slice(0, length), 'latin1')).toString('latin1')
  }
  const readCharacterMap = (name: string) => {
    const id = new RegExp(`/${name} (\\d+) 0 R`).exec(raw)?.[1]
    const letters = readStream(/\/ToUnicode (\d+)/.exec(objects.get(id ?? '') ?? '')?.[1])
    return new Map([...letters.matchAll(/<(\w{4})> <(\w{4})>/g)].map(([, glyph, letter]) => [glyph, letter]))
  }
  const maps: Record<string, ReturnType<typeof readCharacterMap>> = {
    text: readCharacterMap('text'),
    bold: readCharacterMap('bold'),
  }
  const contents = [...objects.values()]
    .filter((object) => object.includes('/Type /Page '))
    .map((object) => readStream(/\/Contents (\d+)/.exec(object)?.[1]))
  const lines = contents.flatMap((content) =>
    [...content.matchAll(/\/(text|bold) [\d.]+ Tf.*?<(\w*)> Tj/g)].map(([, font = '', glyphs = '']) =>
      (glyphs.match(/.{4}/g) ?? [])
        .map((glyph) => String.fromCodePoint(Number.parseInt(maps[font]?.get(glyph) ?? 'fffd', 16)))
        .join(''),
    ),
  )
  const languages = contents.map((content) => /\/Lang \((\w+)\)/.exec(content)?.[1] ?? '')
  return { text: lines.join(' '), languages: [...new Set(languages)], pages: contents.length }
}
