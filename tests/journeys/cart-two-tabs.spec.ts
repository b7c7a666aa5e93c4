import type { Page } from '@playwright/test'
import { buildPath, toRoute } from '../../contract/call.ts'
import { getCart } from '../../contract/cart.ts'
import { listPhotos } from '../../contract/photos.ts'
import { createRandom } from '../../scripts/faults/random.ts'
import { selectByEffort } from '../trials.ts'
import { expect, findByNumber, test, testServer } from './test-server.ts'

// its installation takes three seconds of processor time, and nothing here depends on it
test.use({ serviceWorkers: 'block' })

const rounds = selectByEffort({ quick: 2, full: 5, long: 50 })

const toPicturePath = (address: string) => new URL(address, testServer.url).pathname

interface ChosenPhoto {
  /** Path of the picture in the cart. */
  readonly path: string
  /** Selector of its tile, which has a smaller picture on a slow connection. */
  readonly tileSelector: string
}

const buildImageSelector = (path: string) => `img[src$="${path}"]`

const findRow = (tab: Page, { path }: ChosenPhoto) =>
  tab
    .getByRole('listitem')
    .filter({ has: tab.locator(buildImageSelector(path)) })
    .filter({ has: tab.getByRole('button', { name: /^Удалить «/ }) })

/** Returns the photos in the cart of a tab, by their pictures. */
const listShownPhotos = (tab: Page): Promise<string[]> =>
  tab
    .getByRole('listitem')
    .filter({ has: tab.getByRole('button', { name: /^Удалить «/ }) })
    .locator('img')
    .evaluateAll((images: HTMLImageElement[]) => images.map(({ src }) => new URL(src).pathname).sort())

/** Returns the photos in the cart of the service, by their pictures. */
async function fetchCartPhotos(tab: Page): Promise<string[]> {
  const cookies = await tab.context().cookies()
  const shoppingCartId = cookies.find(({ name }) => name === 'cartId')?.value ?? ''
  const answer = await tab.request.get(buildPath(getCart, { shoppingCartId }))
  const { items } = getCart.answer.parse(await answer.json())
  return items.map(({ thumb }) => toPicturePath(thumb?.url ?? '')).sort()
}

async function addToCart(tab: Page, photo: ChosenPhoto): Promise<void> {
  await tab.goto(`/event/${testServer.eventId}/my`)
  const tile = tab
    .getByRole('list', { name: 'Ваши фото' })
    .getByRole('listitem')
    .filter({ has: tab.locator(photo.tileSelector) })
  await tile.getByRole('button', { name: /^Выбрать/ }).click()
  await tab.getByRole('button', { name: 'В корзину', exact: true }).click()
  await expect(tab).toHaveURL('/cart')
  await expect(findRow(tab, photo)).toBeVisible()
}

async function removeFromCart(tab: Page, photo: ChosenPhoto): Promise<void> {
  await tab.goto('/cart')
  await findRow(tab, photo)
    .getByRole('button', { name: /^Удалить «/ })
    .click()
  await expect(findRow(tab, photo)).toHaveCount(0)
}

test('two tabs that change one cart at the same time agree with each other and with the service', {
  tag: '@core',
}, async ({ page, context }) => {
  test.slow()
  const random = createRandom(7)
  const one = page
  const photosRequested = one.waitForRequest(
    (request) => new URL(request.url()).pathname === toRoute(listPhotos),
  )
  await findByNumber(one)
  const photosRequest = await photosRequested
  const photosResponse = await one.request.get(photosRequest.url(), {
    headers: await photosRequest.allHeaders(),
  })
  const { items } = listPhotos.answer.parse(await photosResponse.json())
  expect(items.length).toBeGreaterThanOrEqual(4)
  const chosen = items.slice(0, 4).map(({ thumb, tiny = thumb }): ChosenPhoto => {
    const [path, small] = [toPicturePath(thumb.url), toPicturePath(tiny.url)]
    return { path, tileSelector: `${buildImageSelector(path)}, ${buildImageSelector(small)}` }
  })
  const inCart = new Set(chosen.slice(0, 1))
  for (const photo of inCart) await addToCart(one, photo)
  const other = await context.newPage()

  for (let round = 0; round < rounds; round++) {
    const shuffled = chosen
      .map((photo) => ({ photo, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ photo }) => photo)
    const changes = [one, other].flatMap((tab, at) => {
      const photo = shuffled[at]
      return photo ? [{ tab, photo }] : []
    })
    const title = changes.map(({ photo }) => `${inCart.has(photo) ? 'out' : 'in'} ${photo.path}`).join(', ')
    await test.step(title, () =>
      Promise.all(
        changes.map(({ tab, photo }) => (inCart.has(photo) ? removeFromCart : addToCart)(tab, photo)),
      ),
    )
    for (const { photo } of changes) if (!inCart.delete(photo)) inCart.add(photo)
  }

  const expected = [...inCart].map(({ path }) => path).sort()
  await expect.poll(() => fetchCartPhotos(one)).toEqual(expected)
  await expect.poll(() => listShownPhotos(one)).toEqual(expected)
  await expect.poll(() => listShownPhotos(other)).toEqual(expected)
})
