import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeAssertion, readFailedAssertions } from './assertions.ts'

const page = 'http://localhost:8091/cart'
const goodScores = { performance: 0.97, accessibility: 1, 'best-practices': 1, seo: 1 }

/** Returns the limits that the runs of a page exceed, each run given by its scores and its layout shift. */
function findShortfalls(
  ...runs: readonly { scores: Partial<typeof goodScores>; shift?: number }[]
): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const reports = join(folder, '.lighthouseci')
  mkdirSync(reports)
  for (const [index, { scores, shift = 0 }] of runs.entries()) {
    const report = {
      requestedUrl: page,
      finalUrl: page,
      categories: Object.fromEntries(
        Object.entries({ ...goodScores, ...scores }).map(([id, score]) => [id, { id, score, auditRefs: [] }]),
      ),
      audits: { 'cumulative-layout-shift': { score: 1, numericValue: shift } },
    }
    writeFileSync(join(reports, `lhr-${index}.json`), JSON.stringify(report))
  }
  const { status, stderr } = spawnSync(
    resolve('node_modules/.bin/lhci'),
    ['assert', `--config=${resolve('scripts/lighthouse/guard.json')}`],
    { cwd: folder, encoding: 'utf8' },
  )
  const failed = readFailedAssertions(reports)
  expect(status, stderr).toBe(failed.length > 0 ? 1 : 0)
  return failed.map(describeAssertion)
}

test('a page passes when its best run keeps every limit', () => {
  expect(findShortfalls({ scores: { performance: 0.5 } }, { scores: {} })).toEqual([])
})

test('a page falls short of each limit', () => {
  const failed = findShortfalls({
    scores: { performance: 0.89, accessibility: 0.99, 'best-practices': 0.99, seo: 0.99 },
    shift: 0.03,
  })
  expect(failed.toSorted()).toEqual([
    '/cart categories.accessibility: 0.99, allowed 1',
    '/cart categories.best-practices: 0.99, allowed 1',
    '/cart categories.performance: 0.89, allowed 0.9',
    '/cart categories.seo: 0.99, allowed 1',
    '/cart cumulative-layout-shift: 0.03, allowed 0.02',
  ])
})
