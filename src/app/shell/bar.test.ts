import { expect, test } from 'vitest'
import { findExitLink, isBarShown, isFooterShown } from './bar.ts'

const themedSettings = {
  photofinishUSA: false,
  useAppBarDefault: false,
  backURL: 'https://race.example/',
  backFromHome: true,
}
const defaultLabel = 'Back to the site'

test.each([
  ['a themed bar on home', themedSettings, '/', { href: themedSettings.backURL }],
  [
    'a themed bar with words',
    { ...themedSettings, backLabel: 'К забегу' },
    '/',
    { href: themedSettings.backURL, label: 'К забегу' },
  ],
  ['a themed bar elsewhere', themedSettings, '/cart', undefined],
  ['a themed bar that does not want it', { ...themedSettings, backFromHome: false }, '/', undefined],
  ['a themed bar without an address', { ...themedSettings, backURL: undefined }, '/', undefined],
  ['the default bar', { ...themedSettings, useAppBarDefault: true }, '/', undefined],
  [
    'the US variant on home',
    { ...themedSettings, photofinishUSA: true, backFromHome: false },
    '/',
    { href: themedSettings.backURL, label: defaultLabel },
  ],
  [
    'the US variant with its own label',
    { ...themedSettings, photofinishUSA: true, backLabel: 'Back to Race Weekend' },
    '/',
    { href: themedSettings.backURL, label: 'Back to Race Weekend' },
  ],
  ['the US variant elsewhere', { ...themedSettings, photofinishUSA: true }, '/contacts', undefined],
  [
    'the US variant without an address',
    { ...themedSettings, photofinishUSA: true, backURL: undefined },
    '/',
    undefined,
  ],
])('the way out of %s', (_which, settings, path, expected) => {
  expect(findExitLink(settings, path, defaultLabel)).toEqual(expected)
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
])('at %s, flagged hidden: %s, small: %s, the bar is shown: %s', (route, isHiddenByPage, small, expected) => {
  expect(isBarShown({ route, isHiddenByPage: isHiddenByPage, small })).toBe(expected)
})

const footerState = {
  routeName: 'home',
  routeLoading: false,
  isHiddenByPage: false,
  settings: { photofinishUSA: false },
}

test('shows the footer after loading, on pages with a name, outside the US', () => {
  expect(isFooterShown(footerState)).toBe(true)
  expect(isFooterShown({ ...footerState, routeName: undefined })).toBe(false)
  expect(isFooterShown({ ...footerState, routeLoading: true })).toBe(false)
  expect(isFooterShown({ ...footerState, isHiddenByPage: true })).toBe(false)
  expect(isFooterShown({ ...footerState, settings: { photofinishUSA: true } })).toBe(false)
})
