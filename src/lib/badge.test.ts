import { expect, test } from 'vitest'
import { badgeCount } from './badge.ts'

test('the icon counts orders to pay and searches whose end was not looked at', () => {
  expect(badgeCount([], 0)).toBe(0)
  expect(badgeCount([{ stage: 'saved' }], 0)).toBe(0)
  expect(badgeCount([{ stage: 'answered' }, { stage: 'refused' }], 1)).toBe(3)
  expect(badgeCount([{ stage: 'answered', seen: true }], 2)).toBe(2)
})
