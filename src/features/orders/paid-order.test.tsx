// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { skipPauses } from '../../../tests/skip-pauses.ts'
import {
  buildOrder,
  buildPayment,
  money,
  renderOrderHeading,
  respondWithJson,
  tenantHeaders,
} from '../../../tests/support/browser/render-order.tsx'
import { renderPart } from '../../../tests/support/browser/render-part.tsx'
import { Order } from './Order.tsx'

beforeEach(() => localStorage.clear())
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
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

test('the canonical address of a pre-order keeps the photo that its address opens', async () => {
  const expiresOn = '2026-11-21T10:00:00.000Z'
  const download = { fileName: 'A001.jpg', url: '/files/orders/o1/f', bytes: 1, expiresOn, photoId: 'p1' }
  const product = { title: 'All photos with me', productType: 'photos_with_me' }
  const items = [{ orderItemId: 'i', totalPrice: money, product, downloads: [download] }]
  const buildPreorder = () => respondWithJson({ ...buildOrder('Completed'), preorder: true })
  await renderOrderHeading(buildPreorder, [buildPayment('Succeeded')], items)
  cleanup()
  await renderPart(<Order orderId="o1" hasJustReturned={false} />, { path: '/order/o1?photo=p1' })
  expect(await screen.findByRole('dialog', { name: 'Your photos', hidden: true })).toBeTruthy()
  expect(location.pathname + location.search).toBe('/preorder/o1?photo=p1')
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

test('an order of gifts says who has the photos, and lists no files', async () => {
  const product = { title: 'Photo', productType: 'photo' }
  const items = [{ orderItemId: 'i', totalPrice: money, product, gift: true, downloads: [] }]
  await renderOrderHeading(() => respondWithJson(buildOrder('Completed')), [buildPayment('Succeeded')], items)
  expect(await screen.findByRole('heading', { level: 1, name: /^Your gift\s+is delivered$/ })).toBeTruthy()
  expect(screen.getByText(/^The runner who shared the link has the photos/)).toBeTruthy()
  expect(screen.queryByRole('region', { name: /file/ })).toBeNull()
})

test('an order that was received as a gift shows its files, and no letter without an address', async () => {
  const product = { title: 'Photo', productType: 'photo' }
  const expiresOn = '2026-11-21T10:00:00.000Z'
  const downloads = [{ fileName: 'A001.jpg', url: '/files/orders/o1/f', bytes: 1, expiresOn }]
  const free = { ...money, amount: 0 }
  const items = [{ orderItemId: 'i', totalPrice: free, product, downloads }]
  const order = {
    ...buildOrder('Completed'),
    totalAmount: free,
    gift: true,
    customer: { email: '' },
    giftMessage: 'Proud of you. Mum',
  }
  await renderOrderHeading(() => respondWithJson(order), [], items)
  expect(
    await screen.findByRole('heading', { level: 1, name: /^A gift\.\s+The photos are yours$/ }),
  ).toBeTruthy()
  expect(await screen.findByRole('region', { name: /1 file/ })).toBeTruthy()
  expect(screen.getByText('Message with the gift').parentElement?.textContent).toContain('Proud of you. Mum')
  expect(screen.queryByText(/The email/)).toBeNull()
})
