// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Settings } from '../../../contract/settings.ts'
import { sessionAtom, signedInUser } from '../../platform/identity/index.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { addPendingOrder } from '../../platform/storage/index.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import { Guard } from './Guard.tsx'

const store = getDefaultStore()

beforeEach(() => {
  localStorage.clear()
  // the list of the device requests its orders and gets no answer
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  store.set(settingsAtom, { tenantName: 'Photofinish', currencyId: 643 } as Settings)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function renderGuard(): Promise<void> {
  const catalogue = await loadCatalogue('en')
  render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <Guard>
        <p>The account</p>
      </Guard>
    </LanguageProvider>,
  )
}

const findAccount = () => screen.queryByText('The account')
const getHeadingText = () => screen.queryByRole('heading', { level: 1 })?.textContent

test('a guest waits while the session is checked, and the account opens once signed in', async () => {
  store.set(sessionAtom, 'asking')
  await renderGuard()
  expect(findAccount()).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('The account is opening')
  act(() => signedInUser.write({ subject: 's' }))
  expect(findAccount()).not.toBeNull()
})

test('shows the device’s own orders and a retry while the sign-on server is unreachable', async () => {
  addPendingOrder('o1')
  store.set(sessionAtom, 'away')
  await renderGuard()
  expect(getHeadingText()).toBe('Sign-in cannot be reached')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Orders on this device')
})

test('a user who canceled signing in is not redirected again automatically', async () => {
  store.set(sessionAtom, 'givenUp')
  await renderGuard()
  expect(getHeadingText()).toBe('You are not signed in')
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy()
})

test('signing out in another tab closes the account here', async () => {
  signedInUser.write({ subject: 's' })
  store.set(sessionAtom, 'in')
  await renderGuard()
  expect(findAccount()).not.toBeNull()
  act(() => {
    localStorage.removeItem('signedIn')
    window.dispatchEvent(new StorageEvent('storage', { key: 'signedIn' }))
  })
  expect(findAccount()).toBeNull()
  expect(getHeadingText()).toBe('You are not signed in')
})
