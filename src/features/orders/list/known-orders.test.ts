// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import type { Order } from '../../../../contract/orders.ts'
import { addPendingOrder } from '../../../platform/storage/index.ts'
import { storeOrderCopy } from '../../purchases/index.ts'
import { listKnownOrders } from './known-orders.ts'

const buildOrder = (orderId: string, day: string): Order => ({
  orderId,
  number: '1',
  state: 'Completed',
  currencyId: 643,
  invoiceId: 'i',
  totalAmount: { amount: 100, currencyId: 643 },
  catalogId: 'c',
  eventId: 'e',
  albumId: 'a',
  customer: { email: 'a@b.example' },
  createdOn: `2026-11-${day}T10:00:00.000Z`,
  preorder: false,
})

beforeEach(() => localStorage.clear())

it('lists orders opened or pending on this device, each once, newest first', () => {
  expect(listKnownOrders()).toEqual([])
  storeOrderCopy(buildOrder('old', '01'), [])
  storeOrderCopy(buildOrder('new', '20'), [])
  addPendingOrder('new')
  addPendingOrder('just-placed')
  expect(listKnownOrders()).toEqual(['just-placed', 'new', 'old'])
})
