// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { PaymentState } from '../../../contract/invoices.ts'
import type { OrderState } from '../../../contract/orders.ts'
import { skipPauses } from '../../../tests/skip-pauses.ts'
import { renderPart } from '../../platform/language/render-part.tsx'
import { announcementsAtom } from '../../platform/notices/index.ts'
import { getOrderCopy } from '../purchases/index.ts'
import { Order } from './Order.tsx'
import { PaymentTypes } from './PaymentTypes.tsx'

const money = { amount: 39_000, currencyId: 643 } as const
const tenantHeaders = { [tenantHeader]: 'photofinish' }
const respondWithJson = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json', ...tenantHeaders } })
const buildRefusal = (code: string, status: number) =>
  new Response(JSON.stringify({ type: 'about:blank', title: code, status, code }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...tenantHeaders },
  })

const buildOrder = (state: OrderState) => ({
  ...{ orderId: 'o1', number: '48213', state, currencyId: 643, invoiceId: 'i1', totalAmount: money },
  ...{ catalogId: 'c', eventId: 'e', albumId: 'a', customer: { email: 'anna@mail.example' } },
  ...{ createdOn: '2026-11-20T10:00:00.000Z', preorder: false },
})
const buildPayment = (state: PaymentState) => ({
  ...{ paymentId: 'p', paymentTypeId: 'card', type: 'Payment', state, amount: money },
  createdOn: '2026-11-20T10:01:00.000Z',
})
const buildEarlierPayment = (state: PaymentState) => ({
  ...buildPayment(state),
  createdOn: '2026-11-20T10:00:30.000Z',
})
const discount = { ...buildPayment('Succeeded'), type: 'Discount', createdOn: '2026-11-20T10:02:00.000Z' }

beforeEach(() => localStorage.clear())
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
})

/** Returns the heading of an order's page for the given answers. All other requests fail with a network error. */
async function renderOrderHeading(
  order: () => Response,
  payments: readonly unknown[] = [],
  items?: readonly unknown[],
  answerOther: (address: string) => Response | Promise<Response> | undefined = () => undefined,
): Promise<string | null> {
  vi.stubGlobal('fetch', async (address: string) => {
    const otherAnswer = answerOther(address)
    if (otherAnswer) return otherAnswer
    const { pathname } = new URL(address, 'http://shop')
    if (pathname.endsWith('/orders/o1')) return order()
    if (pathname.endsWith('/payments'))
      return respondWithJson({ items: payments, count: payments.length, total: payments.length })
    if (items && pathname.endsWith('/items'))
      return respondWithJson({ items, count: items.length, total: items.length })
    throw new TypeError('no network')
  })
  await renderPart(<Order orderId="o1" hasJustReturned={false} />, {
    path: '/order/o1',
    settings: { supportEmail: 'a@b.example' },
  })
  return (await screen.findByRole('heading', { level: 1 })).textContent
}

test.each<[OrderState, PaymentState[], string]>([
  ['AwaitingPayment', [], 'Order awaiting payment'],
  ['AwaitingPayment', ['Pending'], 'Checking your payment'],
  ['AwaitingPayment', ['Declined'], 'Payment declined'],
  ['Completed', ['Succeeded'], 'Finished'],
  ['Canceled', [], 'Order canceled'],
])('the page of an order that is %s with payments %j says “%s”', async (state, payments, heading) => {
  const shownHeading = await renderOrderHeading(
    () => respondWithJson(buildOrder(state)),
    payments.map(buildPayment),
  )
  expect(shownHeading?.startsWith(heading), shownHeading ?? '').toBe(true)
})

test.each<[string, unknown[], string]>([
  [
    'the one in hand after a refusal',
    [buildPayment('Pending'), buildEarlierPayment('Declined')],
    'Checking your payment',
  ],
  [
    'a refusal after one that ended',
    [buildEarlierPayment('Pending'), buildPayment('Declined')],
    'Payment declined',
  ],
  [
    'a refusal before a discount, which is no payment',
    [buildPayment('Declined'), discount],
    'Payment declined',
  ],
])('of several payments the latest by its date is shown: %s', async (_which, payments, heading) => {
  expect(await renderOrderHeading(() => respondWithJson(buildOrder('AwaitingPayment')), payments)).toBe(
    heading,
  )
})

