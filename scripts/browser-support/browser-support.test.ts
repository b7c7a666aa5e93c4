import { expect, test } from 'vitest'
import { findOldestBrowsers, findUnsupportedFeatures } from './bcd.ts'
import { findInText } from './find.ts'

test('the oldest supported browsers are those of package.json', () => {
  expect(Object.fromEntries(findOldestBrowsers())).toEqual({
    safari: '16.4',
    safari_ios: '16.4',
    firefox: '128',
    chrome: '111',
    edge: '111',
    samsunginternet_android: '22',
  })
})

const unsupportedScripts = [
  ['lookbehind', 'x.replace(/(?<=a)b/, "")'],
  ['lookbehind that denies', 'x.replace(/(?<!a)b/, "")'],
  ['lookbehind in a string', 'new RegExp("(?<=a)b")'],
  ['set notation of regular expressions', 'x.match(/[a-z--b]/v)'],
  ['a group name used twice', 'x.match(/(?<a>b)|(?<a>c)/)'],
  ['flags inside a regular expression', 'x.match(/(?i:a)b/)'],
  ['import attributes', 'import a from "./a.json" with { type: "json" }; export { a }'],
  ['using', '{ using a = b() }'],
  ['Promise.withResolvers', 'Promise.withResolvers()'],
  ['Promise.try', 'Promise.try(f)'],
  ['URL.canParse', 'URL.canParse(x)'],
  ['AbortSignal.any', 'AbortSignal.any([])'],
  ['Object.groupBy', 'Object.groupBy(x, f)'],
  ['Array.fromAsync', 'Array.fromAsync(x)'],
  ['checkVisibility', 'x.checkVisibility()'],
  ['methods of sets', 'x.isSubsetOf(y)'],
  ['iterator helpers', 'new Set().values().map(f)'],
  ['a class of the browser', 'new URLPattern(x)'],
] as const

test.each(unsupportedScripts)('finds %s', async (_, script) => {
  expect(await findInText(script)).not.toEqual([])
})

// supported by Safari 16.4 and Chrome 111: static blocks since 16.4 and 94, toSorted since 16.0 and 110
const supportedScripts = [
  ['a static block', 'class A { static { A.a = 1 } static #b = 1; c = A.#b }'],
  ['toSorted, at and findLast', 'x.toSorted().at(-1); x.findLast(f)'],
  ['structuredClone and AbortSignal.timeout', 'structuredClone(x); AbortSignal.timeout(1)'],
  ['a method that is checked first', 'x.checkVisibility?.()'],
] as const

test.each(supportedScripts)('accepts %s', async (_, script) => {
  expect(await findInText(script)).toEqual([])
})

test('lists methods that an oldest browser lacks by name', () => {
  const { byName, paths } = findUnsupportedFeatures()
  expect(byName.get('canParse')).toEqual(['URL.canParse'])
  expect(byName.get('checkVisibility')).toEqual(['Element.checkVisibility'])
  // promises have had an `any` for longer
  expect([byName.has('any'), paths.has('AbortSignal.any')]).toEqual([false, true])
  expect(byName.has('toSorted')).toBe(false)
})
