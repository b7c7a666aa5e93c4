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
import { ensureModels } from '../server/adapters/vision/models.ts'

interface Part {
  readonly name: string
  readonly inputs: readonly string[]
  readonly output: string
  readonly run: () => void
}

const run = (tool: string, ...args: string[]) =>
  execFileSync(join('node_modules', '.bin', tool), args, { stdio: 'inherit' })

const parts: readonly Part[] = [
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
    name: 'server',
    inputs: ['server', 'contract', 'package-lock.json'],
    output: 'dist/server/server/main.js',
    run: () => {
      rmSync('dist/server', { recursive: true, force: true })
      run('tsc', '-p', 'server/tsconfig.build.json')
      cpSync('server/platform/db/migrations', 'dist/server/server/platform/db/migrations', {
        recursive: true,
      })
    },
  },
]

/** Builds what has changed since the last time; `--force` builds all. */
function build(): void {
  const force = process.argv.includes('--force')
  const serverOnly = process.argv.includes('--server-only')
  mkdirSync('dist', { recursive: true })
  for (const part of parts) {
    if (serverOnly && part.name !== 'server') continue
    const stampFile = `dist/.${part.name}.stamp`
    const stamp = stampOf(part.inputs)
    if (
      !force &&
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

/** A hash of every input's path, size and time; reading the contents is not needed to see that one changed. */
function stampOf(inputs: readonly string[]): string {
  const hash = createHash('sha256')
  const visit = (path: string) => {
    const info = statSync(path)
    if (info.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    else hash.update(`${path}\n${info.size}\n${info.mtimeMs}\n`)
  }
  for (const input of inputs) visit(input)
  return hash.digest('hex')
}

build()
