import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** A file below the folder that is being taken in. */
export interface FoundFile {
  readonly path: string
  /** From the folder on, with forward slashes: what people and manifests call it. */
  readonly name: string
}

/** What systems leave in folders and what copying programs have not finished: not worth a word. */
const litter = /^(\.|Thumbs\.db$|desktop\.ini$|__MACOSX$|@eaDir$)|\.(part|partial|tmp|filepart|crdownload)$/i

/**
 * Every file of a folder and of those below it, by name. Hidden ones and litter are left out; links are not
 * followed, so that a circle of them cannot hold us.
 *
 * @throws the file system's error when the folder itself cannot be read
 */
export async function walk(folder: string): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  const visit = async (current: string, entries: readonly Dirent[]): Promise<void> => {
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      if (litter.test(entry.name)) continue
      const path = join(current, entry.name)
      if (entry.isFile()) found.push({ path, name: relative(folder, path).split(sep).join('/') })
      // A folder that goes away while we look is as good as empty.
      else if (entry.isDirectory()) await visit(path, await readFolder(path).catch(() => []))
    }
  }
  await visit(folder, await readFolder(folder))
  return found
}

const readFolder = (path: string) => readdir(path, { withFileTypes: true })
