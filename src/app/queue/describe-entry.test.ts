import { expect, test } from 'vitest'
import { describeEntry } from './describe-entry.ts'

test('an entry is described by its action, with the values of its body', () => {
  expect(describeEntry({ kind: 'order.letter', body: { orderId: 'o' } })).toEqual({
    textId: 'orders.queued.letter',
  })
  expect(describeEntry({ kind: 'cart.promo', body: { cartId: 'c', code: 'RUN' } })).toEqual({
    textId: 'cart.queued.promo',
    values: { code: 'RUN' },
  })
})

test.each([
  ['an unknown kind', { kind: 'postcard', body: {} }],
  ['a body of another build', { kind: 'request', body: { kind: 'postcard', fields: {} } }],
])('an entry of %s has a name', (_, entry) => {
  expect(describeEntry(entry)).toEqual({ textId: 'queue.unknown' })
})
