// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import { tenantHeader } from '../../../../contract/call.ts'
import type { Event } from '../../../../contract/events.ts'
import { installFakeDatabase } from '../../../../tests/fake-database.ts'
import { renderPart } from '../../../../tests/support/browser/render-part.tsx'
import { sampleEvent } from '../../../../tests/support/data/album.ts'
import { createMoney } from '../../../../tests/support/data/cart-service.ts'
import { buildProduct } from '../../../../tests/support/data/catalog.ts'
import { deleteAllStoredData, waitingSelfies } from '../../../lib/memory/index.ts'
import { outbox } from '../../../lib/outbox/index.ts'
import { noticesAtom } from '../../../platform/notices/index.ts'
import { start } from '../../../platform/outbox/start.ts'
import { device, getEventSearch } from '../../../platform/storage/index.ts'
import { getPersistedAlert, saveDraft, WaitingSelfieOffer } from '../../call-me/index.ts'
import { saveEvent } from '../../events/saved-events.ts'
import { getPersistedOrders } from '../../purchases/paid-orders.ts'
import { storeWaitingSelfie } from '../../selfie/upload/waiting-selfie.ts'
import { EventPage } from '../EventPage.tsx'

installFakeDatabase()

const dayInMs = 24 * 60 * 60_000

/** Recorded requests about alerts. */
let sentRequests: { method: string; path: string; body: unknown }[]
let isOffline: boolean

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', [tenantHeader]: 'photofinish' },
  })

const preorder = buildProduct('photos_with_me', 149_250, { originalPrice: createMoney(199_000) })

const preorderOf10Km = buildProduct('photos_with_me', 111_750, { productId: 'all-10', distance: '10 km' })
let products = [preorder]

async function answerRequest(url: string, init: { method?: string; body?: string }): Promise<Response> {
  if (isOffline) throw new TypeError('no network')
  const { pathname } = new URL(url, 'http://one.test')
  if (pathname.includes('/alerts/')) {
    const body = init.body === undefined ? undefined : JSON.parse(init.body)
    sentRequests.push({ method: init.method ?? 'GET', path: pathname, body })
    return new Response(null, { status: 204, headers: { [tenantHeader]: 'photofinish' } })
  }
  if (pathname.endsWith('/push/api/v1/key')) return json({ publicKey: 'BAAA' })
  if (pathname.includes('/products'))
    return json({ items: products, count: products.length, total: products.length })
  if (pathname.endsWith('/token')) {
    const subject = { kind: 'number', label: '17', distance: '10 km' }
    return json({ token: 't', expiresOn: '2036-01-01T00:00:00.000Z', subject, total: 0 })
  }
  throw new TypeError(`nothing at ${pathname}`)
}

const formatDay = (at: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: sampleEvent.timeZone }).format(at)

function buildUpcomingEvent(): Event {
  const startsOn = new Date(Date.now() + 100 * dayInMs)
  return {
    ...sampleEvent,
    eventId: 'e1',
    ...{ startsOn: startsOn.toISOString(), endsOn: startsOn.toISOString(), localDay: formatDay(startsOn) },
    counts: { photos: 0, videos: 0, competitors: 0, report: 0 },
    features: { ...sampleEvent.features, surnameSearch: false, preorder: true },
    processing: { photosTotal: 0, photosReady: 0, open: true },
  }
}

/** Simulates a browser with notifications. @param decided the user's answer to the permission prompt */
function mockNotifications(decision: NotificationPermission) {
  const notification = { permission: 'default', requestPermission: vi.fn() }
  notification.requestPermission.mockImplementation(async () => {
    notification.permission = decision
    return decision
  })
  const toJSON = () => ({ endpoint: 'https://push.test/1', keys: { p256dh: 'key', auth: 'secret' } })
  const pushManager = { getSubscription: async () => null, subscribe: async () => ({ toJSON }) }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', vi.fn())
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve({ pushManager }) },
  })
  return notification
}

beforeAll(start)
beforeEach(() => {
  // a fixed time of day: no test spans midnight
  const noon = new Date().setUTCHours(12, 0, 0, 0)
  vi.useFakeTimers({ toFake: ['Date'], now: noon, shouldAdvanceTime: true })
  sentRequests = []
  products = [preorder]
  isOffline = false
  vi.stubGlobal('fetch', answerRequest)
})
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  for (const { id } of await outbox.entries()) await outbox.drop(id)
  await deleteAllStoredData()
  getPersistedAlert('e1').remove()
  getPersistedOrders('e1').remove()
  getEventSearch('e1').last.remove()
  getEventSearch('e1').token.remove()
  device.email.remove()
  saveDraft('e1', undefined)
  localStorage.clear()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  vi.useRealTimers()
})

async function openEvent(path = '/event/e1', event = buildUpcomingEvent()) {
  saveEvent(event)
  await renderPart(
    <>
      <Route path="/event/:id/*?">
        <EventPage />
      </Route>
      <WaitingSelfieOffer />
    </>,
    { path },
  )
  const pageHeading = /^(We call you when photos are here|We will call you|All photos)$/
  await screen.findByText(pageHeading)
}

