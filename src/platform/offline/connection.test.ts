import { expect, it } from 'vitest'
import { createLinkState, toConnection, updateLinkState } from './connection.ts'

type Event = Parameters<typeof updateLinkState>[1]

const getConnectionAfter = (events: Event[], isUnplugged = false) =>
  toConnection(events.reduce(updateLinkState, createLinkState(isUnplugged)))

it('trusts the browser until a call contradicts it', () => {
  expect(getConnectionAfter([])).toBe('online')
  expect(getConnectionAfter([], true)).toBe('offline')
  expect(getConnectionAfter(['unplugged'])).toBe('offline')
  expect(getConnectionAfter(['unplugged', 'answer'])).toBe('online')
  expect(getConnectionAfter(['answer', 'unplugged', 'plugged'])).toBe('online')
})

it('is offline after consecutive failed calls, not after one', () => {
  expect(getConnectionAfter(['silence'])).toBe('online')
  expect(getConnectionAfter(['silence', 'answer', 'silence'])).toBe('online')
  expect(getConnectionAfter(['silence', 'silence'])).toBe('offline')
  expect(getConnectionAfter(['silence', 'silence', 'answer'])).toBe('online')
})

it('reports a captive portal until a valid answer arrives', () => {
  expect(getConnectionAfter(['stranger'])).toBe('portal')
  expect(getConnectionAfter(['stranger', 'silence', 'silence', 'late'])).toBe('portal')
  expect(getConnectionAfter(['stranger', 'answer'])).toBe('online')
  expect(getConnectionAfter(['stranger', 'unplugged'])).toBe('offline')
})

it('reports a slow link while a read is waiting', () => {
  expect(getConnectionAfter(['late'])).toBe('slow')
  expect(getConnectionAfter(['late', 'answer'])).toBe('online')
  expect(getConnectionAfter(['late', 'silence', 'silence'])).toBe('offline')
})
