import { expect, test } from 'vitest'
import { toRoute } from './call.ts'
import { allCalls } from './calls.ts'
import { listProducts } from './catalog.ts'
import { listOrders } from './orders.ts'
import { downloadReceipt } from './receipts.ts'

/** Method, path and status of each call named by the specification of the storefront. */
const specifiedCalls = [
  ['themes', 'GET', '/themeImages', 200],
  ['events', 'GET', '/events', 200],
  ['events', 'GET', '/events/:', 200],
  ['videos', 'GET', '/videos', 200],
  ['photos', 'GET', '/photos', 200],
  ['photos', 'POST', '/photos/:/itsme', 204],
  ['competitors', 'GET', '/competitors', 200],
  ['competitors', 'POST', '/competitors/:/token', 200],
  ['recognition', 'POST', '/selfies', 200],
  ['recognition', 'GET', '/selfies/:', 200],
  ['catalog', 'GET', '/catalog/products', 200],
  ['catalog', 'GET', '/catalog/products/:', 200],
  ['frame', 'GET', '/photos', 200],
  ['cart', 'POST', '/shoppingCarts', 201],
  ['cart', 'GET', '/shoppingCarts/:', 200],
  ['cart', 'POST', '/shoppingCarts/:/items', 204],
  ['cart', 'POST', '/shoppingCarts/:/items/v2', 204],
  ['cart', 'POST', '/shoppingCarts/:/promotionalCodes', 204],
  ['cart', 'DELETE', '/shoppingCarts/:/items/:', 204],
  ['cart', 'DELETE', '/shoppingCarts/:/items', 204],
  ['cart', 'DELETE', '/shoppingCarts/:/promotionalCodes/:', 204],
  ['cart', 'DELETE', '/shoppingCarts/:', 204],
  ['cart', 'PATCH', '/shoppingCarts/:/attributes', 204],
  ['cart', 'PUT', '/shoppingCarts/:/customer', 204],
  ['cart', 'POST', '/shoppingCarts/:', 200],
  ['orders', 'GET', '/orders/:', 200],
  ['orders', 'GET', '/orders/:/items', 200],
  ['orders', 'GET', '/orders', 200],
  ['invoices', 'GET', '/paymentTypes', 200],
  ['invoices', 'POST', '/invoices/:/payments', 201],
  ['invoices', 'GET', '/invoices/:/payments', 200],
  ['preorders', 'GET', '/preorders/:/details', 200],
  ['archives', 'POST', '/archives/', 201],
  ['archives', 'GET', '/archives/:', 200],
  ['receipts', 'GET', '/receipts', 200],
  ['receipts', 'GET', '/receipts/:', 200],
  ['receipts', 'GET', '/receipts/download', 200],
  ['payments', 'GET', '/payments/:', 200],
] as const

test('each call of the specification has its method, path and status', () => {
  const contractRoutes = allCalls.map((call) => {
    const route = toRoute(call).replace(/:\w+/g, ':')
    return `${call.method} ${route} ${call.status}`
  })
  for (const [service, method, path, status] of specifiedCalls)
    expect(contractRoutes).toContain(`${method} /public/${service}/api/v1${path} ${status}`)
})

test('no two calls differ by a parameter name alone', () => {
  const routes = allCalls.map((call) => `${call.method} ${toRoute(call).replace(/:\w+/g, ':')}`)
  expect(routes).toHaveLength(new Set(routes).size)
})

const getFieldNames = (schema: unknown) =>
  Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})

test('every list takes offset and count', () => {
  const listCalls = allCalls.filter(
    ({ answer }) => getFieldNames(answer).includes('total') && getFieldNames(answer).includes('items'),
  )
  expect(listCalls.length).toBeGreaterThan(10)
  for (const { query, name } of listCalls)
    expect(getFieldNames(query), name).toEqual(expect.arrayContaining(['offset', 'count']))
})

test('every POST that creates something takes an Idempotency-Key', () => {
  const creatingCalls = allCalls.filter(({ method, status }) => method === 'POST' && status === 201)
  expect(creatingCalls.filter(({ idempotent }) => !idempotent).map(({ name }) => name)).toEqual([])
})

test('requests the products on sale, a hundred per page, and receipts as HTML', () => {
  expect(listProducts.query.parse({ catalogId: 'c' })).toEqual({
    catalogId: 'c',
    state: 'InCatalog',
    offset: 0,
    count: 100,
  })
  expect(downloadReceipt.query.parse({ invoiceId: 'i' })).toEqual({ invoiceId: 'i', fileType: 'html' })
  expect(listOrders.query.parse({}).sortBy).toBe('createdOn:desc')
})
