import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeAssertion, readFailedAssertions } from './assertions.ts'

const createResult = (auditId: string, auditProperty?: string | string[]) => ({
  url: 'http://localhost:8091/cart',
  auditId,
  auditProperty,
  passed: false,
  level: 'error',
  actual: 0.9,
  expected: 1,
})

test('failed assertions are read, warnings and passed ones are not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const failed = createResult('categories', 'seo')
  const all = [failed, { ...failed, level: 'warn' }, { ...failed, passed: true }]
  writeFileSync(join(folder, 'assertion-results.json'), JSON.stringify(all))
  const failedResults = readFailedAssertions(folder)
  expect(failedResults.map(describeAssertion)).toEqual(['/cart categories.seo: 0.9, allowed 1'])
})
