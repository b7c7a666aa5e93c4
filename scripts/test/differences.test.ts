import { expect, test } from 'vitest'
import { differences } from './differences.ts'
import type { TestResult } from './report.ts'

const passed = (id: string): TestResult => ({ id, status: 'passed', error: '' })
const failed = (id: string, error: string): TestResult => ({ id, status: 'failed', error })

test('lists tests whose result differed, with each different error once', () => {
  const runs = [
    [passed('always'), passed('sometimes'), failed('never', 'broken')],
    [passed('always'), failed('sometimes', 'too late'), failed('never', 'broken')],
    [passed('always'), failed('sometimes', 'too late'), failed('never', 'broken')],
  ]
  expect(differences(runs)).toEqual([
    { id: 'sometimes', outcomes: ['passed', 'failed', 'failed'], errors: ['too late'] },
  ])
})

test('a test that one run did not report differs', () => {
  const runs = [[passed('one'), passed('two')], [passed('one')]]
  expect(differences(runs)).toEqual([{ id: 'two', outcomes: ['passed', 'missing'], errors: [] }])
})
