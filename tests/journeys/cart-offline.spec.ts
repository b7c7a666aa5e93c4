import type { Page } from '@playwright/test'
import { buildPath } from '../../contract/call.ts'
import { type Cart, getCart } from '../../contract/cart.ts'
import { expect, findByNumber, test, testServer } from './test-server.ts'

const findUnconfirmed = (page: Page) => page.getByText('Ещё не подтверждено')
const findRemoveButtons = (page: Page) => page.getByRole('button', { name: /^Удалить «/ })

/** Returns the cart from the service. */
async function fetchCart(page: Page): Promise<Cart> {
  const cookies = await page.context().cookies()
  const shoppingCartId = cookies.find(({ name }) => name === 'cartId')?.value ?? ''
  const response = await page.request.get(buildPath(getCart, { shoppingCartId }))
  return (await response.json()) as Cart
}

/** Visits the site, so that the app and the runner's photos are cached. */
async function visitOnce(page: Page): Promise<void> {
  await page.goto('/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await findByNumber(page)
  // the worker caches the event's products, and controls the page from the second visit on
  await page.reload()
  await expect(page.getByRole('list', { name: 'Ваши фото' })).toBeVisible()
}

async function addPhotosToCart(page: Page, ...positions: number[]): Promise<void> {
  const photos = page.getByRole('list', { name: 'Ваши фото' }).getByRole('listitem')
  for (const position of positions) {
    await photos
      .nth(position)
      .getByRole('button', { name: /^Выбрать/ })
      .click()
  }
  await page.getByRole('button', { name: 'В корзину', exact: true }).click()
  await expect(page).toHaveURL('/cart')
}

test('a cart filled without a network is kept over a reload and goes out once', async ({
  page,
  withoutNetwork,
}) => {
  await visitOnce(page)
  await withoutNetwork(async () => {
    await addPhotosToCart(page, 0, 1)
    await expect(findUnconfirmed(page)).toHaveCount(2)
    await expect(page.getByRole('term').filter({ hasText: 'Примерно' })).toBeVisible()
    await page.reload()
    await expect(findUnconfirmed(page)).toHaveCount(2)
    await expect(
      page.getByText('Пока не куплено: для заказа нужна сеть.').filter({ visible: true }),
    ).toBeVisible()
    await page.goto(`/event/${testServer.eventId}/my`)
    await addPhotosToCart(page, 2)
    await expect(findUnconfirmed(page)).toHaveCount(3)
    await findRemoveButtons(page).nth(1).click()
    await expect(findUnconfirmed(page)).toHaveCount(2)
  })
  await expect(findUnconfirmed(page)).toHaveCount(0)
  await expect(findRemoveButtons(page)).toHaveCount(2)
  await expect(page.getByRole('link', { name: /^Оформить 780/ })).toBeVisible()
  const { items, totalAmount } = await fetchCart(page)
  expect(items).toHaveLength(2)
  expect(new Set(items.map(({ photoId }) => photoId)).size).toBe(2)
  expect(totalAmount.amount).toBe(78_000)
})

test('what is taken out without a network stays out, and what is put back is there', async ({
  page,
  withoutNetwork,
}) => {
  await visitOnce(page)
  await addPhotosToCart(page, 0, 1)
  await expect(findRemoveButtons(page)).toHaveCount(2)
  await expect(page.getByRole('link', { name: /^Оформить 780/ })).toBeVisible()
  await withoutNetwork(async () => {
    await findRemoveButtons(page).nth(1).click()
    await expect(findRemoveButtons(page)).toHaveCount(1)
    await page.reload()
    await expect(findRemoveButtons(page)).toHaveCount(1)
    await findRemoveButtons(page).first().click()
    await page.getByRole('button', { name: 'Вернуть' }).click()
    await expect(findRemoveButtons(page)).toHaveCount(1)
  })
  await expect(page.getByRole('link', { name: /^Оформить 390/ })).toBeVisible()
  expect((await fetchCart(page)).items).toHaveLength(1)
})

test('the same photo put into the cart in two tabs is one item', async ({
  page,
  context,
  withoutNetwork,
}) => {
  await visitOnce(page)
  const other = await context.newPage()
  await other.goto(`/event/${testServer.eventId}/my`)
  await expect(other.getByRole('list', { name: 'Ваши фото' })).toBeVisible()
  for (const tab of [page, other]) {
    await tab
      .getByRole('list', { name: 'Ваши фото' })
      .getByRole('listitem')
      .first()
      .getByRole('button', { name: /^Выбрать/ })
      .click()
  }
  await withoutNetwork(async () => {
    await page.getByRole('button', { name: 'В корзину', exact: true }).click()
    await expect(page).toHaveURL('/cart')
    await other.goto('/cart')
    await expect(findUnconfirmed(other)).toHaveCount(1)
  })
  await expect(other.getByRole('link', { name: /^Оформить 390/ })).toBeVisible()
  expect((await fetchCart(page)).items).toHaveLength(1)
})

test('a promo code waits for the network in its field', async ({ page, withoutNetwork }) => {
  await visitOnce(page)
  await addPhotosToCart(page, 0)
  await withoutNetwork(async () => {
    await page.getByRole('textbox', { name: 'Промокод' }).fill('finish20')
    await expect(page.getByText('Когда появится сеть, нажмите «Применить».')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Промокод' })).toHaveValue('finish20')
  })
  await page.getByRole('button', { name: 'Применить' }).click()
  await expect(page.getByRole('link', { name: /^Оформить 312/ })).toBeVisible()
})
