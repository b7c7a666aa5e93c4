// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import { encodePart } from '../../../contract/uri.ts'
import { renderPart } from '../../../tests/support/browser/render-part.tsx'
import { ResultsPage } from './ResultsPage.tsx'

afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test.each(['100%', '%E0%A4', 'Ко\ud83cвалёв', '🏃', '12/1'])(
  'an address with the word %j opens the page of results',
  async (searchText) => {
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const page = <Route path="/search/:id/:number" component={ResultsPage} />
    const { container } = await renderPart(page, { path: `/search/e/${encodePart(searchText)}` })
    expect(container.querySelector('.wrap')).not.toBeNull()
  },
)
