// @vitest-environment happy-dom
import { createStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { addPendingOrder, device, getEventSearch, removePendingOrder } from './index.ts'
import { onWrite } from './persisted.ts'

const cartId = '0b9c1c6e-7a54-4d0a-9a5e-3f1d2c4b5a69'
const otherCartId = '1f0e2d3c-4b5a-4697-8899-aabbccddeeff'

beforeEach(() => {
  device.cartId.remove()
  localStorage.clear()
})

test('stores the cart in a cookie and in local storage', () => {
  device.cartId.write(cartId)
  expect(document.cookie).toContain(`cartId=${cartId}`)
  expect(localStorage.getItem('cartId')).toBe(cartId)
})

test('the cookie expires after 365 days', () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  vi.useFakeTimers({ now: new Date('2026-01-01T12:00:00Z') })
  device.cartId.write(cartId)
  vi.useRealTimers()
  expect(written).toHaveBeenCalledWith(expect.stringContaining('Expires=Fri, 01 Jan 2027 12:00:00 GMT'))
  vi.restoreAllMocks()
})

test('the cookie takes precedence over local storage, and either alone is enough', () => {
  device.cartId.write(cartId)
  localStorage.setItem('cartId', otherCartId)
  expect(device.cartId.read()).toBe(cartId)
  document.cookie = 'cartId=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT'
  expect(device.cartId.read()).toBe(otherCartId)
  device.cartId.write(cartId)
  localStorage.clear()
  expect(device.cartId.read()).toBe(cartId)
})

test('removing the cart clears both', () => {
  device.cartId.write(cartId)
  device.cartId.remove()
  expect(device.cartId.read()).toBeNull()
  expect(document.cookie).not.toContain('cartId')
  expect(localStorage.getItem('cartId')).toBeNull()
})

test('removing an absent value broadcasts nothing: its second copy may still restore it', () => {
  const written = vi.fn()
  onWrite(written)
  // removes the earlier writes, which the listener has received
  written.mockClear()
  device.cartId.remove()
  device.pendingOrders.write([])
  expect(written).not.toHaveBeenCalled()
  device.cartId.write(cartId)
  device.cartId.remove()
  expect(written.mock.calls).toEqual([
    ['cartId', cartId],
    ['cartId', null],
  ])
})

test('an invalid cart id reads as no cart', () => {
  localStorage.setItem('cartId', '../../admin')
  expect(device.cartId.read()).toBeNull()
})

test('pending orders are unique, and an empty list leaves no entry', () => {
  addPendingOrder('a')
  addPendingOrder('b')
  addPendingOrder('a')
  expect(device.pendingOrders.read()).toEqual(['a', 'b'])
  removePendingOrder('a')
  removePendingOrder('b')
  expect(localStorage.getItem('pendingOrders')).toBeNull()
})

test('a broken or foreign entry reads as the default', () => {
  localStorage.setItem('pendingOrders', '{"not":"a list"}')
  expect(device.pendingOrders.read()).toEqual([])
  localStorage.setItem('pendingOrders', '[broken')
  expect(device.pendingOrders.read()).toEqual([])
})

test('the language is stored as plain text under the name of the specification', () => {
  device.appLanguage.write('es')
  expect(localStorage.getItem('appLanguage')).toBe('es')
})

test('searches of two events are independent', () => {
  getEventSearch('e1').selfieId.write('s1')
  getEventSearch('e2').selfieId.write('s2')
  expect(getEventSearch('e1').selfieId.read()).toBe('s1')
  getEventSearch('e1').selfieId.remove()
  expect(getEventSearch('e2').selfieId.read()).toBe('s2')
})

test('an unchanged value stays the same object, which avoids renders', () => {
  addPendingOrder('a')
  expect(device.pendingOrders.read()).toBe(device.pendingOrders.read())
})

test('components follow writes of other code and other tabs', () => {
  const store = createStore()
  const readOrders = () => store.get(device.pendingOrders.atom)
  const unsubscribe = store.sub(device.pendingOrders.atom, () => {})
  expect(readOrders()).toEqual([])
  addPendingOrder('a')
  expect(readOrders()).toEqual(['a'])
  localStorage.setItem('pendingOrders', '["a","b"]')
  window.dispatchEvent(new StorageEvent('storage', { key: 'pendingOrders' }))
  expect(readOrders()).toEqual(['a', 'b'])
  store.set(device.pendingOrders.atom, (before) => before.slice(1))
  expect(readOrders()).toEqual(['b'])
  unsubscribe()
})

const readLocalTexts = () => Object.values<string>(localStorage).join(' ')

test('a value that the browser has no room for is read as written, and its former value is gone', () => {
  const { last } = getEventSearch('e')
  last.write({ by: 'number', number: '15' })
  const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  last.write({ by: 'number', number: '27' })
  expect(last.read()).toEqual({ by: 'number', number: '27' })
  expect(readLocalTexts()).not.toContain('15')
  set.mockRestore()
  last.write({ by: 'number', number: '31' })
  expect(last.read()).toEqual({ by: 'number', number: '31' })
  expect(readLocalTexts()).toContain('31')
})
