import { expect, test } from 'vitest'
import { countBadge } from './badge.ts'

test('counts unpaid orders and finished searches that were not viewed', () => {
  expect(countBadge([], 0)).toBe(0)
  expect(countBadge([{ stage: 'saved' }], 0)).toBe(0)
  expect(countBadge([{ stage: 'answered' }, { stage: 'refused' }], 1)).toBe(3)
  expect(countBadge([{ stage: 'answered', seen: true }], 2)).toBe(2)
})
