import { join } from 'node:path'
import { expect, it } from 'vitest'
import { languages } from '../../../../contract/language/languages.ts'
import { readPdf } from '../../../../tests/support/data/read-pdf.ts'
import { loadMessages } from '../../../platform/language/catalogue.ts'
import { projectRoot } from '../../../platform/root.ts'
import { readTenants } from '../registry.ts'
import fonts from './fonts.json' with { type: 'json' }
import { renderPolicy } from './index.ts'
import { readTrueType } from './true-type.ts'

const tenants = readTenants(join(projectRoot, 'tenants'), { demo: false })

it.each(['default', 'trail', 'us', 'sister'])(
  'the policy of %s names its legal entity, site and support, in its languages alone, its own first',
  (name) => {
    const tenant = tenants.byName(name)
    if (!tenant) throw new Error(name)
    const { text, languages, pages } = readPdf(renderPolicy(tenant, `${name}.test`))
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
  const { text } = readPdf(renderPolicy(tenant, 'us.test'))
  expect(text).toContain('deleted as soon as the face has been measured')
  expect(text).toContain('after a day, or at once')
  expect(text).toContain('two weeks')
})

it.each(languages)(
  'the fonts of documents have every letter of the policy and the offer in %s',
  (language) => {
    const folders = [import.meta.dirname, join(projectRoot, 'server/features/offer')]
    const texts = folders.flatMap((folder) => Object.values(loadMessages<string>(folder)[language]))
    const letters = [...new Set(texts.join('').match(/\p{L}/gu))]
    expect(letters.length).toBeGreaterThan(20)
    for (const name of ['text', 'bold'] as const) {
      const font = readTrueType(Buffer.from(fonts[name], 'base64'))
      expect(letters.filter((letter) => font.findGlyph(letter.codePointAt(0) ?? 0) === 0)).toEqual([])
    }
  },
)
