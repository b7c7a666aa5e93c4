// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signedInUser } from '../../platform/identity/index.ts'

const { checkSession } = vi.hoisted(() => ({ checkSession: vi.fn(() => Promise.resolve()) }))
vi.mock('../../platform/identity/index.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  checkSession,
}))
const { syncWithAccount } = await import('./sync-account.ts')

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network'))))
afterEach(() => {
  signedInUser.remove()
  checkSession.mockClear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a guest’s session is checked 10 s after the load, when the page no longer needs the network', () => {
  vi.useFakeTimers()
  syncWithAccount()
  vi.advanceTimersByTime(9_999)
  expect(checkSession).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(checkSession).toHaveBeenCalledOnce()
})

test('the session of a user who is signed in is checked at once', () => {
  signedInUser.write({ subject: 's', email: 'user@mail.example' })
  syncWithAccount()
  expect(checkSession).toHaveBeenCalledOnce()
})
