// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { Order } from '../../../contract/orders.ts'
import { listOtherOrders } from './account-orders.ts'

const buildOrder = (orderId: string, email: string) => ({ orderId, customer: { email } }) as Order
const buildDeviceOrder = (orderId: string, email?: string) => ({
  orderId,
  order: email ? buildOrder(orderId, email) : undefined,
})

const anna = { email: 'Anna@mail.example', emailVerified: true }

test('orders of the account’s own address are left to its list, on any page of it', () => {
  const ordersOnDevice = [
    buildDeviceOrder('o1', 'anna@mail.example'),
    buildDeviceOrder('o2', 'friend@mail.example'),
    buildDeviceOrder('o3', 'ANNA@mail.example'),
  ]
  expect(listOtherOrders(ordersOnDevice, [buildOrder('o1', 'anna@mail.example')], anna)).toEqual(['o2'])
})

test('an order placed while signed in is listed under any address', () => {
  expect(
    listOtherOrders(
      [buildDeviceOrder('o1', 'friend@mail.example')],
      [buildOrder('o1', 'friend@mail.example')],
      anna,
    ),
  ).toEqual([])
})

test('an unverified address assigns no orders to the account', () => {
  const ordersOnDevice = [buildDeviceOrder('o1', 'anna@mail.example'), buildDeviceOrder('o2')]
  expect(listOtherOrders(ordersOnDevice, [], { ...anna, emailVerified: false })).toEqual(['o1', 'o2'])
  expect(listOtherOrders(ordersOnDevice, [], {})).toEqual(['o1', 'o2'])
})
