import { expect, test } from 'vitest'
import { detectInstallMethod } from './install-method.ts'

const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const iPad =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'
const messenger =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 350.0'
const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0'
const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

const noTraits = { isStandalone: false, hasPrompt: false }

test.each([
  ['an iPhone gets instructions', { userAgent: safari, touchPoints: 5, ...noTraits }, 'ios'],
  ['so is an iPad, which calls itself a Mac', { userAgent: iPad, touchPoints: 5, ...noTraits }, 'ios'],
  ['a Mac is not', { userAgent: iPad, touchPoints: 0, ...noTraits }, undefined],
  [
    'the browser inside a messenger has no home screen',
    { userAgent: messenger, touchPoints: 5, ...noTraits },
    undefined,
  ],
  ['Firefox on Android has its own text', { userAgent: firefox, touchPoints: 5, ...noTraits }, 'firefox'],
  ['Chrome waits for its prompt', { userAgent: chrome, touchPoints: 5, ...noTraits }, undefined],
  ['and uses it', { userAgent: chrome, touchPoints: 5, ...noTraits, hasPrompt: true }, 'prompt'],
  [
    'on the home screen there is nothing left to do',
    { userAgent: safari, touchPoints: 5, hasPrompt: true, isStandalone: true },
    undefined,
  ],
] as const)('%s', (_, traits, expected) => {
  expect(detectInstallMethod(traits)).toBe(expected)
})
