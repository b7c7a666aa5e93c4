import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { projectRoot } from '../../../platform/root.ts'
import { readTenants } from '../registry.ts'
import { policyOf } from './index.ts'

const tenants = readTenants(join(projectRoot, 'tenants'), { demo: false })

/** The words of a PDF of ours, by way of its own maps from glyphs to letters, as a reader copies them. */
function wordsOf(pdf: Buffer): { text: string; languages: string[]; pages: number } {
  const raw = pdf.toString('latin1')
  const objects = new Map<string, string>()
  // every object is found where the table of the file says that it is
  const table = /xref\n0 (\d+)\n([\s\S]*?)trailer/.exec(raw)
  for (const [index, row] of (table?.[2] ?? '').trim().split(' \n').entries()) {
    if (index === 0) continue
    const start = Number(row.slice(0, 10))
    expect(raw.slice(start, start + 12)).toMatch(new RegExp(`^${index} 0 obj`))
    objects.set(String(index), raw.slice(start, raw.indexOf('\nendobj', start)))
  }
  const streamOf = (id = '') => {
    const [head = '', body = ''] = (objects.get(id) ?? '').split('stream\n')
    const length = Number(/\/Length (\d+)/.exec(head)?.[1])
    return inflateSync(Buffer.from(body.slice(0, length), 'latin1')).toString('latin1')
  }
  const mapOf = (name: string) => {
    const id = new RegExp(`/${name} (\\d+) 0 R`).exec(raw)?.[1]
    const letters = streamOf(/\/ToUnicode (\d+)/.exec(objects.get(id ?? '') ?? '')?.[1])
    return new Map([...letters.matchAll(/<(\w{4})> <(\w{4})>/g)].map(([, glyph, letter]) => [glyph, letter]))
  }
  const maps: Record<string, ReturnType<typeof mapOf>> = { text: mapOf('text'), bold: mapOf('bold') }
  const contents = [...objects.values()]
    .filter((object) => object.includes('/Type /Page '))
    .map((object) => streamOf(/\/Contents (\d+)/.exec(object)?.[1]))
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

it.each(['default', 'trail', 'us', 'sister'])(
  'the policy of %s names its legal entity, site and support, in its languages alone, its own first',
  (name) => {
    const tenant = tenants.byName(name)
    if (!tenant) throw new Error(name)
    const { text, languages, pages } = wordsOf(policyOf(tenant, `${name}.test`))
    const { settings } = tenant
    for (const words of [settings.legalEntity, settings.supportEmail, `${name}.test`])
      expect(text).toContain(words)
    expect(languages).toEqual([settings.lang, ...settings.languages.filter((each) => each !== settings.lang)])
    expect(pages).toBe(settings.languages.length)
    expect(text).not.toContain('\ufffd')
    const others = tenants.all.filter((other) => other.name !== name && other.name !== 'default')
    for (const other of others) expect(text).not.toContain(other.settings.legalEntity)
  },
)

it('says what is kept of a selfie and for how long', () => {
  const tenant = tenants.byName('us')
  if (!tenant) throw new Error('There is no tenant')
  const { text } = wordsOf(policyOf(tenant, 'us.test'))
  expect(text).toContain('deleted as soon as the face has been measured')
  expect(text).toContain('after a day, or at once')
  expect(text).toContain('two weeks')
})
