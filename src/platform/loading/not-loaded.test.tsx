// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { LanguageProvider, loadCatalogue } from '../language/index.ts'
import { NotLoaded, PartNotLoaded } from './index.ts'

afterEach(cleanup)

async function renderAlert(children: ReactNode) {
  const start = { language: 'en', catalogue: await loadCatalogue('en') } as const
  render(
    <LanguageProvider start={start} languages={['en']}>
      {children}
    </LanguageProvider>,
  )
  return screen.findByRole('alert')
}

const overloaded = new ApiError('Overloaded', 503)

test.each([
  ['a page', NotLoaded],
  ['a part of a page', PartNotLoaded],
])('%s that did not load says why and tries again', async (_what, ErrorView) => {
  const retry = vi.fn<() => void>()
  const alert = await renderAlert(<ErrorView error={overloaded} onRetry={retry} />)
  expect(alert.textContent).toContain('There are very many requests right now.')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledTimes(1)
})

test('where another try would end the same, a page offers only other ways', async () => {
  await renderAlert(
    <NotLoaded error={new ApiError('ShareNotFound', 404)} title="Gone" actions={<a href="/search">Search</a>}>
      <p>Or by number</p>
    </NotLoaded>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Gone')
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: 'Search' })).toBeTruthy()
  expect(screen.getByText('Or by number')).toBeTruthy()
})
