// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { routeLoadingAtom } from '../../platform/navigation/index.ts'
import { type LoadPage, Screen } from './Screen.tsx'

beforeEach(() => {
  // React logs every error that a boundary catches
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function renderScreen(load: LoadPage): Promise<void> {
  const catalogue = await loadCatalogue('en')
  render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <Screen load={load} />
    </LanguageProvider>,
  )
}

const Page = () => <h1>Here it is</h1>

test('shows a page once its code is loaded', async () => {
  await renderScreen(() => Promise.resolve(Page))
  expect(await screen.findByText('Here it is')).toBeTruthy()
})

test('the route is loading until the page is there', async () => {
  const isLoading = () => getDefaultStore().get(routeLoadingAtom)
  let resolvePage: (page: typeof Page) => void = () => {}
  await renderScreen(() => new Promise((resolve) => (resolvePage = resolve)))
  expect(isLoading()).toBe(true)
  resolvePage(Page)
  expect(await screen.findByText('Here it is')).toBeTruthy()
  expect(isLoading()).toBe(false)
})

test('requests code that failed to load offline again on demand', async () => {
  window.dispatchEvent(new Event('offline'))
  let attempts = 0
  await renderScreen(() =>
    ++attempts === 1 ? Promise.reject(new Error('no network')) : Promise.resolve(Page),
  )
  fireEvent.click(await screen.findByText('Try again'))
  expect(await screen.findByText('Here it is')).toBeTruthy()
  expect(attempts).toBe(2)
  window.dispatchEvent(new Event('online'))
})

test('a page that throws shows an error, and the app around it stays', async () => {
  const BrokenPage = () => {
    throw new Error('broken')
  }
  await renderScreen(() => Promise.resolve(BrokenPage))
  expect((await screen.findByRole('alert')).textContent).toContain('The page did not open')
})

test('offers to reload the page when its code fails to load online', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  await renderScreen(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  expect((await screen.findByRole('alert')).textContent).toContain('A new version may be out')
  fireEvent.click(screen.getByText('Update'))
  await vi.waitFor(() => expect(reload).toHaveBeenCalled())
})

test('stops waiting for code after two minutes', async () => {
  vi.useFakeTimers()
  await renderScreen(() => new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(119_000)
  expect(screen.queryByRole('alert')).toBeNull()
  await vi.advanceTimersByTimeAsync(2_000)
  vi.useRealTimers()
  expect(await screen.findByRole('alert')).toBeTruthy()
})
