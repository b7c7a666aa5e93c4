// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signedIn } from '../../platform/identity/index.ts'
import { useForm } from './use-form.ts'

beforeEach(() => {
  localStorage.clear()
  signedIn.remove()
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const user = { subject: 's', email: 'user@mail.example' }

test('the e-mail of whoever signs in a moment later is looked for once more, a second after', () => {
  const { result } = renderHook(useForm)
  expect(result.current.email.value).toBe('')
  signedIn.write(user)
  act(() => void vi.advanceTimersByTime(999))
  expect(result.current.email.value).toBe('')
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current.email.value).toBe('user@mail.example')
})

test('what the buyer has typed meanwhile stays', () => {
  const { result } = renderHook(useForm)
  act(() => result.current.email.onChange('typed@mail.example'))
  signedIn.write(user)
  act(() => void vi.advanceTimersByTime(1_000))
  expect(result.current.email.value).toBe('typed@mail.example')
})
