import type { Page } from '@playwright/test'
import { buildPath, toRoute } from '../../contract/call.ts'
import { getCart } from '../../contract/cart.ts'
import { listPhotos } from '../../contract/photos.ts'
import { randomFrom } from '../../scripts/faults/random.ts'
import { effort } from '../trials.ts'
import { expect, findByNumber, test, testServer } from './test-server.ts'

// its installation takes three seconds of processor time, and nothing here depends on it
test.use({ serviceWorkers: 'block' })

const rounds = effort({ quick: 2, full: 5, long: 50 })

const pathOfPicture = (address: string) => new URL(address, testServer.url).pathname

interface Chosen {
  /** Path of the picture in the cart. */
  readonly path: string
  /** Selector of its tile, which has a smaller picture on a slow connection. */
  readonly tile: string
}

const picture = (path: string) => `img[src$="${path}"]`

const findRow = (tab: Page, { path }: Chosen) =>
  tab
    .getByRole('listitem')
    .filter({ has: tab.locator(picture(path)) })
    .filter({ has: tab.getByRole('button', { name: /^Удалить «/ }) })

/** Returns the photos in the cart of a tab, by their pictures. */
const shownIn = (tab: Page): Promise<string[]> =>
  tab
    .getByRole('listitem')
    .filter({ has: tab.getByRole('button', { name: /^Удалить «/ }) })
    .locator('img')
    .evaluateAll((images: HTMLImageElement[]) => images.map(({ src }) => new URL(src).pathname).sort())

/** Returns the photos in the cart of the service, by their pictures. */
async function keptByService(tab: Page): Promise<string[]> {
  const cookies = await tab.context().cookies()
  const shoppingCartId = cookies.find(({ name }) => name === 'cartId')?.value ?? ''
  const answer = await tab.request.get(buildPath(getCart, { shoppingCartId }))
  const { items } = getCart.answer.parse(await answer.json())
  return items.map(({ thumb }) => pathOfPicture(thumb?.url ?? '')).sort()
}

async function putIn(tab: Page, photo: Chosen): Promise<void> {
  await tab.goto(`/event/${testServer.eventId}/my`)
  const tile = tab
    .getByRole('list', { name: 'Ваши фото' })
    .getByRole('listitem')
    .filter({ has: tab.locator(photo.tile) })
  await tile.getByRole('button', { name: /^Выбрать/ }).click()
  await tab.getByRole('button', { name: 'В корзину', exact: true }).click()
  await expect(tab).toHaveURL('/cart')
  await expect(findRow(tab, photo)).toBeVisible()
}

async function takeOut(tab: Page, photo: Chosen): Promise<void> {
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
  const random = randomFrom(7)
  const one = page
  const asked = one.waitForRequest((request) => new URL(request.url()).pathname === toRoute(listPhotos))
  await findByNumber(one)
  const listing = await asked
  const listed = await one.request.get(listing.url(), { headers: await listing.allHeaders() })
  const { items } = listPhotos.answer.parse(await listed.json())
  expect(items.length).toBeGreaterThanOrEqual(4)
  const chosen = items.slice(0, 4).map(({ thumb, tiny = thumb }): Chosen => {
    const [path, small] = [pathOfPicture(thumb.url), pathOfPicture(tiny.url)]
    return { path, tile: `${picture(path)}, ${picture(small)}` }
  })
  const inCart = new Set(chosen.slice(0, 1))
  for (const photo of inCart) await putIn(one, photo)
  const other = await context.newPage()

  for (let round = 0; round < rounds; round++) {
    const shuffled = chosen
      .map((photo) => ({ photo, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ photo }) => photo)
    const turns = [one, other].flatMap((tab, at) => {
      const photo = shuffled[at]
      return photo ? [{ tab, photo }] : []
    })
    const title = turns.map(({ photo }) => `${inCart.has(photo) ? 'out' : 'in'} ${photo.path}`).join(', ')
    await test.step(title, () =>
      Promise.all(turns.map(({ tab, photo }) => (inCart.has(photo) ? takeOut : putIn)(tab, photo))),
    )
    for (const { photo } of turns) if (!inCart.delete(photo)) inCart.add(photo)
  }

  const expected = [...inCart].map(({ path }) => path).sort()
  await expect.poll(() => keptByService(one)).toEqual(expected)
  await expect.poll(() => shownIn(one)).toEqual(expected)
  await expect.poll(() => shownIn(other)).toEqual(expected)
})