test('announces an outcome that arrives while the page waits, and none that was there at first', async () => {
  const listAnnouncements = () => Object.values(getDefaultStore().get(announcementsAtom))
  // the page polls the order
  skipPauses(1_000)
  let isPaid = false
  const answerOrder = () => respondWithJson(buildOrder(isPaid ? 'Completed' : 'AwaitingPayment'))
  await renderOrderHeading(answerOrder, [buildPayment('Pending')])
  expect(listAnnouncements()).toEqual([])
  isPaid = true
  await screen.findByRole('heading', { level: 1, name: /^Finished/ })
  await vi.waitFor(() => expect(listAnnouncements()).toContain('Finished. All yours'))
})

test('a paid pre-order says that its photos come later, and to which address', async () => {
  const product = { title: 'All photos with me', productType: 'photos_with_me' }
  const items = [{ orderItemId: 'i', totalPrice: money, product, downloads: [] }]
  await renderOrderHeading(
    () => respondWithJson({ ...buildOrder('Completed'), preorder: true }),
    [buildPayment('Succeeded')],
    items,
  )
  expect(await screen.findByRole('heading', { level: 1, name: /^Package\s+ordered$/ })).toBeTruthy()
  expect(
    screen.getByText(/^The photos will be here after the event\. We send the links to a•••@/),
  ).toBeTruthy()
  // the e-mail that was sent does not contain any yet
  expect(await screen.findByText(/^The email about the order went to a•••@/)).toBeTruthy()
})

test('a mixed order lists what was ordered, each line with its state and price', async () => {
  const expiresOn = '2026-11-21T10:00:00.000Z'
  const downloads = [{ fileName: 'A001.jpg', url: '/files/orders/o1/f', bytes: 1, expiresOn }]
  const items = [
    {
      ...{ orderItemId: 'i', totalPrice: money, downloads: [], waitsUntil: '2027-03-03' },
      product: { title: 'All photos with me', productType: 'photos_with_me' },
    },
    {
      ...{ orderItemId: 'j', totalPrice: money, downloads },
      product: { title: 'Photo', productType: 'photo' },
      taken: { point: 'Finish', takenOn: '2026-09-12T15:52:00.000Z', timeZone: 'Europe/Moscow' },
    },
  ]
  await renderOrderHeading(
    () => respondWithJson({ ...buildOrder('Completed'), preorder: true }),
    [buildPayment('Succeeded')],
    items,
  )
  const lines = await within(await screen.findByRole('region', { name: 'What you ordered' })).findAllByRole(
    'listitem',
  )
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^All photos with meWaiting for photos, they come after March 3, 2027390\s₽$/),
    expect.stringMatching(/^Finish, (6:52\sPM|18:52)1 file ready390\s₽$/),
  ])
  expect(screen.getByText(/^The photos will be here after the event\./)).toBeTruthy()
})

test('a paid order names the address of its letter, and the support address if none arrives', async () => {
  const product = { title: 'Photo', productType: 'photo' }
  const expiresOn = '2026-11-21T10:00:00.000Z'
  const downloads = [{ fileName: 'A001.jpg', url: '/files/orders/o1/f', bytes: 1, expiresOn }]
  const items = [{ orderItemId: 'i', totalPrice: money, product, downloads }]
  await renderOrderHeading(() => respondWithJson(buildOrder('Completed')), [buildPayment('Succeeded')], items)
  expect(await screen.findByText(/^The email with the links went to a•••@/)).toBeTruthy()
  const hint = screen.getByText(/Nothing after an hour\?/)
  expect(within(hint).getByRole('link', { name: 'Write to support' }).getAttribute('href')).toMatch(
    /^mailto:/,
  )
})

