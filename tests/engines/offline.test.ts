import { expect, test, vi } from 'vitest'
import { type Phone, withPhone } from './phone.ts'
import {
  chooseSelfie,
  eventName,
  eventPath,
  installWorker,
  openCamera,
  ownPhotosPath,
  selfiePath,
  toHeading,
} from './steps.ts'
import { formatText, matchExactly } from './texts.ts'

/** Console messages that are expected without a network. */
const offlineMessages = [
  /NetworkError|Could not connect|Failed to load resource|Load failed|no-response|Fetch API cannot load/i,
  /A ServiceWorker intercepted the request/,
  // pictures near the viewport that were not loaded
  /Cannot load \S+\/media\//,
]

/** Waits until all visible pictures of the album are painted. */
const waitForPictures = (phone: Phone) =>
  phone.waitFor(() => {
    const images = [...document.querySelectorAll<HTMLImageElement>('main .pf-tile img')].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    })
    const isDrawn = images.every((image) => image.complete && image.naturalWidth > 0)
    return images.length > 0 && isDrawn ? images.length : undefined
  })

/** Waits until the app's files are cached, so that it starts offline. */
async function waitUntilCached(phone: Phone): Promise<void> {
  await installWorker(phone)
  await phone.waitFor(() => navigator.serviceWorker.controller !== null)
}

test(
  'without a network the event opens again with the photos that were seen',
  withPhone({ expectedMessages: offlineMessages }, async (phone) => {
    await phone.visit('/')
    await waitUntilCached(phone)
    await phone.visit(eventPath)
    await waitForPictures(phone)
    phone.network.disconnect()
    await phone.reload()
    await phone.waitForElement({ role: 'heading', level: 1, name: eventName })
    expect(await waitForPictures(phone)).toBeGreaterThan(0)
    await phone.visit('/')
    await phone.waitForElement({ role: 'link', name: eventName, within: 'main' })
  }),
)

/** Waits for a request that gets no answer. */
const waitForUnanswered = (phone: Phone, path: string) =>
  vi.waitFor(
    () =>
      expect(phone.network.exchanges).toContainEqual(
        expect.objectContaining({ path: expect.stringContaining(path), status: 0 }),
      ),
    { timeout: 30_000, interval: 100 },
  )

/** Waits for the photos of a selfie that the service received after a number of exchanges. */
async function expectDelivered(phone: Phone, exchangesBefore: number): Promise<void> {
  await phone.waitForPath(ownPhotosPath)
  await phone.waitForElement({ role: 'list', name: matchExactly(formatText('search.wall')) })
  const uploads = phone.network.exchanges
    .slice(exchangesBefore)
    .filter(
      ({ method, path, status }) => method === 'POST' && /\/recognition\/api\//.test(path) && status < 300,
    )
  expect(uploads.length).toBeGreaterThan(0)
}

test(
  'a selfie taken without a network or the face detector is saved, and delivered after the browser was started again',
  withPhone({ expectedMessages: offlineMessages }, async (phone) => {
    await phone.visit('/')
    await waitUntilCached(phone)
    phone.network.leaveUnanswered(/\/tiny-face-[\w-]+\.bin/)
    await phone.visit(eventPath)
    await phone.waitForElement({ role: 'heading', level: 1, name: eventName })
    await openCamera(phone)
    await waitForUnanswered(phone, '/tiny-face-')
    phone.network.disconnect()
    await chooseSelfie(phone)
    await phone.waitForElement(toHeading('selfie.saved'))
    await phone.waitFor(
      (note) => document.querySelector('main')?.textContent?.includes(note),
      formatText('selfie.saved.unchecked'),
    )

    await phone.stop()
    await phone.start()
    await phone.visit(selfiePath)
    await phone.waitForElement(toHeading('selfie.saved'))
    const exchangesBefore = phone.network.exchanges.length
    phone.network.reconnect()
    await expectDelivered(phone, exchangesBefore)
  }),
)

test(
  'a selfie taken on a first visit that loses its network before the app is installed is saved and delivered later',
  withPhone(
    { expectedMessages: [...offlineMessages, /Registering the service worker failed/] },
    async (phone) => {
      phone.network.leaveUnanswered(/\/sw\.js$|\/tiny-face-[\w-]+\.bin/)
      await openCamera(phone)
      phone.network.disconnect()
      await chooseSelfie(phone)
      await phone.waitForElement(toHeading('selfie.saved'))

      await phone.stop()
      const exchangesBefore = phone.network.exchanges.length
      phone.network.reconnect()
      await phone.start()
      await phone.visit(selfiePath)
      await expectDelivered(phone, exchangesBefore)
    },
  ),
)
