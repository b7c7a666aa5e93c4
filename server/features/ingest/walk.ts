import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Describes a file below the folder being ingested. */
export interface FoundFile {
  readonly path: string
  /** Path relative to the folder, with forward slashes; used in reports and manifests. */
  readonly name: string
}

/** System files and unfinished copies: skipped without a report. */
const litter = /^(\.|Thumbs\.db$|desktop\.ini$|__MACOSX$|@eaDir$)|\.(part|partial|tmp|filepart|crdownload)$/i

/**
 * Returns all files of a folder and its subfolders, sorted by name. Hidden and system files are skipped. Links are not
 * followed, so cycles are impossible.
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
      // A folder that is deleted meanwhile counts as empty.
      else if (entry.isDirectory()) await visit(path, await readFolder(path).catch(() => []))
    }
  }
  await visit(folder, await readFolder(folder))
  return found
}

const readFolder = (path: string) => readdir(path, { withFileTypes: true })
