// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../lib/api.ts'
import { reportError } from '../platform/errors/index.ts'
import { LanguageProvider, loadCatalogue } from '../platform/language/index.ts'
import { notify, showSnack, withdrawNotice } from '../platform/notices/index.ts'
import { makeWindow } from './in-shell.tsx'
import { Messages } from './Messages.tsx'

beforeEach(async () => {
  makeWindow(1440)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await showMessages()
  vi.useFakeTimers()
})

async function showMessages(): Promise<void> {
  const catalogue = await loadCatalogue('en')
  render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <Messages />
    </LanguageProvider>,
  )
}

afterEach(() => {
  act(() => {
    for (const id of ['a', 'b', 'c']) withdrawNotice(id)
    vi.runAllTimers()
  })
  vi.useRealTimers()
  vi.restoreAllMocks()
  cleanup()
})

/** Advances the fake timers. */
function pass(inMs: number): void {
  act(() => {
    vi.advanceTimersByTime(inMs)
  })
}

const has = (text: string) => screen.queryByText(text) !== null
const expired = 'The promo code has expired.'
const exhausted = 'The promo code has been used up.'

test('errors are shown one at a time, seven seconds each', () => {
  act(() => {
    reportError(new ApiError('PromoExpired', 410))
    reportError(new ApiError('PromoExhausted', 409))
  })
  expect([has(expired), has(exhausted)]).toEqual([true, false])
  pass(7_000)
  expect([has(expired), has(exhausted)]).toEqual([false, true])
  pass(7_000)
  expect([has(expired), has(exhausted)]).toEqual([false, false])
})

test('an error can be closed before its time', () => {
  act(() => reportError('PromoExpired'))
  fireEvent.click(screen.getByText('Close'))
  expect(has(expired)).toBe(false)
})

test('shows no error for an action that the user canceled', () => {
  act(() => reportError(new DOMException('stopped', 'AbortError')))
  expect(screen.queryByText('Close')).toBeNull()
})

test('an unexpected error has a text too', () => {
  act(() => reportError(new TypeError('x is not a function')))
  expect(has('Something went wrong. Try again.')).toBe(true)
})

test('a snack undoes its action on request, and completes it when it disappears', () => {
  const act1 = vi.fn()
  const gone = vi.fn()
  act(() => showSnack({ text: 'Photo removed', action: { label: 'Undo', act: act1 }, onGone: gone }))
  fireEvent.click(screen.getByText('Undo'))
  expect([act1.mock.calls.length, gone.mock.calls.length]).toEqual([1, 0])

  act(() => showSnack({ text: 'Photo removed', action: { label: 'Undo', act: act1 }, onGone: gone }))
  pass(7_000)
  expect([act1.mock.calls.length, gone.mock.calls.length]).toEqual([1, 1])
})

test('a message stays while its button has the focus', () => {
  const gone = vi.fn()
  act(() => showSnack({ text: 'Removed', action: { label: 'Put back', act: () => {} }, onGone: gone }))
  screen.getByText('Put back').focus()
  pass(20_000)
  expect([has('Removed'), gone.mock.calls.length]).toEqual([true, 0])
  screen.getByText('Put back').blur()
  pass(7_000)
  expect([has('Removed'), gone.mock.calls.length]).toEqual([false, 1])
})

test('screen readers read a new message without repeating the earlier ones', () => {
  expect(screen.getByRole('status').getAttribute('aria-atomic')).toBe('false')
})

test('a new snack completes the action of the one before', () => {
  const gone = vi.fn()
  act(() => showSnack({ text: 'One', onGone: gone }))
  act(() => showSnack({ text: 'Two' }))
  expect([has('One'), has('Two'), gone.mock.calls.length]).toEqual([false, true, 1])
})

test('two notifications are shown at once, the third waits for an answer to one', () => {
  const confirmed = vi.fn()
  act(() => {
    notify({ id: 'a', text: 'First', confirm: { label: 'Show', act: confirmed } })
    notify({ id: 'b', text: 'Second' })
    notify({ id: 'c', text: 'Third' })
  })
  expect([has('First'), has('Second'), has('Third')]).toEqual([true, true, false])
  fireEvent.click(screen.getByText('Show'))
  expect([has('First'), has('Second'), has('Third')]).toEqual([false, true, true])
  expect(confirmed).toHaveBeenCalledOnce()
})

test('on a phone one notification is shown at once', async () => {
  cleanup()
  makeWindow(390)
  vi.useRealTimers()
  await showMessages()
  vi.useFakeTimers()
  act(() => {
    notify({ id: 'a', text: 'First' })
    notify({ id: 'b', text: 'Second' })
  })
  expect([has('First'), has('Second')]).toEqual([true, false])
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect([has('First'), has('Second')]).toEqual([false, true])
})

test('a notification is confirmed, declined or dismissed, each with its own effect', () => {
  const heard: string[] = []
  const hear = (word: string) => () => void heard.push(word)
  const ask = (id: string) =>
    act(() =>
      notify({
        id,
        text: 'New photos of you',
        confirm: { label: 'Show', act: hear(`${id} confirmed`) },
        decline: { label: 'Not now', act: hear(`${id} declined`) },
        onDismiss: hear(`${id} dismissed`),
      }),
    )
  ask('a')
  fireEvent.click(screen.getByText('Show'))
  ask('b')
  fireEvent.click(screen.getByText('Not now'))
  ask('c')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(heard).toEqual(['a confirmed', 'b declined', 'c dismissed'])
  expect(has('New photos of you')).toBe(false)
})

test('a page change hides notifications and shows them again after 100 ms', () => {
  act(() => notify({ id: 'a', text: 'First' }))
  const before = screen.getByText('First')
  act(() => history.pushState(null, '', '/contacts'))
  expect(has('First')).toBe(false)
  pass(99)
  expect(has('First')).toBe(false)
  pass(1)
  expect(has('First')).toBe(true)
  expect(screen.getByText('First')).not.toBe(before)
  act(() => history.pushState(null, '', '/'))
  pass(100)
})
