import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Language } from '../../../contract/common.ts'
import { coverSources } from '../../../contract/cover.ts'
import type { Event } from '../../../contract/events.ts'
import { escapeHtml } from '../../platform/html.ts'

/** The page's source by its address: as in `src/app/routes.tsx`, of those that people come to from outside. */
const sources: readonly [RegExp, string][] = [
  [/^\/$/, 'events/HomePage'],
  [/^\/event\/[^/]+(\/(photos|video|report|my))?\/?$/, 'events/EventPage'],
  [/^\/event\/[^/]+\/selfie$/, 'selfie/SelfiePage'],
  [/^\/search$/, 'search/SearchPage'],
  [/^\/search\/./, 'search/ResultsPage'],
  [/^\/shared\//, 'search/SharedPage'],
  [/^\/cart$/, 'cart/CartPage'],
  [/^\/order$/, 'checkout/CheckoutPage'],
  [/^\/(order|preorder)\/[^/]+$/, 'orders/OrderPage'],
  [/^\/for-\w+$/, 'requests/PartnersPage'],
  [/^\/contacts$/, 'requests/ContactsPage'],
]

/** What Vite tells of a build (`.vite/manifest.json`). */
const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.optional(z.boolean()),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
)
type Manifest = z.infer<typeof Manifest>

/** The build's own list of its files; empty for a build without one. */
export function readManifest(webFolder: string): Manifest {
  const file = join(webFolder, '.vite', 'manifest.json')
  return existsSync(file) ? z.parse(Manifest, JSON.parse(readFileSync(file, 'utf8'))) : {}
}

/** Finds the files of a chunk and of all that it imports, without those of the entry, which the shell names itself. */
function filesOf(manifest: Manifest, key: string, found: Set<string>): void {
  const chunk = manifest[key]
  if (!chunk || chunk.isEntry || found.has(chunk.file)) return
  found.add(chunk.file)
  for (const file of chunk.css ?? []) found.add(file)
  for (const each of chunk.imports ?? []) filesOf(manifest, each, found)
}

export interface Preloads {
  /** Links by which a browser fetches the code and the texts of a page beside the entry, not after it has run. */
  code: string
  /** Links to the page's own style sheets, to stand behind the app's. */
  styles: string
}

/** What a page needs besides the entry. */
export function preloadsOf(
  manifest: Manifest,
  { path, language }: { path: string; language: Language },
): Preloads {
  const source = sources.find(([address]) => address.test(path))?.[1]
  const page = source && `src/features/${source}.tsx`
  if (page === undefined || !manifest[page]) return { code: '', styles: '' }
  const texts = `virtual:messages/${language}`
  const keys = [page, texts]
  if (path !== '/') keys.push(`${texts}/more`)
  // the pages of this list with `allTexts` in `src/app/routes.tsx`
  if (source?.startsWith('requests/')) keys.push(`${texts}/rest`)
  const files = new Set<string>()
  for (const key of keys) filesOf(manifest, key, files)
  const linkTo = (how: string) => (file: string) =>
    `<link rel="${how}" crossorigin href="/${escapeHtml(file)}">`
  const [styles, code] = [true, false].map((wanted) =>
    [...files].filter((file) => file.endsWith('.css') === wanted),
  ) as [string[], string[]]
  return {
    code: code.map(linkTo('modulepreload')).join(''),
    styles: styles.map(linkTo('stylesheet')).join(''),
  }
}

/** Fetches an event's picture before anything has run. */
export function preloadOfCover(cover: Event['cover'] | undefined): string {
  if (!cover) return ''
  const { src, srcSet, sizes } = coverSources(cover)
  const choice = srcSet ? ` imagesrcset="${escapeHtml(srcSet)}" imagesizes="${escapeHtml(sizes)}"` : ''
  return `<link rel="preload" as="image" href="${escapeHtml(src)}"${choice} fetchpriority="high">`
}
