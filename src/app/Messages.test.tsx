// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setWindowWidth } from '../../tests/support/browser/render-in-shell.tsx'
import { ApiError } from '../lib/api.ts'
import { reportError } from '../platform/errors/index.ts'
import { LanguageProvider, loadCatalogue } from '../platform/language/index.ts'
import { notify, showSnack, withdrawNotice } from '../platform/notices/index.ts'
import { Messages } from './Messages.tsx'

beforeEach(async () => {
  setWindowWidth(1440)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await renderMessages()
  vi.useFakeTimers()
})

async function renderMessages(): Promise<void> {
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
function advanceTimers(durationInMs: number): void {
  act(() => {
    vi.advanceTimersByTime(durationInMs)
  })
}

const isShown = (text: string) => screen.queryByText(text) !== null
const expiredText = 'The promo code has expired.'
const exhaustedText = 'The promo code has been used up.'

test('errors are shown one at a time, seven seconds each', () => {
  act(() => {
    reportError(new ApiError('PromoExpired', 410))
    reportError(new ApiError('PromoExhausted', 409))
  })
  expect([isShown(expiredText), isShown(exhaustedText)]).toEqual([true, false])
  advanceTimers(7_000)
  expect([isShown(expiredText), isShown(exhaustedText)]).toEqual([false, true])
  advanceTimers(7_000)
  expect([isShown(expiredText), isShown(exhaustedText)]).toEqual([false, false])
})

test('an error can be closed before its time', () => {
  act(() => reportError('PromoExpired'))
  fireEvent.click(screen.getByText('Close'))
  expect(isShown(expiredText)).toBe(false)
})

test('shows no error for an action that the user canceled', () => {
  act(() => reportError(new DOMException('stopped', 'AbortError')))
  expect(screen.queryByText('Close')).toBeNull()
})

test('an unexpected error has a text too', () => {
  act(() => reportError(new TypeError('x is not a function')))
  expect(isShown('Something went wrong. Try again.')).toBe(true)
})

test('a snack undoes its action on request, and completes it when it disappears', () => {
  const undo = vi.fn()
  const onDismiss = vi.fn()
  act(() => showSnack({ text: 'Photo removed', action: { label: 'Undo', act: undo }, onDismiss: onDismiss }))
  fireEvent.click(screen.getByText('Undo'))
  expect([undo.mock.calls.length, onDismiss.mock.calls.length]).toEqual([1, 0])

  act(() => showSnack({ text: 'Photo removed', action: { label: 'Undo', act: undo }, onDismiss: onDismiss }))
  advanceTimers(7_000)
  expect([undo.mock.calls.length, onDismiss.mock.calls.length]).toEqual([1, 1])
})

test('a message stays while its button has the focus', () => {
  const onDismiss = vi.fn()
  act(() =>
    showSnack({ text: 'Removed', action: { label: 'Put back', act: () => {} }, onDismiss: onDismiss }),
  )
  screen.getByText('Put back').focus()
  advanceTimers(20_000)
  expect([isShown('Removed'), onDismiss.mock.calls.length]).toEqual([true, 0])
  screen.getByText('Put back').blur()
  advanceTimers(7_000)
  expect([isShown('Removed'), onDismiss.mock.calls.length]).toEqual([false, 1])
})

test('screen readers read a new message without repeating the earlier ones', () => {
  expect(screen.getByRole('status').getAttribute('aria-atomic')).toBe('false')
})

test('a new snack completes the action of the one before', () => {
  const onDismiss = vi.fn()
  act(() => showSnack({ text: 'One', onDismiss: onDismiss }))
  act(() => showSnack({ text: 'Two' }))
  expect([isShown('One'), isShown('Two'), onDismiss.mock.calls.length]).toEqual([false, true, 1])
})

test('two notifications are shown at once, the third waits for an answer to one', () => {
  const onConfirm = vi.fn()
  act(() => {
    notify({ id: 'a', text: 'First', confirm: { label: 'Show', act: onConfirm } })
    notify({ id: 'b', text: 'Second' })
    notify({ id: 'c', text: 'Third' })
  })
  expect([isShown('First'), isShown('Second'), isShown('Third')]).toEqual([true, true, false])
  fireEvent.click(screen.getByText('Show'))
  expect([isShown('First'), isShown('Second'), isShown('Third')]).toEqual([false, true, true])
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('on a phone one notification is shown at once', async () => {
  cleanup()
  setWindowWidth(390)
  vi.useRealTimers()
  await renderMessages()
  vi.useFakeTimers()
  act(() => {
    notify({ id: 'a', text: 'First' })
    notify({ id: 'b', text: 'Second' })
  })
  expect([isShown('First'), isShown('Second')]).toEqual([true, false])
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect([isShown('First'), isShown('Second')]).toEqual([false, true])
})

test('a notification is confirmed, declined or dismissed, each with its own effect', () => {
  const calls: string[] = []
  const recordCall = (word: string) => () => void calls.push(word)
  const notifyWithActions = (id: string) =>
    act(() =>
      notify({
        id,
        text: 'New photos of you',
        confirm: { label: 'Show', act: recordCall(`${id} confirmed`) },
        decline: { label: 'Not now', act: recordCall(`${id} declined`) },
        onDismiss: recordCall(`${id} dismissed`),
      }),
    )
  notifyWithActions('a')
  fireEvent.click(screen.getByText('Show'))
  notifyWithActions('b')
  fireEvent.click(screen.getByText('Not now'))
  notifyWithActions('c')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(calls).toEqual(['a confirmed', 'b declined', 'c dismissed'])
  expect(isShown('New photos of you')).toBe(false)
})

test('a page change hides notifications and shows them again after 100 ms', () => {
  act(() => notify({ id: 'a', text: 'First' }))
  const previousElement = screen.getByText('First')
  act(() => history.pushState(null, '', '/contacts'))
  expect(isShown('First')).toBe(false)
  advanceTimers(99)
  expect(isShown('First')).toBe(false)
  advanceTimers(1)
  expect(isShown('First')).toBe(true)
  expect(screen.getByText('First')).not.toBe(previousElement)
  act(() => history.pushState(null, '', '/'))
  advanceTimers(100)
})
