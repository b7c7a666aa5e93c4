import { expect, it } from 'vitest'
import { isOfCancelledRequest } from './console-errors.ts'

const late = 'http://localhost:8080/assets/late-1.js'
const other = 'http://localhost:8080/assets/cart-1.js'
const failedImport = (url: string) =>
  `Starting the late parts failed TypeError: Failed to fetch dynamically imported module: ${url}\n    at start (index.js:1:2)`

it.each([
  ['a request that the page has cancelled', 'Failed to load resource: net::ERR_ABORTED', true],
  ['the import of a module whose request it has cancelled', failedImport(late), true],
  ['the import of another module', failedImport(other), false],
  ['a refused connection', 'Failed to load resource: net::ERR_CONNECTION_REFUSED', false],
  [
    'an answer of the service',
    'Failed to load resource: the server responded with a status of 500 ()',
    false,
  ],
  ['an uncaught error', 'TypeError: Failed to fetch', false],
])('%s', (_, line, isForgiven) => {
  expect(isOfCancelledRequest(line, new Set([late]))).toBe(isForgiven)
})
