import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Describes the result of one test. */
export interface TestResult {
  /** File and title, with the engine or line where the title alone is not unique. */
  readonly id: string
  readonly status: 'passed' | 'failed' | 'skipped'
  /** First lines of its errors; empty unless it failed. */
  readonly error: string
}

/** Enough lines for the expected and the actual value. */
const maxErrorLines = 12

/**
 * Reads a JSON report of Vitest or Playwright.
 *
 * @returns undefined when the suite ended before it wrote its report
 */
export function readReport(path: string): TestResult[] | undefined {
  if (!existsSync(path)) return undefined
  return parseResults(JSON.parse(readFileSync(path, 'utf8')) as Report)
}

/** Returns the results of a parsed report, a file that could not be loaded among them as a failed test. */
export function parseResults({ testResults = [], suites = [], errors = [] }: Report): TestResult[] {
  return [
    ...testResults.flatMap(readFileResults),
    ...suites.flatMap((file) => readSuiteResults(file, [])),
    // Playwright's errors outside of tests: a server that did not start, a file that could not be loaded
    ...errors.map(({ message = '' }) => createFailure('before the tests', message)),
  ]
}

function readFileResults({ name, status, message = '', assertionResults }: VitestFile): TestResult[] {
  const file = relative('.', name)
  if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
    return [createFailure(file, message)]
  return assertionResults.map(({ status, fullName, failureMessages, meta }) => {
    const id = [meta?.engine, file, '›', fullName].filter(Boolean).join(' ')
    if (status === 'failed') return createFailure(id, failureMessages[0] ?? '')
    return { id, status: status === 'passed' ? 'passed' : 'skipped', error: '' }
  })
}

/** @param groups titles of the groups around this one */
function readSuiteResults(
  { specs = [], suites = [] }: PlaywrightSuite,
  groups: readonly string[],
): TestResult[] {
  const ownResults = specs.map(({ file, title, ok, tests }): TestResult => {
    const id = [file, ...groups, title].join(' › ')
    // a timed-out test has a second error, which says what it was waiting for
    const errors = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))
    if (!ok) return createFailure(id, errors.map(({ message = '' }) => getFirstLines(message)).join('\n'))
    return { id, status: tests.every(({ status }) => status === 'skipped') ? 'skipped' : 'passed', error: '' }
  })
  const nestedResults = suites.flatMap((group) =>
    readSuiteResults(group, group.title ? [...groups, group.title] : groups),
  )
  return [...ownResults, ...nestedResults]
}

function createFailure(id: string, message: string): TestResult {
  const lines = stripVTControlCharacters(getFirstLines(message) || 'no error was reported')
  return { id, status: 'failed', error: lines }
}

const getFirstLines = (error: string) => error.split('\n').slice(0, maxErrorLines).join('\n')

/** The used fields of a report of Vitest or Playwright. */
export interface Report {
  readonly testResults?: readonly VitestFile[]
  readonly suites?: readonly PlaywrightSuite[]
  readonly errors?: readonly { readonly message?: string }[]
}

interface VitestFile {
  readonly name: string
  readonly status: string
  readonly message?: string
  readonly assertionResults: readonly {
    readonly fullName: string
    readonly status: string
    readonly failureMessages: readonly string[]
    readonly meta?: { readonly engine?: string }
  }[]
}

interface PlaywrightSuite {
  /** Path of a file, or title of a group, which may be empty. */
  readonly title: string
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly {
    readonly file: string
    readonly title: string
    readonly ok: boolean
    readonly tests: readonly {
      readonly status?: string
      readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[]
    }[]
  }[]
}
