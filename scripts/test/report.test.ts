import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseResults, type Report } from './report.ts'
import { formatTable } from './table.ts'

const vitestReport: Report = {
  testResults: [
    {
      name: resolve('tests/api/cart.test.ts'),
      status: 'failed',
      assertionResults: [
        { fullName: 'a cart keeps', status: 'passed', failureMessages: [] },
        { fullName: 'a cart counts', status: 'failed', failureMessages: ['\u001B[31mexpected 1\u001B[39m'] },
        { fullName: 'a cart waits', status: 'skipped', failureMessages: [] },
        { fullName: 'a cart opens', status: 'passed', failureMessages: [], meta: { engine: 'webkit' } },
      ],
    },
    {
      name: resolve('tests/api/broken.test.ts'),
      status: 'failed',
      message: 'Cannot find module',
      assertionResults: [],
    },
  ],
}

test('reads the results of Vitest; a file that could not be loaded is a failed test', () => {
  expect(parseResults(vitestReport)).toEqual([
    { id: 'tests/api/cart.test.ts › a cart keeps', status: 'passed', error: '' },
    { id: 'tests/api/cart.test.ts › a cart counts', status: 'failed', error: 'expected 1' },
    { id: 'tests/api/cart.test.ts › a cart waits', status: 'skipped', error: '' },
    { id: 'webkit tests/api/cart.test.ts › a cart opens', status: 'passed', error: '' },
    { id: 'tests/api/broken.test.ts', status: 'failed', error: 'Cannot find module' },
  ])
})

test('reads the results of Playwright, with the titles of groups and both errors of a test that timed out', () => {
  const result = (...messages: string[]) => ({
    results: [{ errors: messages.map((message) => ({ message })) }],
  })
  const report: Report = {
    errors: [{ message: 'the server did not start' }],
    suites: [
      {
        title: 'album.spec.ts',
        specs: [{ file: 'album.spec.ts', title: 'opens', ok: true, tests: [result()] }],
        suites: [
          {
            title: 'on an iPhone',
            specs: [
              {
                file: 'album.spec.ts',
                title: 'opens',
                ok: false,
                tests: [result('timed out', 'waiting for a photo')],
              },
              {
                file: 'album.spec.ts',
                title: 'shares',
                ok: true,
                tests: [{ ...result(), status: 'skipped' }],
              },
            ],
          },
        ],
      },
    ],
  }
  expect(parseResults(report)).toEqual([
    { id: 'album.spec.ts › opens', status: 'passed', error: '' },
    {
      id: 'album.spec.ts › on an iPhone › opens',
      status: 'failed',
      error: 'timed out\nwaiting for a photo',
    },
    { id: 'album.spec.ts › on an iPhone › shares', status: 'skipped', error: '' },
    { id: 'before the tests', status: 'failed', error: 'the server did not start' },
  ])
})

test('the table has a line per suite with its time and counts', () => {
  const table = formatTable([
    { name: 'api', seconds: 90, isBroken: true, results: parseResults(vitestReport) },
    { name: 'size', seconds: 6, isBroken: false, results: [] },
  ])
  expect(table.split('\n')).toEqual([
    'suite  minutes  passed  failed  skipped  result',
    'api        1.5       2       2        1  FAILED',
    'size       0.1       0       0        0  ok',
  ])
})
