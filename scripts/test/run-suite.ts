import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ensureBrowser } from '../ensure-browser.ts'
import { runAll } from '../run-all.ts'
import { readReport, type TestResult } from './report.ts'
import { getFiguresPath, getReportPath, type Suite, type SuiteName, suites, toStep } from './suites.ts'

/** Describes one run of a suite. */
export interface SuiteRun {
  readonly name: SuiteName
  readonly seconds: number
  /** Its command ended with a failure. */
  readonly isBroken: boolean
  readonly results: readonly TestResult[]
}

/**
 * Builds the app, and installs a browser if a suite needs one and there is none.
 *
 * @returns environment variables for `runSuite`
 */
export function prepareSuites(names: readonly SuiteName[]): Record<string, string> {
  execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })
  const needsBrowser = names.some((name) => (suites[name] as Suite).needsBrowser)
  const folder = findMemoryFolder()
  return {
    ...(needsBrowser && { CHROMIUM_PATH: ensureBrowser() }),
    ...(folder !== undefined && { TMPDIR: folder }),
  }
}

const sharedMemoryFolder = '/dev/shm'
const requiredSpaceInBytes = 4e9

/**
 * Returns a folder in memory for temporary files, where copying a database takes a sixth of the time; undefined where the
 * system has none or it is small. It also holds the data that the runs of a machine share.
 */
function findMemoryFolder(): string | undefined {
  if (process.platform !== 'linux' || !existsSync(sharedMemoryFolder)) return undefined
  const { bavail, bsize } = statfsSync(sharedMemoryFolder)
  if (bavail * bsize < requiredSpaceInBytes) return undefined
  const folder = `${sharedMemoryFolder}/photofinish-${process.getuid?.()}`
  // PostgreSQL runs as another user and has to reach its folder
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  chmodSync(folder, 0o711)
  return folder
}

/**
 * Runs a suite on the existing build and prints its figures, if it has any. A suite that ends before its report is written has
 * no results.
 */
export async function runSuite(
  name: SuiteName,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<SuiteRun> {
  rmSync(getReportPath(name), { force: true })
  const { hasFigures = false }: Suite = suites[name]
  if (hasFigures) clearFigures(name)
  const startedAt = Date.now()
  const failed = await runAll([toStep(name, args, env)])
  const seconds = (Date.now() - startedAt) / 1_000
  if (hasFigures) console.log(`\n${readFigures(name)}`)
  return { name, seconds, isBroken: failed.length > 0, results: readReport(getReportPath(name)) ?? [] }
}

/** Creates the file to which tests append their figures, without those of an earlier run. */
function clearFigures(name: SuiteName): void {
  mkdirSync(dirname(getFiguresPath(name)), { recursive: true })
  writeFileSync(getFiguresPath(name), '')
}

/** Returns the lines of figures, sorted: tests run in any order. */
const readFigures = (name: SuiteName): string =>
  readFileSync(getFiguresPath(name), 'utf8').split('\n').toSorted().join('\n').trim()
