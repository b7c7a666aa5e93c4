import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { commonErrors } from '../../contract/errors.ts'
import { pageRows, type TextLevel } from '../../contract/pages.ts'

const appEntry = 'src/app/main.tsx'
/** Home and what it shows without loading further texts: its menu, orders that wait for their payment, and messages. */
const firstParts = [
  appEntry,
  'src/app/shell/Menu.tsx',
  'src/app/Messages.tsx',
  'src/app/device/LiveRegion.tsx',
  'src/features/events/HomePage.tsx',
  'src/features/events/ResumeOrder.tsx',
]
const eventPage = 'src/features/event-page/EventPage.tsx'
const resultsPage = 'src/features/search/ResultsPage.tsx'

/**
 * Chooses the level of each text by the files that name it. The last level has the texts that only pages with `texts: 'all'` in
 * `contract/pages.ts` name.
 *
 * @param ids ids of all texts; those of the contract's errors begin with `error.`
 * @throws Error when a part that is named here is not there
 */
export function chooseTextLevels(root: string, ids: readonly string[]): ReadonlyMap<string, TextLevel> {
  const files = new SourceFiles(root)
  const separatePages = new Set(listPageFiles(files, 'all'))
  const mainParts = [appEntry, ...listPageFiles(files).filter((page) => !separatePages.has(page))]
  const findIds = (parts: ReadonlySet<string>) =>
    new Set([...parts].flatMap((file) => files.findIds(file, ids)))
  const firstIds = findIds(files.follow(firstParts, sharesTexts))
  for (const code of [...commonErrors, 'NoResponse']) firstIds.add(`error.${code}`)
  const eventIds = findIds(files.follow([eventPage], sharesTexts))
  const resultsIds = findIds(files.follow([resultsPage], sharesTexts))
  const mainIds = findIds(files.follow(mainParts, ({ file }) => !separatePages.has(file)))
  const separateIds = findIds(files.follow([...separatePages], () => true))
  const chooseLevel = (id: string): TextLevel => {
    if (firstIds.has(id)) return 'first'
    if (eventIds.has(id)) return 'event'
    if (resultsIds.has(id)) return 'results'
    return separateIds.has(id) && !mainIds.has(id) ? 'all' : 'page'
  }
  return new Map(ids.map((id) => [id, chooseLevel(id)]))
}

/** A dynamic import, with the code before and after it. */
interface LazyImport {
  readonly file: string
  readonly before: string
  readonly after: string
}

/** Returns whether a part that is loaded later uses the texts of its page, because it names no other level. */
const sharesTexts = ({ before, after }: LazyImport) =>
  /lazyPart\(\s*\(\) => $/.test(before) &&
  !/^import\('[^']+'\)\.then\(\(\w+\) => \w+\.\w+\)[^)]*'page'/.test(after)

/** Lists the files of the pages, or of those with a level of texts. */
function listPageFiles(files: SourceFiles, texts?: 'all'): string[] {
  const rows = pageRows.filter((row) => texts === undefined || row.texts === texts)
  return [...new Set(rows.map(({ component }) => files.find(`/${component}.tsx`)))]
}

/** The source files of the page, by path in the project. */
class SourceFiles {
  readonly #root: string
  readonly #paths: readonly string[]
  readonly #codes = new Map<string, string>()

  constructor(root: string) {
    this.#root = root
    this.#paths = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
      .map((path) => normalize(join('src', path)))
  }

  /** @throws Error when no file has the ending */
  find(ending: string): string {
    const path = this.#paths.find((each) => each.endsWith(ending))
    if (path === undefined) throw new Error(`There is no file src/…${ending}`)
    return path
  }

  #read(file: string): string {
    const code = this.#codes.get(file) ?? readFileSync(join(this.#root, file), 'utf8')
    this.#codes.set(file, code)
    return code
  }

  /** Returns files and all that they import, also later where `isFollowed` says so. @throws Error when a file is not there */
  follow(entries: readonly string[], isFollowed: (lazyImport: LazyImport) => boolean): ReadonlySet<string> {
    const found = new Set(entries)
    for (const file of found)
      for (const imported of [...this.#listImports(file), ...this.#listLazyImports(file, isFollowed)])
        found.add(imported)
    return found
  }

  /** Lists the files that a file imports values from. An index is replaced by the files that declare the names. */
  #listImports(file: string): string[] {
    const imports = [...this.#read(file).matchAll(/^import (?!type )(?:([^'"]*?) from )?'(\.[^']+)'/gms)]
    return imports.flatMap(([, names = '', path = '']) => {
      const target = this.#resolve(file, path)
      if (!target?.endsWith('/index.ts')) return target ?? []
      return names
        .replace(/[{}\s]+/g, ' ')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
        .map((name) => this.#resolveExport(target, name.split(' ')[0] ?? ''))
    })
  }

  #listLazyImports(file: string, isFollowed: (lazyImport: LazyImport) => boolean): string[] {
    const code = this.#read(file)
    return [...code.matchAll(/import\('(\.[^']+)'\)/g)].flatMap(({ index, 1: path = '' }) => {
      const target = this.#resolve(file, path)
      const context = { before: code.slice(0, index), after: code.slice(index) }
      return target && isFollowed({ file: target, ...context }) ? target : []
    })
  }

  /** Returns the path of an imported source file of the page; undefined for other modules. */
  #resolve(file: string, path: string): string | undefined {
    const target = normalize(join(dirname(file), path))
    return /^src\/.*\.tsx?$/.test(target) && existsSync(join(this.#root, target)) ? target : undefined
  }

  /** Returns the file that an index re-exports a name from; the index itself when it declares the name. */
  #resolveExport(index: string, name: string): string {
    const pattern = new RegExp(`export (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`)
    const [, path] = pattern.exec(this.#read(index)) ?? []
    return (path !== undefined && this.#resolve(index, path)) || index
  }

  /**
   * Returns the ids that a file names: as literals, by templates of the file's own feature (`orders.${phase}.title`), and the
   * errors whose codes it names.
   */
  findIds(file: string, ids: readonly string[]): string[] {
    const code = this.#read(file)
    const named = new Set([...code.matchAll(/['"`]([a-z]\w*(?:\.[\w-]+)+)['"`]/g)].map(([, id = '']) => id))
    for (const [, errorCode = ''] of code.matchAll(/'([A-Z]\w+)'/g)) named.add(`error.${errorCode}`)
    const folders = new Set(file.split('/'))
    const templates = [...code.matchAll(/`(([a-z]\w*)\.[^`\s]*\$\{[^`]*)`/g)]
      .filter(([, , feature = '']) => folders.has(feature))
      .map(([, template = '']) =>
        template
          .split(/\$\{[^}]*\}/)
          .map(escapePattern)
          .join('[\\w.-]+'),
      )
      .map((pattern) => new RegExp(`^${pattern}$`))
    return ids.filter((id) => named.has(id) || templates.some((template) => template.test(id)))
  }
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
