// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { routeTitleAtom } from '../../platform/navigation/index.ts'
import { useAnnounce } from '../../platform/notices/index.ts'
import { LiveRegion } from './LiveRegion.tsx'

let heard: string[] = []

beforeEach(async () => {
  const catalogue = await loadCatalogue('en')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  show = (sayings) => (
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <main>
        <h1 tabIndex={-1}>Cart</h1>
      </main>
      <Sayer words={sayings[0]} />
      <Sayer words={sayings[1]} />
      <LiveRegion />
    </LanguageProvider>
  )
  getDefaultStore().set(routeTitleAtom, 'Home')
})

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

let show: (sayings: readonly (string | undefined)[]) => ReactNode

function Sayer({ words }: { words: string | undefined }) {
  useAnnounce(words)
  return null
}

/** Records the text of the live region after the debounce. */
function listen(): void {
  act(() => void vi.advanceTimersByTime(1_000))
  act(() => void vi.advanceTimersByTime(1_000))
  heard.push(screen.getByRole('status').textContent)
}
const goTo = (title: string) => act(() => getDefaultStore().set(routeTitleAtom, title))

test('only what is new is read, and of words that others follow at once the last ones', () => {
  heard = []
  const { rerender } = render(show(['3 items', undefined]))
  const region = screen.getByRole('status')
  // the region is mounted before its texts
  expect([region.getAttribute('aria-atomic'), region.textContent]).toEqual(['false', ''])
  listen()
  rerender(show(['about 900', undefined]))
  act(() => void vi.advanceTimersByTime(100))
  expect(region.textContent).toBe('3 items')
  rerender(show(['2 items', 'sent']))
  listen()
  expect(heard).toEqual(['3 items', '2 itemssent'])
})

test('a page is named once: by the browser at first, by its heading when that takes the focus, else here', () => {
  heard = []
  render(show([]))
  listen()
  screen.getByRole('heading').focus()
  goTo('Cart')
  listen()
  screen.getByRole('heading').blur()
  goTo('Your photos')
  listen()
  goTo('Home')
  listen()
  expect(heard).toEqual(['', '', 'Your photos', 'Home'])
})
