import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import { createIntl } from '@formatjs/intl'
import { expect, test } from 'vitest'
import { errorCodes } from '../../../contract/errors.ts'
import { PaymentType } from '../../../contract/invoices.ts'
import { languages } from '../../../contract/language/languages.ts'
import { listMessageFiles, listPlaceholders, readMessages } from '../../../scripts/build/messages.ts'
import { actions } from '../../app/actions.ts'

const root = process.cwd()
const ids = [...readMessages(root, 'ru').keys()]
const features = new Set(ids.map((id) => id.split('.')[0]))

/** Kinds of outbox entries. They contain a dot, like text ids. */
const entryKinds = new Set<string>(actions.all.map(({ kind }) => kind))

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, code: readFileSync(join(root, 'src', path), 'utf8') }))

test.each(languages)(
  'the texts in %s have the same ids in the same files as the Russian ones',
  (language) => {
    const groupIdsByFile = (fileLanguage: string) =>
      Object.fromEntries(
        listMessageFiles(root, fileLanguage).map((file) => [
          relative(root, file).replace(`.${fileLanguage}.`, `.${language}.`),
          Object.keys(JSON.parse(readFileSync(file, 'utf8'))).sort(),
        ]),
      )
    expect(groupIdsByFile(language)).toEqual(groupIdsByFile('ru'))
  },
)

test.each(languages)(
  'every text in %s can be parsed and takes the same values as the Russian one',
  (language) => {
    const russian = readMessages(root, 'ru')
    for (const [id, text] of readMessages(root, language)) {
      const listValueNames = (message: string) => listPlaceholders(parse(message)).sort()
      expect([id, listValueNames(text)]).toEqual([id, listValueNames(russian.get(id) ?? '')])
    }
  },
)

test.each(languages)('no text in %s is empty', (language) => {
  const empty = [...readMessages(root, language)].filter(([, text]) => text.trim() === '')
  expect(empty).toEqual([])
})

test('every code of the contract has a text, and there is no text without a code', () => {
  const codesWithText = ids.filter((id) => id.startsWith('error.')).map((id) => id.slice('error.'.length))
  expect(codesWithText.sort()).toEqual([...errorCodes].sort())
})

test('every way to pay of the contract has a line that says how', () => {
  const idPrefix = 'orders.payWith.'
  const kindsWithText = ids.filter((id) => id.startsWith(idPrefix)).map((id) => id.slice(idPrefix.length))
  expect(kindsWithText.sort()).toEqual([...PaymentType.shape.kind.options].sort())
})

test('every id used in the code exists', () => {
  const missing = sources.flatMap(({ path, code }) =>
    [...code.matchAll(/['"]([a-z][A-Za-z]*(?:\.[A-Za-z0-9_-]+)+)['"]/g)]
      .map(([, id]) => id ?? '')
      .filter((id) => features.has(id.split('.')[0] ?? '') && !ids.includes(id))
      .filter((id) => !entryKinds.has(id))
      .filter((id) => !/\.(css|json|tsx?|svg|png|jpg|woff2|html|js)$/.test(id))
      .map((id) => `${path}: ${id}`),
  )
  expect(missing).toEqual([])
})

test('every text is used', () => {
  const code = sources.map((source) => source.code).join('\n')
  const literals = new Set([...code.matchAll(/['"`]([\w.-]+)['"`]/g)].map(([, text]) => text))
  const idPrefixes = [...code.matchAll(/`([a-z]\w*(?:\.[\w-]+)*\.?)\$\{/g)].map(([, text]) => text ?? '')
  const unused = ids.filter(
    (id) =>
      !literals.has(id) && !idPrefixes.some((idPrefix) => idPrefix.includes('.') && id.startsWith(idPrefix)),
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

/**
 * Matches unambiguous formal forms of address: imperatives, infinitives with “le”, and what the reader did. Other verbs in the
 * third person are about the service.
 */
const formalSpanish =
  /(?<!\p{L})(usted(es)?|inténtelo|espere|elija|escriba|compruebe|revise|recargue|haga|pulse|introduzca|abra|busque|suba|\p{L}+[aei]rles?|lo que (escribió|eligió|introdujo|pidió|compró|pagó|envió|subió))(?!\p{L})/iu

test('Spanish says “tú” to the reader everywhere', () => {
  const spanishTexts = [
    ...readMessages(root, 'es'),
    ...serverCatalogues.flatMap((file) => Object.entries(readCatalogue(file, 'es'))),
  ]
  expect(spanishTexts.filter(([, text]) => formalSpanish.test(text))).toEqual([])
})

test('formal Spanish is found by its verbs, unlike that about the service', () => {
  for (const text of ['Datos para responderle.', 'Lo que escribió está guardado.', 'Escriba a la tienda.'])
    expect(text).toMatch(formalSpanish)
  for (const text of [
    'Para responderte.',
    'Lo que se encontró.',
    'El pedido se envió.',
    'Sale de la tienda.',
  ])
    expect(text).not.toMatch(formalSpanish)
})

test('the page that opens for the sign-in of a public network has a text in each language', () => {
  const html = readFileSync(join(root, 'public/network.html'), 'utf8')
  const textLanguages = [...html.matchAll(/<p lang="(\w+)">[^<]+<\/p>/g)].map(([, language]) => language)
  expect(textLanguages).toEqual(languages)
})

/** Package labels that must fit any number of photos. */
const packageTextIds = ['search.offer.buy', 'search.offer.allClean', 'cart.package.strip']
test.each(languages)('a package of one photo is not called by a number of photos, in %s', (language) => {
  const messages = readMessages(root, language)
  const intl = createIntl({ locale: language, messages: Object.fromEntries(messages) })
  for (const id of packageTextIds) {
    const formatCount = (count: number) => intl.formatMessage({ id }, { count, sum: '' })
    expect([id, formatCount(1)]).toEqual([id, expect.not.stringContaining('1')])
    expect(formatCount(14)).toContain('14')
  }
})

test.each(['en', 'es'] as const)('a number of photos agrees with its noun, in %s', (language) => {
  // the number of a whole, as in “3 of 12 photos”, is larger than one
  const numberOfPhotos = /(?<!(of|from|de|desde) )\{\w+, number\} (more )?(photos|fotos)/
  const found = [...readMessages(root, language)].filter(([, text]) => numberOfPhotos.test(text))
  expect(found).toEqual([])
})
