import { isUtf8 } from 'node:buffer'
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeFileName, type NameLinks } from './readable-names.ts'

/** Describes a file below the folder being ingested. */
export interface FoundFile {
  /** Leads to the file; its last part is the readable name. */
  readonly path: string
  /** Path relative to the folder, with forward slashes; used in reports and manifests. */
  readonly name: string
}

/** System files and unfinished copies: skipped without a report. */
const ignoredNamePattern =
  /^(\.|Thumbs\.db$|desktop\.ini$|__MACOSX$|@eaDir$)|\.(part|partial|tmp|filepart|crdownload)$/i

/**
 * Returns all files of a folder and its subfolders, sorted by name. Hidden and system files are skipped. Links are not
 * followed, so cycles are impossible.
 *
 * @param links hold the files whose names are not UTF-8; needed as long as the result is used
 * @throws the file system's error when the folder itself cannot be read
 */
export async function listFiles(folder: string, links: NameLinks): Promise<FoundFile[]> {
  const foundFiles: FoundFile[] = []
  const visit = async (
    current: string,
    prefix: string,
    entries: readonly Dirent<Buffer>[],
  ): Promise<void> => {
    for (const { name, entry } of assignNames(entries)) {
      if (ignoredNamePattern.test(name) || !(entry.isFile() || entry.isDirectory())) continue
      const path = isUtf8(entry.name) ? join(current, name) : await links.linkTo(current, entry.name, name)
      if (entry.isFile()) foundFiles.push({ path, name: prefix + name })
      // A folder that is deleted meanwhile counts as empty.
      else await visit(path, `${prefix}${name}/`, await readFolder(path).catch(() => []))
    }
  }
  await visit(folder, '', await readFolder(folder))
  return foundFiles
}

/** Returns the entries with their names as text, unique and sorted. Names that are UTF-8 stay as they are. */
function assignNames(entries: readonly Dirent<Buffer>[]): { name: string; entry: Dirent<Buffer> }[] {
  const usedNames = new Set<string>()
  const getNameRank = (entry: Dirent<Buffer>) => (isUtf8(entry.name) ? 0 : 1)
  return entries
    .toSorted((one, other) => getNameRank(one) - getNameRank(other) || Buffer.compare(one.name, other.name))
    .map((entry) => {
      const decoded = decodeFileName(entry.name)
      let name = decoded
      for (let count = 2; usedNames.has(name); count++) name = `(${count}) ${decoded}`
      usedNames.add(name)
      return { name, entry }
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

const readFolder = (path: string) => readdir(path, { withFileTypes: true, encoding: 'buffer' })
