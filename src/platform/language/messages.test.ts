import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import { createIntl } from '@formatjs/intl'
import { expect, test } from 'vitest'
import { languages } from '../../../contract/common.ts'
import { errorCodes } from '../../../contract/errors.ts'
import { PaymentType } from '../../../contract/invoices.ts'
import { featuresApart, messageFiles, namesInMessage, readMessages } from '../../../scripts/build/messages.ts'
import { senders } from '../../lib/outbox/senders/index.ts'

const root = process.cwd()
const ids = [...readMessages(root, 'ru').keys()]
const features = new Set(ids.map((id) => id.split('.')[0]))

/** Kinds of outbox entries. They contain a dot, like text ids. */
const kindsOfEntries = new Set(Object.keys(senders))

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, code: readFileSync(join(root, 'src', path), 'utf8') }))

test.each(languages)(
  'the texts in %s have the same ids in the same files as the Russian ones',
  (language) => {
    const idsByFile = (of: string) =>
      Object.fromEntries(
        messageFiles(root, of).map((file) => [
          relative(root, file).replace(`.${of}.`, `.${language}.`),
          Object.keys(JSON.parse(readFileSync(file, 'utf8'))).sort(),
        ]),
      )
    expect(idsByFile(language)).toEqual(idsByFile('ru'))
  },
)

test.each(languages)(
  'every text in %s can be parsed and takes the same values as the Russian one',
  (language) => {
    const russian = readMessages(root, 'ru')
    for (const [id, text] of readMessages(root, language)) {
      const namesIn = (message: string) => namesInMessage(parse(message)).sort()
      expect([id, namesIn(text)]).toEqual([id, namesIn(russian.get(id) ?? '')])
    }
  },
)

test.each(languages)('no text in %s is empty', (language) => {
  const empty = [...readMessages(root, language)].filter(([, text]) => text.trim() === '')
  expect(empty).toEqual([])
})

test('every code of the contract has a text, and there is no text without a code', () => {
  const withText = ids.filter((id) => id.startsWith('error.')).map((id) => id.slice('error.'.length))
  expect(withText.sort()).toEqual([...errorCodes].sort())
})

test('every way to pay of the contract has a line that says how', () => {
  const start = 'orders.payWith.'
  const withLine = ids.filter((id) => id.startsWith(start)).map((id) => id.slice(start.length))
  expect(withLine.sort()).toEqual([...PaymentType.shape.kind.options].sort())
})

test('every id used in the code exists', () => {
  const missing = sources.flatMap(({ path, code }) =>
    [...code.matchAll(/['"]([a-z][A-Za-z]*(?:\.[A-Za-z0-9_-]+)+)['"]/g)]
      .map(([, id]) => id ?? '')
      .filter((id) => features.has(id.split('.')[0] ?? '') && !ids.includes(id))
      .filter((id) => !kindsOfEntries.has(id))
      .filter((id) => !/\.(css|json|tsx?|svg|png|jpg|woff2|html|js)$/.test(id))
      .map((id) => `${path}: ${id}`),
  )
  expect(missing).toEqual([])
})

test('every text is used', () => {
  const code = sources.map((source) => source.code).join('\n')
  const literals = new Set([...code.matchAll(/['"`]([\w.-]+)['"`]/g)].map(([, text]) => text))
  const beginnings = [...code.matchAll(/`([a-z]\w*(?:\.[\w-]+)*\.?)\$\{/g)].map(([, text]) => text ?? '')
  const unused = ids.filter(
    (id) => !literals.has(id) && !beginnings.some((start) => start.includes('.') && id.startsWith(start)),
  )
  expect(unused).toEqual([])
})

/** The catalogues of the server: e-mails, receipts, form errors, the test bank. */
const serverCatalogues = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('messages.ru.json'))
  .map((path) => join('server', path))

const readCatalogue = (russian: string, language: string) =>
  JSON.parse(readFileSync(join(root, russian.replace('.ru.', `.${language}.`)), 'utf8')) as Record<
    string,
    string
  >

test.each(serverCatalogues)('%s says the same in every language, with the same values', (file) => {
  const listPlaceholders = (text = '') => new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))
  const russian = readCatalogue(file, 'ru')
  for (const language of languages) {
    const texts = readCatalogue(file, language)
    expect(Object.keys(texts).sort(), `the ids in ${language}`).toEqual(Object.keys(russian).sort())
    for (const [id, text] of Object.entries(texts)) {
      expect(text.trim(), `${id} in ${language}`).not.toBe('')
      expect(listPlaceholders(text), `the values of ${id} in ${language}`).toEqual(
        listPlaceholders(russian[id]),
      )
    }
  }
})

/** Matches unambiguous formal forms of address. */
const formalSpanish =
  /(?<!\p{L})(usted(es)?|inténtelo|espere|elija|escriba|compruebe|revise|recargue|haga|pulse|introduzca|abra|busque|suba)(?!\p{L})/iu

test('Spanish says “tú” to the reader everywhere', () => {
  const all = [
    ...readMessages(root, 'es'),
    ...serverCatalogues.flatMap((file) => Object.entries(readCatalogue(file, 'es'))),
  ]
  expect(all.filter(([, text]) => formalSpanish.test(text))).toEqual([])
})

/** Package labels that must fit any number of photos. */
const packages = ['search.offer.buy', 'search.offer.allClean', 'cart.package.strip']
test.each(languages)('a package of one photo is not called by a number of photos, in %s', (language) => {
  const messages = readMessages(root, language)
  const intl = createIntl({ locale: language, messages: Object.fromEntries(messages) })
  for (const id of packages) {
    const said = (count: number) => intl.formatMessage({ id }, { count, sum: '' })
    expect([id, said(1)]).toEqual([id, expect.not.stringContaining('1')])
    expect(said(14)).toContain('14')
  }
})

test('texts that are loaded with their own pages only are shown by these', () => {
  expect(featuresApart.length).toBeGreaterThan(0)
  for (const feature of featuresApart) {
    const own = `features/${feature}/`
    const elsewhere = sources.filter(({ path, code }) => {
      const isShown = new RegExp(`['"\`]${feature}\\.[\\w.]*\\b`).test(code)
      return isShown && !featuresApart.some((each) => path.startsWith(`features/${each}/`))
    })
    expect(elsewhere.map(({ path }) => path)).toEqual([])
    // its index must not export components to other features
    const door = sources.find(({ path }) => path === `${own}index.ts`)?.code ?? ''
    expect(door).not.toContain('.tsx')
    const routes = sources.find(({ path }) => path === 'app/routes.tsx')?.code ?? ''
    const loads = [
      ...routes.matchAll(new RegExp(`const (\\w+) = \\(\\) =>\\s+import\\('../${own}`, 'g')),
    ].map(([, name]) => name)
    expect(loads.length).toBeGreaterThan(0)
    for (const name of loads) {
      const entries = routes.match(new RegExp(`\\{[^{}]*load: (\\(\\) => )?${name}\\b[^{}]*\\}`, 'g')) ?? []
      expect(entries.length).toBeGreaterThan(0)
      for (const entry of entries) expect(entry).toContain("texts: 'all'")
    }
  }
})
