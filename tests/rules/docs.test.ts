import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../../server/cli/commands/index.ts'
import { Environment } from '../../server/platform/config.ts'

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
const codeIn = (text: string) => [
  ...[...text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, code = '']) => code),
  ...[...text.matchAll(/^ {4,}(\S.*)$/gm)].map(([, line = '']) => line),
]

/** Returns the wrong statements of all pages, prefixed with the page's name. */
const untrue = (wrong: (text: string, path: string) => string[]) =>
  pages.flatMap(({ path, text }) => [...new Set(wrong(text, path))].map((what) => `${path}: ${what}`))

test('every npm command on a page exists', () => {
  const named = (text: string) =>
    [...text.matchAll(/\bnpm (?:run )?([a-z]+(?::[a-z-]+)*)/g)].map(([, name = '']) => name)
  expect(named('then npm run bench:api, npm test')).toEqual(['bench:api', 'test'])
  const ofNpm = new Set(['ci', 'install'])
  expect(untrue((text) => named(text).filter((name) => !ofNpm.has(name) && !(name in scripts)))).toEqual([])
})

test('every npm command has its line in docs/commands.md, and README has at most ten of them', () => {
  const page = readFileSync('docs/commands.md', 'utf8')
  const named = (name: string) => page.includes(name === 'test' || name === 'start' ? `npm ${name}` : name)
  expect(Object.keys(scripts).filter((name) => !named(name))).toEqual([])
  const rows = readFileSync('README.md', 'utf8').match(/^\| `npm .*$/gm) ?? []
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.length).toBeLessThanOrEqual(10)
})

test('every setting of the server has its line in docs/settings.md, and none without a setting', () => {
  const page = readFileSync('docs/settings.md', 'utf8')
  const first = [...page.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = '']) => cell)
  const told = first.flatMap((cell) => [...cell.matchAll(/`([A-Z\d_]+)`/g)].map(([, name = '']) => name))
  const known = Object.keys(Environment.shape)
  expect(told.toSorted()).toEqual(known.toSorted())
})

test('every command of the command line on a page exists', () => {
  const known = new Set(commands.map(({ name }) => name))
  const first = new Set([...known].map((name) => name.split(' ')[0] ?? ''))
  const named = (text: string) =>
    codeIn(text).flatMap((code) => {
      const called = /^(?:npm run )?photofinish (?:-- )?(.*)$/.exec(code)
      const [one = '', two = ''] = (called?.[1] ?? code).split(' ')
      if (!called && !(first.has(one) && /^[a-z-]+$/.test(two))) return []
      return known.has(one) ? [one] : [`${one} ${two}`]
    })
  expect(named('`photofinish faces erase --event E`, `tenant check FILE`, `a b`')).toEqual([
    'faces erase',
    'tenant check',
  ])
  expect(
    untrue((text) => named(text).filter((name) => !name.startsWith('help') && !known.has(name))),
  ).toEqual([])
})

test('every link to a file leads to an existing one', () => {
  expect(
    untrue((text, path) =>
      [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(join(dirname(path), target))),
    ),
  ).toEqual([])
})

test('every path of this repository on a page exists', () => {
  // folders that are not in the repository
  const made = new Set(['dist', 'data', 'node_modules', 'test-results', '.cache'])
  const roots = readdirSync('.', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !made.has(entry.name))
    .map(({ name }) => name)
  const isPath = new RegExp(`^(?:${roots.join('|')})/[\\w./@{},*-]*$`)
  const named = (text: string) => codeIn(text).filter((code) => isPath.test(code))
  expect(named('see `src/lib/api.ts`, `server/features/*/ports.ts`')).toHaveLength(2)
  expect(untrue((text) => named(text).filter((path) => !isThere(path)))).toEqual([])
})

test('every log line and metric in the operator docs exists in the server', () => {
  const page = readFileSync('docs/operations.md', 'utf8')
  const code = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join('server', path), 'utf8'))
    .join('\n')
  const lines = [...page.matchAll(/^\| `([a-z][a-z ]+)` \|/gm)].map(([, line = '']) => line)
  const figures = [...page.matchAll(/`photofinish_([a-z_]+)/g)].map(([, name = '']) => name)
  expect(lines).toContain('job given up')
  expect(figures).toContain('payments_held')
  expect([...lines, ...figures].filter((words) => !code.includes(words))).toEqual([])
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
function isThere(written: string): boolean {
  const path = written.replaceAll(/(?<=\/)(?:[A-Z]+|city-run)(?=[/.])/g, '*')
  const choice = /\{([^}]*)\}/.exec(path)
  if (choice) return (choice[1] ?? '').split(',').every((one) => isThere(path.replace(choice[0], one)))
  const places = path.split('/').filter(Boolean)
  const steps = places.reduce<string[]>(
    (found, place) =>
      found.flatMap((folder) => {
        if (!place.includes('*')) return existsSync(join(folder, place)) ? [join(folder, place)] : []
        const like = new RegExp(`^${place.replaceAll('.', '\\.').replaceAll(/\*+/g, '.*')}$`)
        const deep = place === '**'
        return readdirSync(folder, { recursive: deep, withFileTypes: true })
          .filter((entry) => (deep ? entry.isDirectory() : like.test(entry.name)))
          .map((entry) => join(entry.parentPath, entry.name))
      }),
    ['.'],
  )
  return steps.length > 0
}
