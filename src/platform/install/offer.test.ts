// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { afterStart, isOfferDue } from './offer.ts'

const minuteInMs = 60_000
const dayInMs = 86_400_000
const now = Date.parse('2026-09-12T18:00:00Z')
const first = { visits: 1, visitOn: now, served: false, answeredOn: null }

test('a first visit is not asked, unless it has found or bought something', () => {
  expect(isOfferDue(first, now)).toBe(false)
  expect(isOfferDue({ ...first, served: true }, now)).toBe(true)
})

test('a second visit is asked', () => {
  expect(isOfferDue(afterStart(first, now + dayInMs), now + dayInMs)).toBe(true)
})

test('a reload is the same visit', () => {
  expect(afterStart(first, now + 5 * minuteInMs).visits).toBe(1)
})

test('an answer holds for four weeks', () => {
  const answered = { ...first, served: true, answeredOn: now }
  expect(isOfferDue(answered, now + 27 * dayInMs)).toBe(false)
  expect(isOfferDue(answered, now + 29 * dayInMs)).toBe(true)
})
