import { posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { type ProjectFile, readProject } from './project-files.ts'

/** Folders whose parts import each other in one direction only. */
const layeredFolders = [
  'server/adapters',
  'server/features',
  'server/platform',
  'src/app',
  'src/features',
  'src/lib',
  'src/platform',
  'src/ui',
]

/** Limits the source files of a folder, not counting those of its folders, tests and messages. */
const maxFiles = 25

const isSource = (path: string) => /\.tsx?$/.test(path) && !/\.(test|test-d|spec)\.tsx?$/.test(path)

/** Lists the files of the project that a file imports, types included. */
function findImports({ path, text }: ProjectFile): string[] {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.flatMap(({ fileName }) =>
      fileName.startsWith('.') ? posix.join(posix.dirname(path), fileName) : [],
    )
}

/** Describes an import between two parts of a folder. */
interface PartImport {
  readonly from: string
  readonly to: string
  /** The importing and the imported file, from the root of the project. */
  readonly example: string
}

/** Returns the folder of `root` that a file is in; undefined for files directly in `root`, which connect its parts. */
function findPart(root: string, path: string): string | undefined {
  if (!path.startsWith(`${root}/`)) return undefined
  const [part, ...rest] = path.slice(root.length + 1).split('/')
  return rest.length > 0 ? part : undefined
}

/** Lists the imports between the parts of a folder, one for each pair of parts. */
function listPartImports(root: string, files: readonly ProjectFile[]): PartImport[] {
  const imports = new Map<string, PartImport>()
  for (const file of files) {
    const from = findPart(root, file.path)
    if (from === undefined) continue
    for (const imported of findImports(file)) {
      const to = findPart(root, imported)
      if (to !== undefined && to !== from)
        imports.set(`${from} ${to}`, { from, to, example: `${file.path} imports ${imported}` })
    }
  }
  return [...imports.values()]
}

/** Returns the shortest way from one part to another along imports; undefined when there is none. */
function findWay(imports: readonly PartImport[], from: string, to: string): PartImport[] | undefined {
  const ways = new Map<string, PartImport[]>([[from, []]])
  for (const [part, way] of ways) {
    for (const step of imports.filter((each) => each.from === part)) {
      if (step.to === to) return [...way, step]
      if (!ways.has(step.to)) ways.set(step.to, [...way, step])
    }
  }
  return undefined
}

/** Returns lines for each group of parts that import each other in a circle: the circle, and an import for each step. */
export function findFolderCycles(
  files: readonly ProjectFile[],
  roots: readonly string[] = layeredFolders,
): string[] {
  const sources = files.filter(({ path }) => isSource(path))
  return roots.flatMap((root) => {
    const imports = listPartImports(root, sources)
    const reported = new Set<string>()
    const lines: string[] = []
    for (const { from } of imports) {
      const way = reported.has(from) ? undefined : findWay(imports, from, from)
      if (!way) continue
      for (const step of way) reported.add(step.to)
      lines.push(`${root}: ${[from, ...way.map(({ to }) => to)].join(' → ')} is a circle`)
      for (const { example } of way) lines.push(`  ${example}`)
    }
    return lines
  })
}

/** Accepts more files in a folder, with a reason. */
export interface CrowdedFolder {
  readonly path: string
  readonly count: number
  readonly reason: string
}

const crowdedFolders: readonly CrowdedFolder[] = [
  { path: 'contract', count: 35, reason: 'one file per service in the URL' },
]

/** Returns a line for each folder with too many files, and for each exception that allows more than there are. */
export function findCrowdedFolders(
  paths: readonly string[],
  accepted: readonly CrowdedFolder[] = crowdedFolders,
): string[] {
  const counts = new Map<string, number>(accepted.map(({ path }) => [path, 0]))
  for (const path of paths.filter(isSource)) {
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const sorted = [...counts].toSorted(([one], [other]) => one.localeCompare(other))
  return sorted.flatMap(([folder, count]) => {
    const allowed = accepted.find(({ path }) => path === folder)?.count ?? maxFiles
    if (count > allowed) return [`${folder}: ${count} source files, at most ${allowed}: split it by topic`]
    if (count < allowed && allowed > maxFiles)
      return [`${folder}: ${count} source files, its exception allows ${allowed}: lower it`]
    return []
  })
}

const productPattern = /^(contract|server|src|sw)\//

/** Started by index.html and by scripts/build/ssr.ts, so only tests import them. */
const entryFiles: ReadonlySet<string> = new Set(['src/app/main.tsx', 'src/app/ssr.tsx'])

/** Returns a line for each product file that only tests import, directly or through other such files. */
export function findTestHelpers(files: readonly ProjectFile[]): string[] {
  const importers = new Map<string, string[]>()
  for (const file of files) {
    for (const imported of findImports(file))
      importers.set(imported, [...(importers.get(imported) ?? []), file.path])
  }
  const helpers = new Set<string>()
  const isOfTests = (path: string) => path.startsWith('tests/') || !isSource(path) || helpers.has(path)
  let found: string[]
  do {
    found = [...importers].flatMap(([path, from]) =>
      productPattern.test(path) && !entryFiles.has(path) && !isOfTests(path) && from.every(isOfTests)
        ? [path]
        : [],
    )
    for (const path of found) helpers.add(path)
  } while (found.length > 0)
  return [...helpers].toSorted().map((path) => `${path}: only tests import it: move it to tests/support`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = readProject((path) => /\.tsx?$/.test(path))
  const lines = [
    ...findFolderCycles(files),
    ...findCrowdedFolders(files.map(({ path }) => path)),
    ...findTestHelpers(files),
  ]
  for (const line of lines) console.error(line)
  if (lines.length > 0) process.exitCode = 1
}
