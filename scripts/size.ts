import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** What the first page may weigh on the wire, brotli, in bytes. */
const budgets = {
  firstScript: 80_000,
  withHome: 93_000,
  style: 12_000,
  fonts: 40_000,
  route: 45_000,
}

interface Chunk {
  file: string
  src?: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

const folder = 'dist/web'
const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>

const sizeOf = (file: string) => brotliCompressSync(readFileSync(join(folder, file))).length

/** The chunk and all that it imports at once, by file. */
function withImports(key: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const each of chunk.imports ?? []) withImports(each, files)
  return files
}

const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + sizeOf(file), 0)

const entryKey = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
if (!entryKey) throw new Error('the build has no entry')
const entryFiles = withImports(entryKey)
const locales = Object.values(manifest).filter((chunk) => /virtual:messages\/\w+$/.test(chunk.src ?? ''))
const largestLocale = Math.max(0, ...locales.map((chunk) => sizeOf(chunk.file)))
const stylesOf = (chunks: Iterable<Chunk>) => new Set([...chunks].flatMap((chunk) => chunk.css ?? []))
const firstStyles = stylesOf(Object.values(manifest).filter((chunk) => entryFiles.has(chunk.file)))
const allStyles = stylesOf(Object.values(manifest))

/** Every page with what it needs besides the first load. */
const routes = Object.entries(manifest)
  .filter(([, chunk]) => chunk.src?.endsWith('Page.tsx'))
  .map(([key, chunk]) => {
    const own = [...withImports(key)].filter((file) => !entryFiles.has(file))
    return { name: basename(chunk.src ?? '', '.tsx'), size: sum(own) }
  })
  .sort((one, other) => other.size - one.size)

const home = routes.find((route) => route.name === 'HomePage')?.size ?? 0
const firstScript = sum(entryFiles) + largestLocale

// a face is packed already; a page in three languages may want them all
const fonts = readdirSync(join(folder, 'fonts'))
  .filter((file) => file.endsWith('.woff2'))
  .reduce((total, file) => total + statSync(join(folder, 'fonts', file)).size, 0)

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(6)} KB`
const lines: [string, number, number | undefined][] = [
  ['first load: entry and one language', firstScript, budgets.firstScript],
  ['  of it the texts', largestLocale, undefined],
  ['first load with the home page', firstScript + home, budgets.withHome],
  ['style of the first load', sum(firstStyles), budgets.style],
  ['style with that of single pages', sum(allStyles), undefined],
  ['all fonts', fonts, budgets.fonts],
  ...routes.map((route): [string, number, number] => [`route ${route.name}`, route.size, budgets.route]),
]
let over = false
for (const [name, size, budget] of lines) {
  const tooBig = budget !== undefined && size > budget
  over ||= tooBig
  console.log(
    `${kilobytes(size)}  ${name}${budget ? ` (at most ${budget / 1000} KB)` : ''}${tooBig ? '  TOO BIG' : ''}`,
  )
}
if (over) process.exitCode = 1
