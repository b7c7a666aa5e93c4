// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { PaymentState } from '../../../contract/invoices.ts'
import type { OrderState } from '../../../contract/orders.ts'
import { skipPauses } from '../../../tests/skip-pauses.ts'
import { showPart } from '../../platform/language/show-part.tsx'
import { announcementsAtom } from '../../platform/notices/index.ts'
import { lastCopy } from '../purchases/index.ts'
import { Order } from './Order.tsx'
import { PaymentTypes } from './PaymentTypes.tsx'

const money = { amount: 39_000, currencyId: 643 } as const
const ours = { [tenantHeader]: 'photofinish' }
const json = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json', ...ours } })
const refusal = (code: string, status: number) =>
  new Response(JSON.stringify({ type: 'about:blank', title: code, status, code }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...ours },
  })

const anOrder = (state: OrderState) => ({
  ...{ orderId: 'o1', number: '48213', state, currencyId: 643, invoiceId: 'i1', totalAmount: money },
  ...{ catalogId: 'c', eventId: 'e', albumId: 'a', customer: { email: 'anna@mail.example' } },
  ...{ createdOn: '2026-11-20T10:00:00.000Z', preorder: false },
})
const payment = (state: PaymentState) => ({
  ...{ paymentId: 'p', paymentTypeId: 'card', type: 'Payment', state, amount: money },
  createdOn: '2026-11-20T10:01:00.000Z',
})
const earlier = (state: PaymentState) => ({ ...payment(state), createdOn: '2026-11-20T10:00:30.000Z' })
const discount = { ...payment('Succeeded'), type: 'Discount', createdOn: '2026-11-20T10:02:00.000Z' }

beforeEach(() => localStorage.clear())
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
})

