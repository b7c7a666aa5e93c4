import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Locates the project folder, for sources and for the compiled tree: the nearest parent with a package.json. */
export const projectRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)))

/** Locates the page texts, which the build writes. */
export const pageTextsFile: string = join(projectRoot, 'dist', 'texts.json')

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('package.json is nowhere above the server')
  return findRoot(parent)
}