const findSheet = async () => within(await screen.findByRole('dialog', { name: 'Call me' }))
const openSheet = async () => {
  fireEvent.click(screen.getAllByRole('button', { name: 'Call me' })[0] as HTMLElement)
  return findSheet()
}
const typeInto = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const pressButton = (view: Pick<typeof screen, 'getByRole'>, name: string | RegExp) =>
  fireEvent.click(view.getByRole('button', { name }))

test('an event to come has its date with the year and the days left, no tabs, no album and no way to send a selfie', async () => {
  await openEvent()
  expect(screen.queryAllByRole('tab')).toEqual([])
  expect(screen.getByText('in 100 days')).toBeTruthy()
  expect(screen.getByRole('time').textContent).toContain(buildUpcomingEvent().localDay.slice(0, 4))
  expect(screen.queryByText(/No photos yet/)).toBeNull()
  expect(screen.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([])
})

test('a pre-order shows its sum to the kopeck and what it costs later', async () => {
  await openEvent()
  expect((await screen.findByText(/1,492\.50/)).textContent).toContain('1,492.50')
  expect(screen.getByText(/before the start/).textContent).toContain('1,990')
})

test('the place of a pre-order is kept until its price is known, and given up without one', async () => {
  let answerProducts = () => {}
  const hasAnswered = new Promise<void>((resolve) => (answerProducts = resolve))
  vi.stubGlobal('fetch', async (url: string, init: object) => {
    if (url.includes('/products')) await hasAnswered
    return answerRequest(url, init)
  })
  products = []
  await openEvent()
  expect(document.querySelector('[aria-busy=true] .pf-bib-framed')).toBeTruthy()
  answerProducts()
  await waitFor(() => expect(document.querySelector('.pf-bib-framed')).toBeNull())
})

test('a pre-order that this device has paid for is open to it, and is offered for another runner', async () => {
  getPersistedOrders('e1').write([
    {
      ...{ orderId: 'o1', number: '48213', paidOn: '2026-11-20T10:00:00.000Z', singles: [] },
      ...{ packages: [[]], framed: [], videos: [], paidFor: {} },
      paidForSingles: { amount: 0, currencyId: 643 },
    },
  ])
  await openEvent()
  const link = screen.getByRole('link', { name: 'Bought · open' })
  expect(link.getAttribute('href')).toBe('/preorder/o1')
  expect(screen.queryByRole('button', { name: 'Buy in advance' })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'For another runner' }))
  expect(await screen.findByRole('dialog', { name: 'Whose photos?' })).toBeTruthy()
})