/** Returns the heading of an order's page for the given answers. All other requests fail with a network error. */
async function headingWith(
  order: () => Response,
  payments: readonly unknown[] = [],
  items?: readonly unknown[],
  others: (address: string) => Response | Promise<Response> | undefined = () => undefined,
): Promise<string | null> {
  vi.stubGlobal('fetch', async (address: string) => {
    const other = others(address)
    if (other) return other
    const { pathname } = new URL(address, 'http://shop')
    if (pathname.endsWith('/orders/o1')) return order()
    if (pathname.endsWith('/payments'))
      return json({ items: payments, count: payments.length, total: payments.length })
    if (items && pathname.endsWith('/items')) return json({ items, count: items.length, total: items.length })
    throw new TypeError('no network')
  })
  await showPart(<Order orderId="o1" returned={false} />, {
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
  const shown = await headingWith(() => json(anOrder(state)), payments.map(payment))
  expect(shown?.startsWith(heading), shown ?? '').toBe(true)
})

test.each<[string, unknown[], string]>([
  ['the one in hand after a refusal', [payment('Pending'), earlier('Declined')], 'Checking your payment'],
  ['a refusal after one that ended', [earlier('Pending'), payment('Declined')], 'Payment declined'],
  ['a refusal before a discount, which is no payment', [payment('Declined'), discount], 'Payment declined'],
])('of several payments the latest by its date is shown: %s', async (_which, payments, heading) => {
  expect(await headingWith(() => json(anOrder('AwaitingPayment')), payments)).toBe(heading)
})

test('announces an outcome that arrives while the page waits, and none that was there at first', async () => {
  const said = () => Object.values(getDefaultStore().get(announcementsAtom))
  // the page polls the order
  skipPauses(1_000)
  let isPaid = false
  const answers = () => json(anOrder(isPaid ? 'Completed' : 'AwaitingPayment'))
  await headingWith(answers, [payment('Pending')])
  expect(said()).toEqual([])
  isPaid = true
  await screen.findByRole('heading', { level: 1, name: /^Finished/ })
  await vi.waitFor(() => expect(said()).toContain('Finished. All yours'))
})

test('a paid pre-order says that its photos come later, and to which address', async () => {
  const product = { title: 'All photos with me', productType: 'photos_with_me' }
  const items = [{ orderItemId: 'i', totalPrice: money, product, downloads: [] }]
  await headingWith(() => json({ ...anOrder('Completed'), preorder: true }), [payment('Succeeded')], items)
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
  await headingWith(() => json({ ...anOrder('Completed'), preorder: true }), [payment('Succeeded')], items)
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
  await headingWith(() => json(anOrder('Completed')), [payment('Succeeded')], items)
  expect(await screen.findByText(/^The email with the links went to a•••@/)).toBeTruthy()
  const hint = screen.getByText(/Nothing after an hour\?/)
  expect(within(hint).getByRole('link', { name: 'Write to support' }).getAttribute('href')).toMatch(
    /^mailto:/,
  )
})

test('a paid order whose address the mail refused says so, and asks for another', async () => {
  const order = { ...anOrder('Completed'), customer: { email: 'anna@mail.example', refused: true } }
  await headingWith(() => json(order), [payment('Succeeded')], [])
  const words = await screen.findByText(/^Mail to a•••@mail\.example was refused/)
  expect(words.className).toContain('text-danger')
  fireEvent.click(screen.getByRole('button', { name: 'Correct the address' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('the files of a paid order do not move the page: empty prints hold their place, not for a pre-order', async () => {
  const prints = () => document.querySelectorAll('.pf-fan > .pf-tile').length
  let answer: (items: Response) => void = () => {}
  const pending = new Promise<Response>((resolve) => (answer = resolve))
  await headingWith(
    () => json(anOrder('Completed')),
    [payment('Succeeded')],
    undefined,
    (address) => (address.includes('/items?') ? pending : undefined),
  )
  expect(prints()).toBe(3)
  answer(json({ items: [], count: 0, total: 0 }))
  await vi.waitFor(() => expect(prints()).toBe(0))
  cleanup()
  await headingWith(() => json({ ...anOrder('Completed'), preorder: true }), [payment('Succeeded')])
  expect(prints()).toBe(0)
})

test('payment methods list the accepted cards, and the discount of the fast payment', async () => {
  const types = (['FastPayment', 'BankCard', 'External'] as const).map((kind) => ({
    paymentTypeId: kind,
    kind,
    title: kind,
    amountToPay: kind === 'FastPayment' ? { ...money, amount: 37_050 } : money,
    discountPercent: kind === 'FastPayment' ? 5 : 0,
  }))
  await showPart(<PaymentTypes types={types} total={money} value="BankCard" onChange={() => {}} />)
  const [fast, card, external] = screen.getAllByRole('radio').map((radio) => radio.textContent)
  expect(fast).toMatch(/bank’s app.*−19\.50\s?₽|bank’s app.*−₽\s?19\.50/)
  expect(card).toContain('MIR, VISA, MasterCard')
  expect(external).toBe('ExternalOpens on a page of its own')
})

test('offers the payment methods of the event’s album for the order’s sum', async () => {
  const asked: URL[] = []
  const card = { paymentTypeId: 'card', kind: 'BankCard', title: 'Card', discountPercent: 0 }
  await headingWith(
    () => json(anOrder('AwaitingPayment')),
    [],
    undefined,
    (address) => {
      if (!address.includes('/paymentTypes')) return undefined
      asked.push(new URL(address, 'http://shop'))
      return json({ items: [{ ...card, amountToPay: money }], count: 1, total: 1 })
    },
  )
  expect((await screen.findByRole('radio')).textContent).toContain('Card')
  // as at the checkout: who sells, by which terms
  expect(screen.getByRole('link', { name: 'Terms of sale' }).getAttribute('href')).toBe('/offer.pdf')
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    ...{ amount: '39000', currencyId: '643', albumId: 'a' },
  })
})

test('a paid order shows the sum paid, not the price of another method', async () => {
  const paid = { ...anOrder('Completed'), amountToPay: { amount: 37_050, currencyId: 643 } }
  await headingWith(() => json(paid), [payment('Succeeded')])
  expect(await screen.findByText(/370\.50/)).toBeTruthy()
})

test.each([
  ['Asia/Vladivostok', 'Nov 21, 06:02 UTC+10', 'Nov 21, 08:30 UTC+10'],
  ['America/New_York', 'Nov 20, 15:02 EST', 'Nov 20, 17:30 EST'],
])('receipts and refunds show the time of the event, %s', async (timeZone, receiptOn, refundedOn) => {
  const refunds = [{ amount: money, state: 'Succeeded', changedOn: '2026-11-20T22:30:00.000Z' }]
  const receipt = { receiptId: 'r', invoiceId: 'i1', state: 'Ready', fileType: 'html' }
  const receipts = [{ ...receipt, createdOn: '2026-11-20T20:02:00.000Z' }]
  await headingWith(
    () => json({ ...anOrder('Completed'), timeZone, refundedAmount: money, refunds }),
    [payment('Succeeded')],
    [],
    (address) => (address.includes('/receipts') ? json({ items: receipts, count: 1, total: 1 }) : undefined),
  )
  expect((await screen.findByRole('link', { name: /^Receipt, / })).textContent).toContain(receiptOn)
  expect(screen.getByRole('region', { name: 'Refund' }).textContent).toContain(refundedOn)
})

test('an order in dollars shows its sums in dollars', async () => {
  const dollars = { amount: 2_499, currencyId: 840 }
  const order = { ...anOrder('Completed'), currencyId: 840, totalAmount: dollars }
  await headingWith(() => json(order), [payment('Succeeded')])
  expect(await screen.findByText(/24\.99/)).toBeTruthy()
  expect(document.body.textContent).toContain('$')
  expect(document.body.textContent).not.toContain('₽')
})

test('an archive is packed until it is published, and is then downloaded from its address', async () => {
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const expiresOn = '2026-11-21T10:00:00.000Z'
  const downloads = [{ fileName: 'A001.jpg', url: '/files/orders/o1/f', bytes: 1, expiresOn }]
  const product = { title: 'Photo', productType: 'photo' }
  const items = [{ orderItemId: 'i', totalPrice: money, product, downloads }]
  const archives = [
    { archiveId: 'z1', state: 'Preparing', progress: 0.5 },
    { archiveId: 'z1', state: 'Published', progress: 1, url: '/files/archives/z1.zip' },
  ]
  await headingWith(
    () => json(anOrder('Completed')),
    [payment('Succeeded')],
    items,
    (address) => {
      if (address.endsWith('/archives/'))
        return new Response(null, { status: 201, headers: { ...ours, 'x-archive-id': 'z1' } })
      return address.endsWith('/archives/z1') ? json(archives.shift()) : undefined
    },
  )
  const [button] = await screen.findAllByRole('button', { name: /^Download archive/ })
  // the page polls the state of the archive
  skipPauses(1_000)
  fireEvent.click(button as HTMLElement)
  expect((await screen.findAllByText('Packing the archive'))[0]).toBeTruthy()
  expect(clicked).not.toHaveBeenCalled()
  expect((await screen.findAllByText(/^The archive is downloading/))[0]).toBeTruthy()
  const [link] = clicked.mock.contexts as HTMLAnchorElement[]
  expect(link?.getAttribute('href')).toBe('/files/archives/z1.zip')
  clicked.mockRestore()
})

test('a declined payment can be retried, and support contacted', async () => {
  await headingWith(() => json(anOrder('AwaitingPayment')), [payment('Declined')])
  expect(screen.getAllByRole('button', { name: /^Pay/ }).length).toBeGreaterThan(0)
  expect(screen.getByRole('link', { name: 'Write to support' }).getAttribute('href')).toMatch(
    /^mailto:a@b\.example/,
  )
})

test('a failed request for an order can be retried', async () => {
  expect(await headingWith(() => refusal('Forbidden', 403))).toBe('The order did not open')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

const noAccess = { level: 1, name: 'The order is not open here' } as const

test('a stored copy is not shown when the service refuses the order', async () => {
  lastCopy('o1').write({ order: anOrder('Completed') as never, payments: [], toldOn: 0 })
  await headingWith(() => refusal('OrderNotFound', 404))
  expect(await screen.findByRole('heading', noAccess)).toBeTruthy()
  await vi.waitFor(() => expect(document.title).toMatch(/^The order is not open here — /))
})

test('a brand with accounts offers guests to sign in where an order has no access', async () => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async () => refusal('OrderNotFound', 404))
  await showPart(<Order orderId="o1" returned={false} />, {
    path: '/order/o1',
    settings: {
      supportEmail: 'a@b.example',
      openId: { realm: 'races', clientId: 'storefront', flow: 'standard' },
    },
  })
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy()
})

describe('the link of a letter', () => {
  const withKey = '/order/o1#key=a-key'
  const show = (path: string) =>
    showPart(<Order orderId="o1" returned={false} />, { path, settings: { supportEmail: 'a@b.example' } })
  const accepted = () => new Response(null, { status: 204, headers: ours })

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
        return isOpen ? json(anOrder('Canceled')) : refusal('OrderNotFound', 404)
      if (address.includes('/payments?')) return json({ items: [], count: 0, total: 0 })
      throw new TypeError('no network')
    })
    return keys
  }
  const canceled = { level: 1, name: 'Order canceled' } as const

  test('opens the order, and its key is removed from the address and exchanged once', async () => {
    const keys = answerLikeService(accepted)
    await show(withKey)
    expect(await screen.findByRole('heading', canceled)).toBeTruthy()
    expect(location.href).toMatch(/\/order\/o1$/)
    expect(keys).toEqual([{ key: 'a-key' }])
    expect(localStorage.getItem('order.o1.key')).toBeNull()
    cleanup()
    await show('/order/o1')
    await screen.findByRole('heading', canceled)
    expect(keys).toHaveLength(1)
  })

  test('stores its key on the device while the service does not answer', async () => {
    answerLikeService(() => {
      throw new TypeError('no network')
    })
    await show(withKey)
    await screen.findByRole('heading', { level: 1, name: 'The order did not open' })
    expect(location.hash).toBe('')
    cleanup()
    const keys = answerLikeService(accepted)
    await show('/order/o1')
    expect(await screen.findByRole('heading', canceled)).toBeTruthy()
    expect(keys).toEqual([{ key: 'a-key' }])
    expect(localStorage.getItem('order.o1.key')).toBeNull()
  })

  test('with an invalid key requests the order anyway, and the key is removed', async () => {
    answerLikeService(() => refusal('OrderNotFound', 404))
    await show(withKey)
    expect(await screen.findByRole('heading', noAccess)).toBeTruthy()
    expect(localStorage.getItem('order.o1.key')).toBeNull()
  })

  test('works in a tab that shows the order already', async () => {
    answerLikeService(accepted)
    await show('/order/o1')
    await screen.findByRole('heading', noAccess)
    history.replaceState(null, '', withKey)
    window.dispatchEvent(new Event('hashchange'))
    expect(await screen.findByRole('heading', canceled)).toBeTruthy()
  })
})

test('an order without access explains where it opens, and sends its letter again', async () => {
  let isSent = false
  const heading = await headingWith(
    () => refusal('OrderNotFound', 404),
    [],
    undefined,
    (address) => {
      if (!address.endsWith('/orders/o1/letter')) return undefined
      isSent = true
      return new Response(null, { status: 204, headers: ours })
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
