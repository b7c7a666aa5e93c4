// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { Order } from '../../../contract/orders.ts'
import { listOtherOrders } from './account-orders.ts'

const order = (orderId: string, email: string) => ({ orderId, customer: { email } }) as Order
const kept = (orderId: string, email?: string) => ({
  orderId,
  order: email ? order(orderId, email) : undefined,
})

const anna = { email: 'Anna@mail.example', emailVerified: true }

test('orders of the account’s own address are left to its list, on any page of it', () => {
  const known = [
    kept('o1', 'anna@mail.example'),
    kept('o2', 'friend@mail.example'),
    kept('o3', 'ANNA@mail.example'),
  ]
  expect(listOtherOrders(known, [order('o1', 'anna@mail.example')], anna)).toEqual(['o2'])
})

test('an order placed while signed in is listed under any address', () => {
  expect(
    listOtherOrders([kept('o1', 'friend@mail.example')], [order('o1', 'friend@mail.example')], anna),
  ).toEqual([])
})

test('an unverified address assigns no orders to the account', () => {
  const known = [kept('o1', 'anna@mail.example'), kept('o2')]
  expect(listOtherOrders(known, [], { ...anna, emailVerified: false })).toEqual(['o1', 'o2'])
  expect(listOtherOrders(known, [], {})).toEqual(['o1', 'o2'])
})
