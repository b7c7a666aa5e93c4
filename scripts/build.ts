import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import { languages } from '../contract/language/languages.ts'
import { ensureModels } from '../server/adapters/vision/models.ts'
import { listPlaceholders } from '../server/platform/language/message-placeholders.ts'
import { readMessages } from './build/messages.ts'

interface BuildPart {
  readonly name: string
  readonly inputs: readonly string[]
  readonly output: string
  readonly run: () => void
}

const run = (tool: string, ...args: string[]) =>
  execFileSync(join('node_modules', '.bin', tool), args, { stdio: 'inherit' })

const parts: readonly BuildPart[] = [
  {
    name: 'texts',
    inputs: ['src', 'contract', 'scripts/build'],
    output: 'dist/texts.json',
    run: () => writeFileSync('dist/texts.json', JSON.stringify(collectPlaceholders('.'))),
  },
  {
    name: 'storefront',
    inputs: [
      'src',
      'sw',
      'contract',
      'public',
      'scripts/build',
      'index.html',
      'vite.config.ts',
      'package-lock.json',
    ],
    output: 'dist/web/index.html',
    run: () => run('vite', 'build', '--logLevel', 'error'),
  },
  {
    name: 'server rendering',
    inputs: ['src', 'contract', 'scripts/build', 'vite.config.ts', 'package-lock.json'],
    output: 'dist/ssr/ssr.js',
    run: () => run('tsx', 'scripts/build/ssr.ts'),
  },
  {
    name: 'server',
    inputs: ['server', 'contract', 'package-lock.json'],
    output: 'dist/server/server/main.js',
    run: () => {
      rmSync('dist/server', { recursive: true, force: true })
      // `npm run check` checks the types
      run('tsc', '-p', 'server/tsconfig.build.json', '--noCheck')
      cpSync('server/platform/db/migrations', 'dist/server/server/platform/db/migrations', {
        recursive: true,
      })
      copyMessages('dist/server')
    },
  },
]

/** Builds what has changed since the last build. `--force` builds everything. */
function build(): void {
  const isForced = process.argv.includes('--force')
  const isServerOnly = process.argv.includes('--server-only')
  mkdirSync('dist', { recursive: true })
  for (const part of parts) {
    if (isServerOnly && part.name !== 'server' && part.name !== 'texts') continue
    const stampFile = `dist/.${part.name}.stamp`
    const stamp = computeStamp(part.inputs)
    if (
      !isForced &&
      existsSync(part.output) &&
      existsSync(stampFile) &&
      readFileSync(stampFile, 'utf8') === stamp
    )
      continue
    console.log(`Building the ${part.name} …`)
    rmSync(stampFile, { force: true })
    part.run()
    writeFileSync(stampFile, stamp)
  }
  ensureModels('dist/models')
}

/** Copies the messages of the server and the contract, which are read as files, to their places in the compiled tree. */
function copyMessages(outputFolder: string): void {
  for (const folder of ['server', 'contract'])
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (/(^|\/)messages\.\w+\.json$/.test(path))
        cpSync(join(folder, path), join(outputFolder, folder, path))
}

/** Returns the names of values and tags of each page message by id, to validate tenants' messages. */
function collectPlaceholders(root: string): Record<string, string[]> {
  const values = new Map<string, Set<string>>()
  for (const language of languages)
    for (const [id, text] of readMessages(root, language)) {
      const placeholders = values.get(id) ?? new Set()
      for (const name of listPlaceholders(parse(text))) placeholders.add(name)
      values.set(id, placeholders)
    }
  return Object.fromEntries([...values].map(([id, names]) => [id, [...names]]))
}

/** Returns a hash of path, size and mtime of every input. Their contents are not read. */
function computeStamp(inputs: readonly string[]): string {
  const hash = createHash('sha256')
  const addToHash = (path: string) => {
    const info = statSync(path)
    if (info.isDirectory()) for (const name of readdirSync(path).sort()) addToHash(join(path, name))
    else hash.update(`${path}\n${info.size}\n${info.mtimeMs}\n`)
  }
  for (const input of inputs) addToHash(input)
  return hash.digest('hex')
}

build()
