import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { chooseChunk, readMessages } from '../../../scripts/build/messages.ts'

const root = process.cwd()
const ids = new Set(readMessages(root, 'ru').keys())

/** Returns the file that an index re-exports a name from; the index itself when it declares the name. */
function resolveExport(index: string, name: string): string {
  const exportPattern = new RegExp(`export (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`)
  const [, path] = exportPattern.exec(readFileSync(index, 'utf8')) ?? []
  return path?.startsWith('.') ? normalize(join(dirname(index), path)) : index
}

/** Returns the files that a file imports values from. An index is resolved to the files that declare the names. */
function listImports(file: string): string[] {
  const code = readFileSync(file, 'utf8')
  const imports: string[] = []
  for (const [, names = '', path = ''] of code.matchAll(/^import (?!type )([^'"]*?) from '(\.[^']+)'/gms)) {
    const target = normalize(join(dirname(file), path))
    if (!existsSync(target) || !target.startsWith('src/')) continue
    const values = names.replace(/[{}\s]/g, ' ').split(',')
    for (const each of values.map((value) => value.trim()).filter((value) => !value.startsWith('type ')))
      imports.push(target.endsWith('/index.ts') ? resolveExport(target, each.split(' ')[0] ?? '') : target)
  }
  // lazily loaded parts without declared texts
  for (const [, path = '', options] of code.matchAll(
    /lazyPart\(\s*\(\) => import\('(\.[^']+)'\)\.then\([^,]*\)([^)]*)\)/g,
  ))
    if (!options?.includes("'page'")) imports.push(normalize(join(dirname(file), path)))
  return imports
}

function listTextIds(entries: readonly string[]): string[] {
  const files = new Set<string>()
  const visit = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    for (const each of listImports(file)) visit(each)
  }
  for (const entry of entries) visit(entry)
  const used = [...files].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/['"`]([a-z]\w*(?:\.[\w-]+)+)['"`]/g)].map(([, id]) => id ?? ''),
  )
  return [...new Set(used)].filter((id) => ids.has(id)).sort()
}

test('home with its menu shows texts of the first load only', () => {
  const texts = listTextIds(['src/features/events/HomePage.tsx', 'src/app/shell/Menu.tsx'])
  expect(texts.length).toBeGreaterThan(30)
  expect(texts).toContain('orders.list.title')
  expect(texts.filter((id) => chooseChunk(id) !== '')).toEqual([])
})

test('an event page with its viewer shows texts of the first load and of the event only', () => {
  const texts = listTextIds(['src/features/event-page/EventPage.tsx'])
  expect(texts.length).toBeGreaterThan(60)
  // a text of the page, and one of a lazily loaded part
  expect(texts).toEqual(expect.arrayContaining(['search.find.bySelfie', 'photos.lightbox.share']))
  expect(texts.filter((id) => !['', 'event'].includes(chooseChunk(id)))).toEqual([])
})
