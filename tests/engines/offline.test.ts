import { expect, test, vi } from 'vitest'
import { onPhone, type Phone } from './phone.ts'
import {
  agree,
  chooseSelfie,
  eventName,
  eventPath,
  heading,
  installWorker,
  myPath,
  selfiePath,
} from './steps.ts'
import { named, say } from './words.ts'

/** Console messages that are expected without a network. */
const noNetwork = [
  /NetworkError|Could not connect|Failed to load resource|Load failed|no-response|Fetch API cannot load/i,
  /A ServiceWorker intercepted the request/,
  // pictures near the viewport that were not loaded
  /Cannot load \S+\/media\//,
]

/** Waits until all visible pictures of the album are painted. */
const picturesOnScreen = (phone: Phone) =>
  phone.until(() => {
    const images = [...document.querySelectorAll<HTMLImageElement>('main .pf-tile img')].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    })
    const isDrawn = images.every((image) => image.complete && image.naturalWidth > 0)
    return images.length > 0 && isDrawn ? images.length : undefined
  })

/** Waits until the app's files are cached, so that it starts offline. */
async function keepApp(phone: Phone): Promise<void> {
  await installWorker(phone)
  await phone.until(() => navigator.serviceWorker.controller !== null)
}

test(
  'without a network the event opens again with the photos that were seen',
  onPhone({ expects: noNetwork }, async (phone) => {
    await phone.visit('/')
    await keepApp(phone)
    await phone.visit(eventPath)
    await picturesOnScreen(phone)
    phone.network.cut()
    await phone.reload()
    await phone.see({ role: 'heading', level: 1, name: eventName })
    expect(await picturesOnScreen(phone)).toBeGreaterThan(0)
    await phone.visit('/')
    await phone.see({ role: 'link', name: eventName, within: 'main' })
  }),
)

/** Waits for a request that gets no answer. */
const isAskedFor = (phone: Phone, path: string) =>
  vi.waitFor(
    () =>
      expect(phone.network.exchanges).toContainEqual(
        expect.objectContaining({ path: expect.stringContaining(path), status: 0 }),
      ),
    { timeout: 30_000, interval: 100 },
  )

/** Waits for the photos of a selfie that the service received after a number of exchanges. */
async function expectDelivered(phone: Phone, after: number): Promise<void> {
  await phone.arrives(myPath)
  await phone.see({ role: 'list', name: named(say('search.wall')) })
  const uploads = phone.network.exchanges
    .slice(after)
    .filter(
      ({ method, path, status }) => method === 'POST' && /\/recognition\/api\//.test(path) && status < 300,
    )
  expect(uploads.length).toBeGreaterThan(0)
}

test(
  'a selfie taken without a network or the face detector is saved, and delivered after the browser was started again',
  onPhone({ expects: noNetwork }, async (phone) => {
    await phone.visit('/')
    await keepApp(phone)
    phone.network.hold(/\/tiny-face-[\w-]+\.bin/)
    await phone.visit(eventPath)
    await phone.see({ role: 'heading', level: 1, name: eventName })
    await agree(phone)
    await isAskedFor(phone, '/tiny-face-')
    phone.network.cut()
    await chooseSelfie(phone)
    await phone.see(heading('selfie.saved'))
    await phone.until(
      (note) => document.querySelector('main')?.textContent?.includes(note),
      say('selfie.saved.unchecked'),
    )

    await phone.stop()
    await phone.start()
    await phone.visit(selfiePath)
    await phone.see(heading('selfie.saved'))
    const before = phone.network.exchanges.length
    phone.network.restore()
    await expectDelivered(phone, before)
  }),
)

test(
  'a selfie taken on a first visit that loses its network before the app is installed is saved and delivered later',
  onPhone({ expects: [...noNetwork, /Registering the service worker failed/] }, async (phone) => {
    phone.network.hold(/\/sw\.js$|\/tiny-face-[\w-]+\.bin/)
    await agree(phone)
    phone.network.cut()
    await chooseSelfie(phone)
    await phone.see(heading('selfie.saved'))

    await phone.stop()
    const before = phone.network.exchanges.length
    phone.network.restore()
    await phone.start()
    await phone.visit(selfiePath)
    await expectDelivered(phone, before)
  }),
)
