import { expect, it } from 'vitest'
import { createLinkState, toConnection, updateLinkState } from './connection.ts'

type Event = Parameters<typeof updateLinkState>[1]

const getConnectionAfter = (events: Event[], isUnplugged = false) =>
  toConnection(events.reduce(updateLinkState, createLinkState(isUnplugged)))

it('believes the browser until a call says otherwise', () => {
  expect(getConnectionAfter([])).toBe('online')
  expect(getConnectionAfter([], true)).toBe('offline')
  expect(getConnectionAfter(['unplugged'])).toBe('offline')
  expect(getConnectionAfter(['unplugged', 'answer'])).toBe('online')
  expect(getConnectionAfter(['answer', 'unplugged', 'plugged'])).toBe('online')
})

it('takes calls that fail in a row for no network, a single one not', () => {
  expect(getConnectionAfter(['silence'])).toBe('online')
  expect(getConnectionAfter(['silence', 'answer', 'silence'])).toBe('online')
  expect(getConnectionAfter(['silence', 'silence'])).toBe('offline')
  expect(getConnectionAfter(['silence', 'silence', 'answer'])).toBe('online')
})

it('sees a captive portal until a proper answer comes', () => {
  expect(getConnectionAfter(['stranger'])).toBe('portal')
  expect(getConnectionAfter(['stranger', 'silence', 'silence', 'late'])).toBe('portal')
  expect(getConnectionAfter(['stranger', 'answer'])).toBe('online')
  expect(getConnectionAfter(['stranger', 'unplugged'])).toBe('offline')
})

it('calls a link slow while a read keeps it waiting', () => {
  expect(getConnectionAfter(['late'])).toBe('slow')
  expect(getConnectionAfter(['late', 'answer'])).toBe('online')
  expect(getConnectionAfter(['late', 'silence', 'silence'])).toBe('offline')
})
