import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Language } from '../../../contract/common.ts'
import { getCoverImageAttributes } from '../../../contract/cover.ts'
import type { Event } from '../../../contract/events.ts'
import { findPage, getTextModule, type TextLevel, textLevels } from '../../../contract/pages.ts'
import { escapeHtml } from '../../platform/html.ts'

/**
 * The chunk of `scripts/build/chunks.ts` with the first dialog that a page usually opens, by the page's texts: the menu on the home
 * page, the photo viewer in an album.
 */
const dialogs: Readonly<Partial<Record<TextLevel, string>>> = { first: 'menu', event: 'viewer' }

/** Vite's manifest of a build (`.vite/manifest.json`). */
const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.optional(z.string()),
    isEntry: z.optional(z.boolean()),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
)
type Manifest = z.infer<typeof Manifest>

/** Reads the manifest of a build; empty for a build without one. */
export function readManifest(webFolder: string): Manifest {
  const file = join(webFolder, '.vite', 'manifest.json')
  return existsSync(file) ? z.parse(Manifest, JSON.parse(readFileSync(file, 'utf8'))) : {}
}

/**
 * Collects the files of a chunk and its imports, except those of the entry, which the shell includes. A file follows those that
 * it imports: the page evaluates them in this order.
 */
function collectFiles(manifest: Manifest, key: string, found: Set<string>): void {
  const chunk = manifest[key]
  if (!chunk || chunk.isEntry || found.has(chunk.file)) return
  for (const each of chunk.imports ?? []) collectFiles(manifest, each, found)
  found.add(chunk.file)
  for (const file of chunk.css ?? []) found.add(file)
}

export interface Preloads {
  /** Links that load the code and texts of a page in parallel with the entry. */
  code: string
  /** Links that prefetch the code of the page's first dialog, after all other code. */
  dialog: string
  /** Links to the page's style sheets; must follow those of the app. */
  styles: string
}

/** Returns the links that a page needs besides the entry. */
export function listPreloads(
  manifest: Manifest,
  { path, language }: { path: string; language: Language },
): Preloads {
  const page = findPage(path.replace(/(?<=.)\/$/, ''))
  const none: Preloads = { code: '', dialog: '', styles: '' }
  if (!page?.isPreloaded) return none
  const { component, texts = 'page' } = page
  const source = Object.keys(manifest).find((key) => key.endsWith(`/${component}.tsx`))
  if (source === undefined) return none
  const files = new Set<string>()
  collectFiles(manifest, source, files)
  for (const level of textLevels.slice(0, textLevels.indexOf(texts) + 1))
    collectFiles(manifest, getTextModule(language, level), files)
  const chunkName = dialogs[texts]
  const dialog = Object.keys(manifest).find(
    (key) => chunkName !== undefined && manifest[key]?.name === chunkName,
  )
  const pageFiles = new Set(files)
  if (dialog) collectFiles(manifest, dialog, files)
  const dialogFiles = [...files].filter((file) => !pageFiles.has(file))
  const renderLink = (rel: string) => (file: string) =>
    `<link rel="${rel}" crossorigin href="/${escapeHtml(file)}">`
  const isStyle = (file: string) => file.endsWith('.css')
  return {
    code: [...pageFiles]
      .filter((file) => !isStyle(file))
      .map(renderLink('modulepreload'))
      .join(''),
    dialog: dialogFiles
      .map((file) =>
        renderLink(
          isStyle(file) ? 'preload" as="style" fetchpriority="low' : 'modulepreload" fetchpriority="low',
        )(file),
      )
      .join(''),
    styles: [...pageFiles].filter(isStyle).map(renderLink('stylesheet')).join(''),
  }
}

/** Returns a link that preloads an event's cover. */
export function renderCoverPreload(cover: Event['cover'] | undefined): string {
  if (!cover) return ''
  const { src, srcSet, sizes } = getCoverImageAttributes(cover)
  const srcSetAttributes = srcSet
    ? ` imagesrcset="${escapeHtml(srcSet)}" imagesizes="${escapeHtml(sizes)}"`
    : ''
  return `<link rel="preload" as="image" href="${escapeHtml(src)}"${srcSetAttributes} fetchpriority="high">`
}
