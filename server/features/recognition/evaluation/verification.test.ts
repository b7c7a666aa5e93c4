import { expect, test } from 'vitest'
import { sumTallies } from './statistics.ts'
import {
  compareFaces,
  countFalseMatches,
  countMatches,
  findEqualErrorDistance,
  findThreshold,
  measureAt,
  recommendThresholds,
} from './verification.ts'

const createProbe = (person: string, ...values: number[]) => ({
  person,
  embedding: Float32Array.from(values),
})

test('pairs of one person and of two are kept apart, and a picture without a face matches nothing', () => {
  const comparison = compareFaces(
    [createProbe('anna', 0, 0), createProbe('boris', 3, 4)],
    [createProbe('anna', 0, 1), { person: 'anna', embedding: null }, createProbe('boris', 3, 0)],
  )
  expect(comparison.genuine).toEqual(
    new Map([
      ['anna', [1, Infinity]],
      ['boris', [4]],
    ]),
  )
  expect(comparison.impostors).toHaveLength(3)
  expect(sumTallies(countMatches(comparison, 1))).toEqual({ count: 1, total: 3 })
})

test('a threshold admits exactly the share of false matches that it is named by', () => {
  const impostors = Array.from({ length: 1000 }, (_, i) => i / 1000)
  const threshold = findThreshold(impostors, 0.01) ?? Number.NaN
  expect(countFalseMatches({ impostors, genuine: new Map() }, threshold)).toEqual({ count: 10, total: 1000 })
})

test('a rate below one pair has no threshold', () => {
  expect(findThreshold([0.5, 0.6], 0.001)).toBeNull()
})

test('the errors at a distance are those of pairs of one person and of two', () => {
  const genuine = new Map([
    ['anna', [0.2, 0.8]],
    ['boris', [0.4, Infinity]],
  ])
  const { trueMatches, falseMatches } = measureAt({ impostors: [0.3, 0.6, 0.9, 1], genuine }, 0.5)
  expect(trueMatches.share).toBe(0.5)
  expect(falseMatches).toEqual({ count: 1, total: 4 })
})

test('at the distance of equal errors, as many pairs of two people match as pairs of one do not', () => {
  const impostors = [0.5, 0.6, 0.7, 0.8, 0.9]
  const genuine = new Map([['anna', [0.1, 0.2, 0.3, 0.65, 0.85, Infinity]]])
  // 2 of 5 above 0.6, 2 of 5 up to it
  expect(findEqualErrorDistance({ impostors, genuine })).toBe(0.6)
  expect(findEqualErrorDistance({ impostors, genuine: new Map([['anna', [Infinity]]]) })).toBeNull()
})

test('thresholds are recommended where there are enough pairs of two people', () => {
  const impostors = Array.from({ length: 1000 }, (_, i) => i / 1000)
  const genuine = new Map([['anna', [0]]])
  const { strong, sure, maybe, crowd } = recommendThresholds({ impostors, genuine })
  expect([strong, sure]).toEqual([null, null])
  expect(maybe).toBeCloseTo(0.002, 5)
  expect(crowd).toBeCloseTo(0.014, 5)
})
