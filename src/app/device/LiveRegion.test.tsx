// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { routeTitleAtom } from '../../platform/navigation/index.ts'
import { useAnnounce } from '../../platform/notices/index.ts'
import { LiveRegion } from './LiveRegion.tsx'

let announced: string[] = []

beforeEach(async () => {
  const catalogue = await loadCatalogue('en')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  buildPage = (texts) => (
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <main>
        <h1 tabIndex={-1}>Cart</h1>
      </main>
      <Announcer text={texts[0]} />
      <Announcer text={texts[1]} />
      <LiveRegion />
    </LanguageProvider>
  )
  getDefaultStore().set(routeTitleAtom, 'Home')
})

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

let buildPage: (texts: readonly (string | undefined)[]) => ReactNode

function Announcer({ text }: { text: string | undefined }) {
  useAnnounce(text)
  return null
}

/** Records the text of the live region after the debounce. */
function recordAnnouncement(): void {
  act(() => void vi.advanceTimersByTime(1_000))
  act(() => void vi.advanceTimersByTime(1_000))
  announced.push(screen.getByRole('status').textContent)
}
const setRouteTitle = (title: string) => act(() => getDefaultStore().set(routeTitleAtom, title))

test('only what is new is read, and of words that others follow at once the last ones', () => {
  announced = []
  const { rerender } = render(buildPage(['3 items', undefined]))
  const region = screen.getByRole('status')
  // the region is mounted before its texts
  expect([region.getAttribute('aria-atomic'), region.textContent]).toEqual(['false', ''])
  recordAnnouncement()
  rerender(buildPage(['about 900', undefined]))
  act(() => void vi.advanceTimersByTime(100))
  expect(region.textContent).toBe('3 items')
  rerender(buildPage(['2 items', 'sent']))
  recordAnnouncement()
  expect(announced).toEqual(['3 items', '2 itemssent'])
})

test('a page is named once: by the browser at first, by its heading when that takes the focus, else here', () => {
  announced = []
  render(buildPage([]))
  recordAnnouncement()
  screen.getByRole('heading').focus()
  setRouteTitle('Cart')
  recordAnnouncement()
  screen.getByRole('heading').blur()
  setRouteTitle('Your photos')
  recordAnnouncement()
  setRouteTitle('Home')
  recordAnnouncement()
  expect(announced).toEqual(['', '', 'Your photos', 'Home'])
})
