import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Describes an assertion of Lighthouse CI in `assertion-results.json`. */
export interface Assertion {
  readonly url?: string
  readonly auditId?: string
  /** A list for parts of an audit, a string for a category. */
  readonly auditProperty?: string | readonly string[]
  readonly passed: boolean
  readonly level?: string
  readonly actual?: number
  readonly expected?: number
}

/**
 * Returns the failed assertions of the last run.
 *
 * @param folder with the results of `lhci`
 * @throws Error when there are none, because pages could not be measured
 */
export function readFailedAssertions(folder: string): Assertion[] {
  const all = JSON.parse(readFileSync(join(folder, 'assertion-results.json'), 'utf8')) as Assertion[]
  return all.filter(({ passed, level }) => !passed && level === 'error')
}

/** Describes an assertion: page, audit, actual and allowed value. */
export function describeAssertion({ url = '', auditId, auditProperty = [], ...figures }: Assertion): string {
  const audit = [auditId, ...[auditProperty].flat()].join('.')
  return `${url && new URL(url).pathname} ${audit}: ${figures.actual}, allowed ${figures.expected}`
}
