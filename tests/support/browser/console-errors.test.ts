import { expect, it } from 'vitest'
import { isCancelledRequestError } from './console-errors.ts'

const lateModuleUrl = 'http://localhost:8080/assets/late-1.js'
const otherModuleUrl = 'http://localhost:8080/assets/cart-1.js'
const buildImportError = (url: string) =>
  `Starting the deferred parts failed TypeError: Failed to fetch dynamically imported module: ${url}\n    at start (index.js:1:2)`

it.each([
  ['a request that the page has cancelled', 'Failed to load resource: net::ERR_ABORTED', true],
  ['the import of a module whose request it has cancelled', buildImportError(lateModuleUrl), true],
  ['the import of another module', buildImportError(otherModuleUrl), false],
  ['a refused connection', 'Failed to load resource: net::ERR_CONNECTION_REFUSED', false],
  [
    'an answer of the service',
    'Failed to load resource: the server responded with a status of 500 ()',
    false,
  ],
  ['an uncaught error', 'TypeError: Failed to fetch', false],
])('%s', (_, line, isExpected) => {
  expect(isCancelledRequestError(line, new Set([lateModuleUrl]))).toBe(isExpected)
})