test('a pre-order asks for the number before it is bought', async () => {
  await openEvent()
  fireEvent.click(await screen.findByRole('button', { name: 'Buy in advance' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Whose photos?' }))
  typeInto(dialog.getByRole('textbox'), 'x')
  pressButton(dialog, 'Continue to payment')
  expect(dialog.getByText(/Type the number/)).toBeTruthy()
})

test('a pre-order is of the product for the distance of the runner whose number was typed', async () => {
  products = [preorder, preorderOf10Km]
  await openEvent()
  fireEvent.click(await screen.findByRole('button', { name: 'Buy in advance' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Whose photos?' }))
  typeInto(dialog.getByRole('textbox'), '17')
  pressButton(dialog, 'Continue to payment')
  await waitFor(async () => {
    const addition = (await outbox.entries()).find(({ kind }) => kind === 'cart.add')
    expect(addition?.body).toMatchObject({ items: [{ productId: 'all-10' }] })
  })
})

test('number and e-mail: a wrong one is said at its field, right ones are sent and shown', async () => {
  await openEvent()
  const alertSheet = await openSheet()
  // without notifications only e-mail is available, and the sheet says why
  expect(alertSheet.getByText(/shows no notifications/)).toBeTruthy()
  typeInto(alertSheet.getByRole('textbox', { name: 'Your number' }), 'abc')
  pressButton(alertSheet, 'Call me')
  expect(await alertSheet.findByText(/as printed on the bib/)).toBeTruthy()
  typeInto(alertSheet.getByRole('textbox', { name: 'Your number' }), '17')
  pressButton(alertSheet, 'Call me')
  await waitFor(() => expect(alertSheet.getByRole('textbox', { name: 'Email' })).toBe(document.activeElement))
  typeInto(alertSheet.getByRole('textbox', { name: 'Email' }), 'anna@mail.example')
  pressButton(alertSheet, 'Call me')
  const heading = await screen.findByRole('heading', { name: 'We will call you' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByText('17')).toBeTruthy()
  expect(screen.getByText('email to a•••@mail.example')).toBeTruthy()
  await waitFor(() => expect(sentRequests).toHaveLength(1))
  expect(sentRequests[0]).toMatchObject({
    method: 'PUT',
    body: { eventId: 'e1', number: '17', email: 'anna@mail.example' },
  })
})

test('a notification is asked for by the button alone; the number may stay empty', async () => {
  const notification = mockNotifications('granted')
  await openEvent()
  const alertSheet = await openSheet()
  expect(notification.requestPermission).not.toHaveBeenCalled()
  pressButton(alertSheet, 'Call me')
  await screen.findByRole('heading', { name: 'We will call you' })
  expect(screen.getByText('notification on this phone')).toBeTruthy()
  await waitFor(() => expect(sentRequests).toHaveLength(1))
  expect(sentRequests[0]?.body).toEqual({
    eventId: 'e1',
    subscription: { endpoint: 'https://push.test/1', keys: { p256dh: 'key', auth: 'secret' } },
  })
})

test('a refused notification opens the letter and says why', async () => {
  mockNotifications('denied')
  await openEvent()
  const alertSheet = await openSheet()
  expect(alertSheet.queryByRole('textbox', { name: 'Email' })).toBeNull()
  pressButton(alertSheet, 'Call me')
  expect(await alertSheet.findByText(/Notifications are off for this site/)).toBeTruthy()
  expect(alertSheet.getByRole('textbox', { name: 'Email' })).toBeTruthy()
  expect(getPersistedAlert('e1').read()).toBeNull()
})

test('without a network the call waits on the phone, says so, and is sent later', async () => {
  await openEvent()
  isOffline = true
  const alertSheet = await openSheet()
  typeInto(alertSheet.getByRole('textbox', { name: 'Email' }), 'anna@mail.example')
  pressButton(alertSheet, 'Call me')
  await screen.findByRole('heading', { name: 'We will call you' })
  expect(await screen.findByText(/Saved on this phone/)).toBeTruthy()
  isOffline = false
  await outbox.flush({ now: true })
  await waitFor(() => expect(screen.queryByText(/Saved on this phone/)).toBeNull())
  expect(sentRequests).toHaveLength(1)
})

test('a call is changed under its id, and canceled with the selfie', async () => {
  getPersistedAlert('e1').write({
    alertId: '0b9c1c6e-7a54-4d0a-9a5e-3f1d2c4b5a69',
    email: 'anna@mail.example',
  })
  await storeWaitingSelfie(buildUpcomingEvent(), new Blob(['face'], { type: 'image/jpeg' }))
  await openEvent()
  pressButton(screen, /^Add a number/)
  const alertSheet = await findSheet()
  typeInto(alertSheet.getByRole('textbox', { name: 'Your number' }), '17')
  pressButton(alertSheet, 'Call me')
  expect(await screen.findByText('17')).toBeTruthy()
  pressButton(screen, /^Do not call me/)
  expect(await screen.findByText('We call you when photos are here')).toBeTruthy()
  await waitFor(() => expect(sentRequests.map(({ method }) => method)).toEqual(['PUT', 'DELETE']))
  expect(new Set(sentRequests.map(({ path }) => path)).size).toBe(1)
  expect(await waitingSelfies.entries()).toEqual([])
})

test('a selfie is shown as kept on this phone, and nothing of it is sent', async () => {
  await storeWaitingSelfie(buildUpcomingEvent(), new Blob(['face'], { type: 'image/jpeg' }))
  await openEvent('/event/e1?call=selfie')
  const alertSheet = await findSheet()
  expect(await alertSheet.findByRole('img', { name: 'Your selfie' })).toBeTruthy()
  expect(alertSheet.getByText('Only here')).toBeTruthy()
  expect(alertSheet.getByText(/Clear the site data/)).toBeTruthy()
  expect(await outbox.entries()).toEqual([])
  pressButton(alertSheet, 'Delete')
  expect(await alertSheet.findByRole('link', { name: 'Take a selfie' })).toBeTruthy()
})

test('a selfie that waited is offered once there are photos, and not before; the call stays until it is canceled', async () => {
  const alert = { alertId: '0b9c1c6e-7a54-4d0a-9a5e-3f1d2c4b5a69', number: '17', email: 'anna@mail.example' }
  getPersistedAlert('e1').write(alert)
  await storeWaitingSelfie(buildUpcomingEvent(), new Blob(['face'], { type: 'image/jpeg' }))
  await openEvent()
  expect(getDefaultStore().get(noticesAtom)).toEqual([])
  cleanup()
  const event = buildUpcomingEvent()
  const counts = { ...event.counts, photos: 24 }
  await openEvent('/event/e1', { ...event, counts, processing: { photosTotal: 24, photosReady: 24 } })
  await waitFor(() => expect(getDefaultStore().get(noticesAtom)).toHaveLength(1))
  const [notice] = getDefaultStore().get(noticesAtom)
  expect(notice?.text).toBe('Photos are here: search with the selfie you took?')
  notice?.confirm?.act()
  expect(location.pathname + location.search).toBe('/event/e1/selfie?waiting')
  // its number may have no photo yet, and “Forget this device” cancels the calls that are stored
  expect(getPersistedAlert('e1').read()).toEqual(alert)
})
