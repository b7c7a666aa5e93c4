// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { countStart, isOfferDue } from './offer.ts'

const minuteInMs = 60_000
const dayInMs = 86_400_000
const now = Date.parse('2026-09-12T18:00:00Z')
const firstVisit = { visits: 1, visitOn: now, served: false, answeredOn: null }

test('a first visit is not asked, unless it has found or bought something', () => {
  expect(isOfferDue(firstVisit, now)).toBe(false)
  expect(isOfferDue({ ...firstVisit, served: true }, now)).toBe(true)
})

test('a second visit is asked', () => {
  expect(isOfferDue(countStart(firstVisit, now + dayInMs), now + dayInMs)).toBe(true)
})

test('a reload is the same visit', () => {
  expect(countStart(firstVisit, now + 5 * minuteInMs).visits).toBe(1)
})

test('an answer holds for four weeks', () => {
  const answered = { ...firstVisit, served: true, answeredOn: now }
  expect(isOfferDue(answered, now + 27 * dayInMs)).toBe(false)
  expect(isOfferDue(answered, now + 29 * dayInMs)).toBe(true)
})
