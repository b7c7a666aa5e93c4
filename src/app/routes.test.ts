// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { isPageAddress } from '../../contract/pages.ts'
import { allRoutes, findBackPath, findRoute, navigateOrLoad } from './routes.tsx'

test.each([
  ['/', '/', {}],
  ['/event/e1', '/event/:id', { id: 'e1' }],
  ['/event/e1/', '/event/:id', { id: 'e1' }],
  ['/event/e1/video', '/event/:id/video', { id: 'e1' }],
  ['/event/e1/photos', '/event/:id/photos', { id: 'e1' }],
  ['/search', '/search', {}],
  ['/search/e1/2047', '/search/:id/:number', { id: 'e1', number: '2047' }],
  ['/search/e1/2047/video', '/search/:id/:number/video', { id: 'e1', number: '2047' }],
  ['/cart', '/cart', {}],
  ['/order', '/order', {}],
  ['/order-complete', '/order-complete', {}],
  ['/order-failed', '/order-failed', {}],
  ['/order/o1', '/order/:id', { id: 'o1' }],
  ['/contacts', '/contacts', {}],
  ['/for-photographers', '/for-photographers', {}],
  ['/for-organizers', '/for-organizers', {}],
  ['/for-business', '/for-business', {}],
  ['/preorder/p1', '/preorder/:id', { id: 'p1' }],
  ['/gift', '/gift', {}],
  ['/gift/e1', '/gift/:id', { id: 'e1' }],
  ['/orders', '/orders', {}],
  ['/my-account', '/my-account', {}],
  ['/my-account/orders', '/my-account/orders', {}],
  ['/my-account/order/o1', '/my-account/order/:id', { id: 'o1' }],
  ['/Search/E1/2047', '/search/:id/:number', { id: 'E1', number: '2047' }],
])('%s is a page', (path, route, params) => {
  expect(findRoute(path)).toMatchObject({ route: { path: route }, params })
  expect(isPageAddress(path)).toBe(true)
})

test.each([
  '/nowhere',
  '/event',
  '/event/e1/unknown',
  '/search/e1',
  '/policy.pdf',
  '/media/abc',
  '/public/docs',
])('%s is no page of the app', (path) => {
  expect(findRoute(path)).toBeUndefined()
  expect(isPageAddress(path)).toBe(false)
})

test('the server knows the address of each page', () => {
  const paths = allRoutes.map(({ path }) => path.replaceAll(/:\w+/g, 'x1'))
  expect(paths.filter((path) => !isPageAddress(path))).toEqual([])
})

test('the tabs of an event are one page, and so are an order and a preorder, and both lists of the account', () => {
  const load = (path: string) => findRoute(path)?.route.load
  expect(load('/event/e1/video')).toBe(load('/event/e1'))
  expect(load('/preorder/p1')).toBe(load('/order/o1'))
  expect(load('/my-account')).toBe(load('/my-account/orders'))
})

test('back from a selfie leads to its event', () => {
  const match = findRoute('/event/e1/selfie')
  expect(match && findBackPath(match)).toBe('/event/e1')
})

test('the routes that the specification names have a name, and search, event and payment have none', () => {
  const findRouteName = (path: string) => findRoute(path)?.route.name
  const named = [
    ['/', 'home'],
    ['/cart', 'cart'],
    ['/order/o1', 'order-paid'],
    ['/preorder/p1', 'preorder-paid'],
    ['/contacts', 'contacts'],
    ['/for-organizers', 'organizers'],
    ['/for-photographers', 'photographers'],
    ['/for-business', 'business'],
    ['/my-account', 'my-account'],
    ['/my-account/orders', 'my-orders'],
    ['/my-account/order/o1', 'my-order'],
  ] as const
  for (const [path, name] of named) expect([path, findRouteName(path)]).toEqual([path, name])
  for (const path of ['/event/e1', '/event/e1/video', '/search', '/search/e1/7', '/order', '/order-complete'])
    expect([path, findRouteName(path)]).toEqual([path, undefined])
})

test('pages of the app are navigated to, other addresses of the host are loaded', () => {
  const load = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const navigate = vi.fn<(to: string, options?: { replace?: boolean }) => void>()
  navigateOrLoad(navigate, '/event/e1?photo=p1', { replace: true })
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/event/e1?photo=p1', { replace: true })
  expect(load).not.toHaveBeenCalled()
  navigateOrLoad(navigate, '/policy.pdf')
  expect(load).toHaveBeenCalledExactlyOnceWith('/policy.pdf')
  expect(navigate).toHaveBeenCalledOnce()
  load.mockRestore()
})
