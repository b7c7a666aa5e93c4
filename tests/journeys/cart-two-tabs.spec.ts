import type { Page } from '@playwright/test'
import { pathOf } from '../../contract/call.ts'
import { getCart } from '../../contract/cart.ts'
import { randomFrom } from '../../scripts/faults/random.ts'
import { expect, findByNumber, test, world } from './world.ts'

const rounds = 5

const pathOfPicture = (address: string) => new URL(address, world.url).pathname

const picture = (path: string) => `img[src$="${path}"]`

const rowOf = (tab: Page, path: string) =>
  tab
    .getByRole('listitem')
    .filter({ has: tab.locator(picture(path)) })
    .filter({ has: tab.getByRole('button', { name: /^Удалить «/ }) })

/** The photos of the cart as a tab shows them, by their pictures. */
const shownIn = (tab: Page): Promise<string[]> =>
  tab
    .getByRole('listitem')
    .filter({ has: tab.getByRole('button', { name: /^Удалить «/ }) })
    .locator('img')
    .evaluateAll((images: HTMLImageElement[]) => images.map(({ src }) => new URL(src).pathname).sort())

/** The same as the service knows it. */
async function keptByService(tab: Page): Promise<string[]> {
  const cookies = await tab.context().cookies()
  const shoppingCartId = cookies.find(({ name }) => name === 'cartId')?.value ?? ''
  const answer = await tab.request.get(pathOf(getCart, { shoppingCartId }))
  const { items } = getCart.answer.parse(await answer.json())
  return items.map(({ thumb }) => pathOfPicture(thumb?.url ?? '')).sort()
}

async function putIn(tab: Page, path: string): Promise<void> {
  await tab.goto(`/event/${world.eventId}/my`)
  const tile = tab
    .getByRole('list', { name: 'Ваши фото' })
    .getByRole('listitem')
    .filter({ has: tab.locator(picture(path)) })
  await tile.getByRole('button', { name: /^Выбрать/ }).click()
  await tab.getByRole('button', { name: 'В корзину', exact: true }).click()
  await expect(tab).toHaveURL('/cart')
  await expect(rowOf(tab, path)).toBeVisible()
}

async function takeOut(tab: Page, path: string): Promise<void> {
  await tab.goto('/cart')
  await rowOf(tab, path)
    .getByRole('button', { name: /^Удалить «/ })
    .click()
  await expect(rowOf(tab, path)).toHaveCount(0)
}

test('two tabs that change one cart at the same time agree with each other and with the service', {
  tag: '@core',
}, async ({ page, context }) => {
  test.slow()
  const random = randomFrom(7)
  const one = page
  await findByNumber(one)
  const photos = await one
    .getByRole('list', { name: 'Ваши фото' })
    .locator('img')
    .evaluateAll((images: HTMLImageElement[]) => images.map(({ src }) => new URL(src).pathname))
  expect(photos.length).toBeGreaterThanOrEqual(4)
  const chosen = photos.slice(0, 4)
  const inCart = new Set(chosen.slice(0, 1))
  for (const path of inCart) await putIn(one, path)
  const other = await context.newPage()

  for (let round = 0; round < rounds; round++) {
    const shuffled = chosen
      .map((path) => ({ path, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ path }) => path)
    const turns = [one, other].map((tab, at) => ({ tab, path: shuffled[at] ?? '' }))
    await test.step(turns.map(({ path }) => `${inCart.has(path) ? 'out' : 'in'} ${path}`).join(', '), () =>
      Promise.all(turns.map(({ tab, path }) => (inCart.has(path) ? takeOut : putIn)(tab, path))),
    )
    for (const { path } of turns) if (!inCart.delete(path)) inCart.add(path)
  }

  const expected = [...inCart].sort()
  await expect.poll(() => keptByService(one)).toEqual(expected)
  await expect.poll(() => shownIn(one)).toEqual(expected)
  await expect.poll(() => shownIn(other)).toEqual(expected)
})
