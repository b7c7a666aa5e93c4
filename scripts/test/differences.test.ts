import { expect, test } from 'vitest'
import { findDifferences } from './differences.ts'
import type { TestResult } from './report.ts'

const createPassed = (id: string): TestResult => ({ id, status: 'passed', error: '' })
const createFailed = (id: string, error: string): TestResult => ({ id, status: 'failed', error })

test('lists tests whose result differed, with each different error once', () => {
  const runs = [
    [createPassed('always'), createPassed('sometimes'), createFailed('never', 'broken')],
    [createPassed('always'), createFailed('sometimes', 'too late'), createFailed('never', 'broken')],
    [createPassed('always'), createFailed('sometimes', 'too late'), createFailed('never', 'broken')],
  ]
  expect(findDifferences(runs)).toEqual([
    { id: 'sometimes', outcomes: ['passed', 'failed', 'failed'], errors: ['too late'] },
  ])
})

test('a test that one run did not report differs', () => {
  const runs = [[createPassed('one'), createPassed('two')], [createPassed('one')]]
  expect(findDifferences(runs)).toEqual([{ id: 'two', outcomes: ['passed', 'missing'], errors: [] }])
})
