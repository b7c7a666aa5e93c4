import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../../server/cli/commands/index.ts'
import { objectFolders } from '../../server/platform/objects/keys.ts'
import { settingNames } from '../../server/read-config.ts'

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'CODE_OF_CONDUCT.md',
  'SECURITY.md',
  'src/ui/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
]
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

/** Returns code in a text: between backticks, or in a code block. */
const findCode = (text: string) => [
  ...[...text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, code = '']) => code),
  ...[...text.matchAll(/^ {4,}(\S.*)$/gm)].map(([, line = '']) => line),
]

/** Returns the wrong statements of all pages, prefixed with the page's name. */
const findErrors = (listWrong: (text: string, path: string) => string[]) =>
  pages.flatMap(({ path, text }) =>
    [...new Set(listWrong(text, path))].map((statement) => `${path}: ${statement}`),
  )

test('every npm command on a page exists', () => {
  const findNames = (text: string) =>
    [...text.matchAll(/\bnpm (?:run )?([a-z]+(?::[a-z-]+)*)/g)].map(([, name = '']) => name)
  expect(findNames('then npm run bench:api, npm test')).toEqual(['bench:api', 'test'])
  const builtInCommands = new Set(['ci', 'install'])
  expect(
    findErrors((text) => findNames(text).filter((name) => !builtInCommands.has(name) && !(name in scripts))),
  ).toEqual([])
})

test('every npm command has its line in docs/commands.md, and README has at most ten of them', () => {
  const page = readFileSync('docs/commands.md', 'utf8')
  const isDocumented = (name: string) =>
    page.includes(name === 'test' || name === 'start' ? `npm ${name}` : name)
  expect(Object.keys(scripts).filter((name) => !isDocumented(name))).toEqual([])
  const rows = readFileSync('README.md', 'utf8').match(/^\| `npm .*$/gm) ?? []
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.length).toBeLessThanOrEqual(10)
})

test('every setting of the server has its line in docs/settings.md, and none without a setting', () => {
  const page = readFileSync('docs/settings.md', 'utf8')
  const firstCells = [...page.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = '']) => cell)
  const documentedSettings = firstCells.flatMap((cell) =>
    [...cell.matchAll(/`([A-Z\d_]+)`/g)].map(([, name = '']) => name),
  )
  expect(documentedSettings.toSorted()).toEqual(settingNames.toSorted())
})

test('every command of the command line on a page exists', () => {
  const known = new Set(commands.map(({ name }) => name))
  const firstWords = new Set([...known].map((name) => name.split(' ')[0] ?? ''))
  const findNames = (text: string) =>
    findCode(text).flatMap((code) => {
      const called = /^(?:npm run )?photofinish (?:-- )?(.*)$/.exec(code)
      const [commandWord = '', subcommandWord = ''] = (called?.[1] ?? code).split(' ')
      if (!called && !(firstWords.has(commandWord) && /^[a-z-]+$/.test(subcommandWord))) return []
      return known.has(commandWord) ? [commandWord] : [`${commandWord} ${subcommandWord}`]
    })
  expect(findNames('`photofinish faces erase --event E`, `tenant check FILE`, `a b`')).toEqual([
    'faces erase',
    'tenant check',
  ])
  expect(
    findErrors((text) => findNames(text).filter((name) => !name.startsWith('help') && !known.has(name))),
  ).toEqual([])
})

test('every link to a file leads to an existing one', () => {
  expect(
    findErrors((text, path) =>
      [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(join(dirname(path), target))),
    ),
  ).toEqual([])
})

test('every path of this repository on a page exists', () => {
  // folders that are not in the repository
  const generatedFolders = new Set(['dist', 'data', 'node_modules', 'test-results', '.cache'])
  const roots = readdirSync('.', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !generatedFolders.has(entry.name))
    .map(({ name }) => name)
  const pathPattern = new RegExp(`^(?:${roots.join('|')})/[\\w./@{},*-]*$`)
  const findPaths = (text: string) => findCode(text).filter((code) => pathPattern.test(code))
  expect(findPaths('see `src/lib/api.ts`, `server/features/*/ports.ts`')).toHaveLength(2)
  expect(findErrors((text) => findPaths(text).filter((path) => !doesPathExist(path)))).toEqual([])
})

test('every log line and metric in the operator docs exists in the server', () => {
  const page = readFileSync('docs/operations.md', 'utf8')
  const code = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join('server', path), 'utf8'))
    .join('\n')
  const lines = [...page.matchAll(/^\| `([a-z][a-z ]+)` \|/gm)].map(([, line = '']) => line)
  const metricNames = [...page.matchAll(/`photofinish_([a-z_]+)/g)].map(([, name = '']) => name)
  expect(lines).toContain('job given up')
  expect(metricNames).toContain('payments_held')
  expect([...lines, ...metricNames].filter((words) => !code.includes(words))).toEqual([])
})

test('the section about backups names every folder of stored objects', () => {
  const page = readFileSync('docs/operations.md', 'utf8')
  const [, section = ''] = /^## Backups$([^]*?)^## /m.exec(page) ?? []
  expect(objectFolders.filter((folder) => !section.includes(`\`${folder}/\``))).toEqual([])
})

test('every line of the layout in CONTRIBUTING exists', () => {
  const [, layout = ''] = /```\n([^]*?)```/.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ?? []
  let folder = ''
  const paths = [...layout.matchAll(/^(?: {2})?([\w.-]+\/?)(?= {2,}\S|$)/gm)].map(([line, name = '']) => {
    if (line.startsWith(' ')) return folder + name
    folder = name
    return name
  })
  expect(paths).toContain('server/features/')
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

/**
 * Returns whether a path exists; it may have wildcards, braces and placeholders such as `tenants/NAME/`, the example
 * of docs/tenants.md.
 */
function doesPathExist(written: string): boolean {
  const path = written.replaceAll(/(?<=\/)(?:[A-Z]+|city-run)(?=[/.])/g, '*')
  const braces = /\{([^}]*)\}/.exec(path)
  if (braces) return (braces[1] ?? '').split(',').every((one) => doesPathExist(path.replace(braces[0], one)))
  const segments = path.split('/').filter(Boolean)
  const matchingPaths = segments.reduce<string[]>(
    (found, segment) =>
      found.flatMap((folder) => {
        if (!segment.includes('*')) return existsSync(join(folder, segment)) ? [join(folder, segment)] : []
        const segmentPattern = new RegExp(`^${segment.replaceAll('.', '\\.').replaceAll(/\*+/g, '.*')}$`)
        const isRecursive = segment === '**'
        return readdirSync(folder, { recursive: isRecursive, withFileTypes: true })
          .filter((entry) => (isRecursive ? entry.isDirectory() : segmentPattern.test(entry.name)))
          .map((entry) => join(entry.parentPath, entry.name))
      }),
    ['.'],
  )
  return matchingPaths.length > 0
}
