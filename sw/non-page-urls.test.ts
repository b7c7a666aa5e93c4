import { expect, it } from 'vitest'
import { nonPagePatterns } from './non-page-urls.ts'

const isPage = (url: string) => !nonPagePatterns.some((pattern) => pattern.test(url))

it.each([
  '/',
  '/event/e1',
  '/search/e1/128',
  '/search/e1/15.1',
  '/search/e1/St.John',
  '/search/e1/15.1/video',
  '/search?q=a.b',
  '/event/e1/video?number=15.1',
])('%s is a page', (url) => {
  expect(isPage(url)).toBe(true)
})

it.each(['/policy.pdf', '/offer.pdf?v=2', '/assets/a.js', '/docs/', '/media/x', '/sw.js', '/files/a/15.1'])(
  '%s is none',
  (url) => {
    expect(isPage(url)).toBe(false)
  },
)
