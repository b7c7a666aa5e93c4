import { expect, test } from 'vitest'
import { sumTallies } from './statistics.ts'
import { compareFaces, countFalseMatches, countMatches, findThreshold } from './verification.ts'

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
