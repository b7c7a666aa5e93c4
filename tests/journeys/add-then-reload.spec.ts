import { buildPath } from '../../contract/call.ts'
import { getCart } from '../../contract/cart.ts'
import { expect, findByNumber, test } from './test-server.ts'

const rounds = 20

test('what is added in the task in which the page is reloaded is in the cart every time', async ({
  page,
}) => {
  test.slow()
  await findByNumber(page)
  const tiles = page.getByRole('list', { name: 'Ваши фото' }).getByRole('listitem')
  const toCart = page.getByRole('button', { name: 'В корзину', exact: true })
  const remove = page.getByRole('button', { name: /^Удалить «/ })
  const results = page.url()
  const earlierIds = new Set<string>()
  const fetchItemIds = async (): Promise<string[]> => {
    const cookies = await page.context().cookies()
    const shoppingCartId = cookies.find(({ name }) => name === 'cartId')?.value ?? ''
    const answer = await page.request.get(buildPath(getCart, { shoppingCartId }))
    if (!answer.ok()) return []
    return getCart.answer.parse(await answer.json()).items.map((item) => item.shoppingCartItemId)
  }
  for (let round = 0; round < rounds; round++) {
    await test.step(`round ${round + 1}`, async () => {
      await tiles
        .nth(round % 3)
        .getByRole('button', { name: /^Выбрать/ })
        .click()
      await expect(toCart).toBeVisible()
      const reloaded = page.waitForEvent('load')
      await toCart.evaluate((button: HTMLElement) => {
        button.click()
        location.reload()
      })
      await reloaded
      await page.goto('/cart')
      // until the cart is loaded, the page may show that of the previous round
      await expect.poll(async () => (await fetchItemIds()).map((id) => earlierIds.has(id))).toEqual([false])
      for (const id of await fetchItemIds()) earlierIds.add(id)
      await expect(remove).toHaveCount(1)
      await expect(page.getByText('Ещё не подтверждено')).toHaveCount(0)
      await remove.click()
      await expect(remove).toHaveCount(0)
      await page.goto(results)
    })
  }
})
