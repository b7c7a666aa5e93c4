import { expect, test } from 'vitest'
import { isCounted } from './private-pages.ts'

test.each(['/order', '/order/o1', '/Order/o1', '/PREORDER/p1', '/my-account/orders', '/My-Order'])(
  '%s is not counted',
  (path) => expect(isCounted(path)).toBe(false),
)

test.each(['/', '/orders', '/event/order', '/cart'])('%s is counted', (path) =>
  expect(isCounted(path)).toBe(true),
)
