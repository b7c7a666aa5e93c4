import { expect, it } from 'vitest'
import { linkAfter, newLink, toConnection } from './connection.ts'

type Event = Parameters<typeof linkAfter>[1]

const after = (events: Event[], unplugged = false) =>
  toConnection(events.reduce(linkAfter, newLink(unplugged)))

it('believes the browser until a call says otherwise', () => {
  expect(after([])).toBe('online')
  expect(after([], true)).toBe('offline')
  expect(after(['unplugged'])).toBe('offline')
  expect(after(['unplugged', 'answer'])).toBe('online')
  expect(after(['answer', 'unplugged', 'plugged'])).toBe('online')
})

it('takes calls that fail in a row for no network, a single one not', () => {
  expect(after(['silence'])).toBe('online')
  expect(after(['silence', 'answer', 'silence'])).toBe('online')
  expect(after(['silence', 'silence'])).toBe('offline')
  expect(after(['silence', 'silence', 'answer'])).toBe('online')
})

it('sees a captive portal until a proper answer comes', () => {
  expect(after(['stranger'])).toBe('portal')
  expect(after(['stranger', 'silence', 'silence', 'late'])).toBe('portal')
  expect(after(['stranger', 'answer'])).toBe('online')
  expect(after(['stranger', 'unplugged'])).toBe('offline')
})

it('calls a link slow while a read keeps it waiting', () => {
  expect(after(['late'])).toBe('slow')
  expect(after(['late', 'answer'])).toBe('online')
  expect(after(['late', 'silence', 'silence'])).toBe('offline')
})
