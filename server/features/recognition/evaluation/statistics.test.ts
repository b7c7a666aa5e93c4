import { expect, test } from 'vitest'
import {
  estimateGroupedShare,
  estimateShare,
  formatEstimate,
  formatMean,
  formatRareShare,
  selectEvenly,
} from './statistics.ts'

test('the interval of Wilson is that of the textbook, also where all or none were right', () => {
  expect(formatEstimate(estimateShare({ count: 81, total: 263 }))).toBe('30.8 % (25.5 to 36.6)')
  expect(formatEstimate(estimateShare({ count: 10, total: 10 }))).toBe('100.0 % (72.2 to 100.0)')
  expect(formatEstimate(estimateShare({ count: 0, total: 0 }))).toBe('–')
})

test('the interval of groups is the same in each run, and wider when observations of a group are alike', () => {
  const alike = Array.from({ length: 40 }, (_, i) => ({ count: i % 2 === 0 ? 10 : 0, total: 10 }))
  const mixed = alike.map(() => ({ count: 5, total: 10 }))
  const estimate = estimateGroupedShare(alike)
  expect(estimateGroupedShare(alike)).toEqual(estimate)
  expect(estimate.share).toBe(0.5)
  expect(estimate.high - estimate.low).toBeGreaterThan(0.25)
  expect(estimateGroupedShare(mixed).high - estimateGroupedShare(mixed).low).toBe(0)
})

test('an even selection covers the whole list', () => {
  expect(selectEvenly([1, 2, 3, 4, 5, 6], 3)).toEqual([1, 3, 5])
  expect(selectEvenly([1, 2], 3)).toEqual([1, 2])
})

test('draws without an observation do not count', () => {
  const { low, high } = estimateGroupedShare([
    { count: 1, total: 1 },
    { count: 0, total: 1 },
    { count: 0, total: 0 },
    { count: 0, total: 0 },
  ])
  expect([low, high]).toEqual([0, 1])
})

test('a mean has an interval, and a rare share has the digits of a thousandth of a percent', () => {
  const mistakes = Array.from({ length: 100 }, (_, i) => ({ count: i === 0 ? 20 : 0, total: 1 }))
  expect(formatMean(estimateGroupedShare(mistakes))).toBe('0.20 (0.00 to 0.60)')
  expect(formatRareShare({ count: 3, total: 100_000 })).toBe('0.0030 %')
  expect(formatRareShare({ count: 0, total: 0 })).toBe('–')
})
