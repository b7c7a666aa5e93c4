import { expect, test } from 'vitest'
import { isBarShown, isFootShown, wayOut } from './bar.ts'

const themed = {
  photofinishUSA: false,
  useAppBarDefault: false,
  backURL: 'https://race.example/',
  backFromHome: true,
}
const english = 'Back to the site'

test.each([
  ['a themed bar on home', themed, '/', { href: themed.backURL }],
  [
    'a themed bar with words',
    { ...themed, backLabel: 'К забегу' },
    '/',
    { href: themed.backURL, label: 'К забегу' },
  ],
  ['a themed bar elsewhere', themed, '/cart', undefined],
  ['a themed bar that does not want it', { ...themed, backFromHome: false }, '/', undefined],
  ['a themed bar without an address', { ...themed, backURL: undefined }, '/', undefined],
  ['the default bar', { ...themed, useAppBarDefault: true }, '/', undefined],
  [
    'the US variant on home',
    { ...themed, photofinishUSA: true, backFromHome: false },
    '/',
    { href: themed.backURL, label: english },
  ],
  [
    'the US variant with its own label',
    { ...themed, photofinishUSA: true, backLabel: 'Back to Race Weekend' },
    '/',
    { href: themed.backURL, label: 'Back to Race Weekend' },
  ],
  ['the US variant elsewhere', { ...themed, photofinishUSA: true }, '/contacts', undefined],
  [
    'the US variant without an address',
    { ...themed, photofinishUSA: true, backURL: undefined },
    '/',
    undefined,
  ],
])('the way out of %s', (_which, settings, path, out) => {
  expect(wayOut(settings, path, english)).toEqual(out)
})

test.each([
  ['/event/:id', false, false, true],
  ['/event/:id/selfie', true, false, false],
  ['/event/:id/selfie', true, true, false],
  ['/search/:id/:number', true, true, true],
  ['/search/:id/:number/video', true, true, true],
  ['/search/:id/:number', true, false, false],
  ['/search', true, true, false],
  [undefined, false, true, true],
])('at %s, flagged hidden: %s, small: %s, the bar is shown: %s', (route, flaggedHidden, small, shown) => {
  expect(isBarShown({ route, flaggedHidden, small })).toBe(shown)
})

const foot = {
  routeName: 'home',
  routeLoading: false,
  flaggedHidden: false,
  settings: { photofinishUSA: false },
}

test('shows the footer after loading, on pages with a name, outside the US', () => {
  expect(isFootShown(foot)).toBe(true)
  expect(isFootShown({ ...foot, routeName: undefined })).toBe(false)
  expect(isFootShown({ ...foot, routeLoading: true })).toBe(false)
  expect(isFootShown({ ...foot, flaggedHidden: true })).toBe(false)
  expect(isFootShown({ ...foot, settings: { photofinishUSA: true } })).toBe(false)
})