test('a paid order whose address the mail refused says so, and asks for another', async () => {
  const order = { ...buildOrder('Completed'), customer: { email: 'anna@mail.example', refused: true } }
  await renderOrderHeading(() => respondWithJson(order), [buildPayment('Succeeded')], [])
  const refusalNote = await screen.findByText(/^Mail to a•••@mail\.example was refused/)
  expect(refusalNote.className).toContain('text-danger')
  fireEvent.click(screen.getByRole('button', { name: 'Correct the address' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('the files of a paid order do not move the page: empty prints hold their place, not for a pre-order', async () => {
  const countPrints = () => document.querySelectorAll('.pf-fan > .pf-tile').length
  let answer: (items: Response) => void = () => {}
  const pending = new Promise<Response>((resolve) => (answer = resolve))
  await renderOrderHeading(
    () => respondWithJson(buildOrder('Completed')),
    [buildPayment('Succeeded')],
    undefined,
    (address) => (address.includes('/items?') ? pending : undefined),
  )
  expect(countPrints()).toBe(3)
  answer(respondWithJson({ items: [], count: 0, total: 0 }))
  await vi.waitFor(() => expect(countPrints()).toBe(0))
  cleanup()
  await renderOrderHeading(
    () => respondWithJson({ ...buildOrder('Completed'), preorder: true }),
    [buildPayment('Succeeded')],
  )
  expect(countPrints()).toBe(0)
})

test('payment methods list the accepted cards, and the discount of the fast payment', async () => {
  const types = (['FastPayment', 'BankCard', 'External'] as const).map((kind) => ({
    paymentTypeId: kind,
    kind,
    title: kind,
    amountToPay: kind === 'FastPayment' ? { ...money, amount: 37_050 } : money,
    discountPercent: kind === 'FastPayment' ? 5 : 0,
  }))
  await renderPart(<PaymentTypes types={types} total={money} value="BankCard" onChange={() => {}} />)
  const [fast, card, external] = screen.getAllByRole('radio').map((radio) => radio.textContent)
  expect(fast).toMatch(/bank’s app.*−19\.50\s?₽|bank’s app.*−₽\s?19\.50/)
  expect(card).toContain('MIR, VISA, MasterCard')
  expect(external).toBe('ExternalOpens on a page of its own')
})

test('offers the payment methods of the event’s album for the order’s sum', async () => {
  const requestedUrls: URL[] = []
  const card = { paymentTypeId: 'card', kind: 'BankCard', title: 'Card', discountPercent: 0 }
  await renderOrderHeading(
    () => respondWithJson(buildOrder('AwaitingPayment')),
    [],
    undefined,
    (address) => {
      if (!address.includes('/paymentTypes')) return undefined
      requestedUrls.push(new URL(address, 'http://shop'))
      return respondWithJson({ items: [{ ...card, amountToPay: money }], count: 1, total: 1 })
    },
  )
  expect((await screen.findByRole('radio')).textContent).toContain('Card')
  // as at the checkout: who sells, by which terms
  expect(screen.getByRole('link', { name: 'Terms of sale' }).getAttribute('href')).toBe('/offer.pdf')
  expect(Object.fromEntries(requestedUrls[0]?.searchParams ?? [])).toEqual({
    ...{ amount: '39000', currencyId: '643', albumId: 'a' },
  })
})

test('a paid order shows the sum paid, not the price of another method', async () => {
  const paid = { ...buildOrder('Completed'), amountToPay: { amount: 37_050, currencyId: 643 } }
  await renderOrderHeading(() => respondWithJson(paid), [buildPayment('Succeeded')])
  expect(await screen.findByText(/370\.50/)).toBeTruthy()
})

test.each([
  ['Asia/Vladivostok', 'Nov 21, 06:02 UTC+10', 'Nov 21, 08:30 UTC+10'],
  ['America/New_York', 'Nov 20, 15:02 EST', 'Nov 20, 17:30 EST'],
])('receipts and refunds show the time of the event, %s', async (timeZone, receiptOn, refundedOn) => {
  const refunds = [{ amount: money, state: 'Succeeded', changedOn: '2026-11-20T22:30:00.000Z' }]
  const receipt = { receiptId: 'r', invoiceId: 'i1', state: 'Ready', fileType: 'html' }
  const receipts = [{ ...receipt, createdOn: '2026-11-20T20:02:00.000Z' }]
  await renderOrderHeading(
    () => respondWithJson({ ...buildOrder('Completed'), timeZone, refundedAmount: money, refunds }),
    [buildPayment('Succeeded')],
    [],
    (address) =>
      address.includes('/receipts') ? respondWithJson({ items: receipts, count: 1, total: 1 }) : undefined,
  )
  expect((await screen.findByRole('link', { name: /^Receipt, / })).textContent).toContain(receiptOn)
  expect(screen.getByRole('region', { name: 'Refund' }).textContent).toContain(refundedOn)
})

test('an order in dollars shows its sums in dollars', async () => {
  const dollars = { amount: 2_499, currencyId: 840 }
  const order = { ...buildOrder('Completed'), currencyId: 840, totalAmount: dollars }
  await renderOrderHeading(() => respondWithJson(order), [buildPayment('Succeeded')])
  expect(await screen.findByText(/24\.99/)).toBeTruthy()
  expect(document.body.textContent).toContain('$')
  expect(document.body.textContent).not.toContain('₽')
})

test('an archive is packed until it is published, and is then downloaded from its address', async () => {
  const clickSpy = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const expiresOn = '2026-11-21T10:00:00.000Z'
  const downloads = [{ fileName: 'A001.jpg', url: '/files/orders/o1/f', bytes: 1, expiresOn }]
  const product = { title: 'Photo', productType: 'photo' }
  const items = [{ orderItemId: 'i', totalPrice: money, product, downloads }]
  const archives = [
    { archiveId: 'z1', state: 'Preparing', progress: 0.5 },
    { archiveId: 'z1', state: 'Published', progress: 1, url: '/files/archives/z1.zip' },
  ]
  await renderOrderHeading(
    () => respondWithJson(buildOrder('Completed')),
    [buildPayment('Succeeded')],
    items,
    (address) => {
      if (address.endsWith('/archives/'))
        return new Response(null, { status: 201, headers: { ...tenantHeaders, 'x-archive-id': 'z1' } })
      return address.endsWith('/archives/z1') ? respondWithJson(archives.shift()) : undefined
    },
  )
  const [button] = await screen.findAllByRole('button', { name: /^Download archive/ })
  // the page polls the state of the archive
  skipPauses(1_000)
  fireEvent.click(button as HTMLElement)
  expect((await screen.findAllByText('Packing the archive'))[0]).toBeTruthy()
  expect(clickSpy).not.toHaveBeenCalled()
  expect((await screen.findAllByText(/^The archive is downloading/))[0]).toBeTruthy()
  const [link] = clickSpy.mock.contexts as HTMLAnchorElement[]
  expect(link?.getAttribute('href')).toBe('/files/archives/z1.zip')
  clickSpy.mockRestore()
})

test('a declined payment can be retried, and support contacted', async () => {
  await renderOrderHeading(() => respondWithJson(buildOrder('AwaitingPayment')), [buildPayment('Declined')])
  expect(screen.getAllByRole('button', { name: /^Pay/ }).length).toBeGreaterThan(0)
  expect(screen.getByRole('link', { name: 'Write to support' }).getAttribute('href')).toMatch(
    /^mailto:a@b\.example/,
  )
})

test('a failed request for an order can be retried', async () => {
  expect(await renderOrderHeading(() => buildRefusal('Forbidden', 403))).toBe('The order did not open')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

const noAccessHeading = { level: 1, name: 'The order is not open here' } as const

test('a stored copy is not shown when the service refuses the order', async () => {
  getOrderCopy('o1').write({ order: buildOrder('Completed') as never, payments: [], toldOn: 0 })
  await renderOrderHeading(() => buildRefusal('OrderNotFound', 404))
  expect(await screen.findByRole('heading', noAccessHeading)).toBeTruthy()
  await vi.waitFor(() => expect(document.title).toMatch(/^The order is not open here — /))
})

test('a brand with accounts offers guests to sign in where an order has no access', async () => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async () => buildRefusal('OrderNotFound', 404))
  await renderPart(<Order orderId="o1" hasJustReturned={false} />, {
    path: '/order/o1',
    settings: {
      supportEmail: 'a@b.example',
      openId: { realm: 'races', clientId: 'storefront', flow: 'standard' },
    },
  })
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy()
})

describe('the link of a letter', () => {
  const pathWithKey = '/order/o1#key=a-key'
  const renderOrder = (path: string) =>
    renderPart(<Order orderId="o1" hasJustReturned={false} />, {
      path,
      settings: { supportEmail: 'a@b.example' },
    })
  const acceptKey = () => new Response(null, { status: 204, headers: tenantHeaders })

  /** Answers like the service: the order opens once its key was exchanged. Returns the bodies of the exchanges. */
  function answerLikeService(exchange: () => Response) {
    const keys: unknown[] = []
    let isOpen = false
    vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
      if (address.endsWith('/orders/o1/devices')) {
        keys.push(JSON.parse(body as string))
        const response = exchange()
        isOpen ||= response.ok
        return response
      }
      if (address.endsWith('/orders/o1'))
        return isOpen ? respondWithJson(buildOrder('Canceled')) : buildRefusal('OrderNotFound', 404)
      if (address.includes('/payments?')) return respondWithJson({ items: [], count: 0, total: 0 })
      throw new TypeError('no network')
    })
    return keys
  }
  const canceledHeading = { level: 1, name: 'Order canceled' } as const

  test('opens the order, and its key is removed from the address and exchanged once', async () => {
    const keys = answerLikeService(acceptKey)
    await renderOrder(pathWithKey)
    expect(await screen.findByRole('heading', canceledHeading)).toBeTruthy()
    expect(location.href).toMatch(/\/order\/o1$/)
    expect(keys).toEqual([{ key: 'a-key' }])
    expect(localStorage.getItem('order.o1.key')).toBeNull()
    cleanup()
    await renderOrder('/order/o1')
    await screen.findByRole('heading', canceledHeading)
    expect(keys).toHaveLength(1)
  })

  test('stores its key on the device while the service does not answer', async () => {
    answerLikeService(() => {
      throw new TypeError('no network')
    })
    await renderOrder(pathWithKey)
    await screen.findByRole('heading', { level: 1, name: 'The order did not open' })
    expect(location.hash).toBe('')
    cleanup()
    const keys = answerLikeService(acceptKey)
    await renderOrder('/order/o1')
    expect(await screen.findByRole('heading', canceledHeading)).toBeTruthy()
    expect(keys).toEqual([{ key: 'a-key' }])
    expect(localStorage.getItem('order.o1.key')).toBeNull()
  })

  test('with an invalid key requests the order anyway, and the key is removed', async () => {
    answerLikeService(() => buildRefusal('OrderNotFound', 404))
    await renderOrder(pathWithKey)
    expect(await screen.findByRole('heading', noAccessHeading)).toBeTruthy()
    expect(localStorage.getItem('order.o1.key')).toBeNull()
  })

  test('works in a tab that shows the order already', async () => {
    answerLikeService(acceptKey)
    await renderOrder('/order/o1')
    await screen.findByRole('heading', noAccessHeading)
    history.replaceState(null, '', pathWithKey)
    window.dispatchEvent(new Event('hashchange'))
    expect(await screen.findByRole('heading', canceledHeading)).toBeTruthy()
  })
})

test('an order without access explains where it opens, and sends its letter again', async () => {
  let isSent = false
  const heading = await renderOrderHeading(
    () => buildRefusal('OrderNotFound', 404),
    [],
    undefined,
    (address) => {
      if (!address.endsWith('/orders/o1/letter')) return undefined
      isSent = true
      return new Response(null, { status: 204, headers: tenantHeaders })
    },
  )
  expect(heading).toBe('The order is not open here')
  expect(screen.getByText(/on the device that paid for it, and by the link in the email/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Send the email again' }))
  expect(await screen.findByText(/^The email went to the address of the order/)).toBeTruthy()
  expect(isSent).toBe(true)
  expect(screen.queryByRole('button', { name: 'Send the email again' })).toBeNull()
})
