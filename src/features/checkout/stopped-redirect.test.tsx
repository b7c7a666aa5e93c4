// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import { renderPart } from '../../../tests/support/browser/render-part.tsx'
import { buildCartItem, createMoney, stubCartService } from '../../../tests/support/data/cart-service.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { announcementsAtom } from '../../platform/notices/index.ts'
import { device } from '../../platform/storage/index.ts'
import { forgetCart, refreshCart } from '../cart/index.ts'
import { CheckoutPage } from './CheckoutPage.tsx'
import { draft } from './draft.ts'

const cartId = '5d0c4f0e-61a5-4f0b-8f43-2f6f0c7b9d10'

const respond =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', [tenantHeader]: 'photofinish' },
    })

const common = { discountPercent: 0, amountToPay: createMoney(39_000) }
const types = [
  { paymentTypeId: 'card', kind: 'BankCard', title: 'Card', ...common },
  { paymentTypeId: 'fast', kind: 'FastPayment', title: 'Fast', ...common },
]
const findPayButton = () => screen.getAllByRole('button', { name: /Pay|payment/ })[0] as HTMLElement
const listLinks = () => screen.queryAllByRole('link', { name: 'Open the bank’s page' })
/** Stops the loading of a page; the test environment has no such function. */
const stop = vi.fn()
const pass = (inMs: number) => act(async () => void (await vi.advanceTimersByTimeAsync(inMs)))

afterEach(async () => {
  vi.useRealTimers()
  for (const { id } of await outbox.entries()) await outbox.drop(id)
  cleanup()
  forgetCart(cartId)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Renders the checkout, and pays by card. The browser stops loading the bank's page, so that the checkout stays. */
async function payWithoutRedirect(): Promise<ReturnType<typeof stubCartService>> {
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/order')
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  vi.stubGlobal('stop', stop)
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  device.cartId.write(cartId)
  draft.write({ email: 'anna@mail.example', isAgreed: true, paymentTypeId: 'card' })
  const service = stubCartService()
  service.cartItems = [buildCartItem('p1')]
  for (let time = 0; time < 5; time++)
    service.queuedResponses.push({
      pattern: /paymentTypes/,
      respond: respond({ items: types, count: 2, total: 2 }),
    })
  service.queuedResponses.push(
    {
      pattern: /^POST \/shoppingCarts\/[^/]+$/,
      respond: respond({ orderId: 'o1', invoiceId: 'i1', preorder: false }),
    },
    {
      pattern: /^POST .*\/payments$/,
      respond: respond({ paymentId: 'p', payUrl: 'https://bank.example/pay/1', state: 'Created' }, 201),
    },
  )
  await act(() => refreshCart())
  await renderPart(<CheckoutPage />, { settings: { refundDays: 14 } })
  await vi.waitFor(() => expect(findPayButton().getAttribute('aria-disabled')).toBeNull())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(findPayButton())
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('https://bank.example/pay/1'))
  return service
}

test('a buyer who stops the loading of the bank’s page gets a link to the same payment', async () => {
  const service = await payWithoutRedirect()
  expect(listLinks()).toEqual([])
  await pass(15_000)
  // one in the plate of wide screens, one in the dock
  expect(listLinks().map((link) => link.getAttribute('href'))).toEqual([
    'https://bank.example/pay/1',
    'https://bank.example/pay/1',
  ])
  expect(Object.values(getDefaultStore().get(announcementsAtom))).toEqual([
    expect.stringContaining('Do not pay twice.'),
  ])
  fireEvent.click(findPayButton())
  await pass(1_000)
  expect(service.findPosts('/payments')).toHaveLength(1)
  expect(service.findPosts(cartId)).toHaveLength(1)
})

test('another payment type then leads to the order with that type, whose sum may be another', async () => {
  await payWithoutRedirect()
  await pass(15_000)
  const { pathname } = location
  stop.mockClear()
  fireEvent.click(screen.getByRole('radio', { name: /Fast/ }))
  expect(stop).toHaveBeenCalledOnce()
  expect([pathname, location.pathname + location.search]).toEqual([
    '/order/o1',
    '/order/o1?pay=other&paymentTypeId=fast',
  ])
})
