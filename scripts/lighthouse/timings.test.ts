import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeAssertion, failedAssertions, isTiming } from './timings.ts'

const result = (auditId: string, auditProperty?: string | string[]) => ({
  url: 'http://localhost:8091/cart',
  auditId,
  auditProperty,
  passed: false,
  level: 'error',
  actual: 0.9,
  expected: 1,
})

test('the score of performance and its times depend on the machine, nothing else does', () => {
  const all = [
    result('categories', 'performance'),
    result('largest-contentful-paint'),
    result('total-blocking-time'),
    result('categories', 'accessibility'),
    result('categories', 'seo'),
    result('cumulative-layout-shift'),
    result('resource-summary', ['script', 'size']),
  ]
  expect(all.map(isTiming)).toEqual([true, true, true, false, false, false, false])
})

test('failed assertions are read, warnings and passed ones are not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const failed = result('categories', 'seo')
  const all = [failed, { ...failed, level: 'warn' }, { ...failed, passed: true }]
  writeFileSync(join(folder, 'assertion-results.json'), JSON.stringify(all))
  const read = failedAssertions(folder)
  expect(read.map(describeAssertion)).toEqual(['/cart categories.seo: 0.9, allowed 1'])
})
