import type { Page } from '@playwright/test'
import { addCartItem, addPromotionalCode } from '../../../contract/cart.ts'
import { createSearchToken } from '../../../contract/competitors.ts'
import { addAllToCart, findBuyAllButton } from '../../journeys/purchase-steps.ts'
import { readDeviceStorage } from '../device.ts'
import {
  anotherBuild,
  captivePortal,
  expireTokens,
  failCalls,
  lieFi,
  setOffline,
  unreachable,
} from '../networks.ts'
import { findByNumber, findVisibleText, listExchanges, listUnsentKinds, toCallPattern } from '../steps.ts'
import { expect, queryRows } from '../test-server.ts'
import { matrix } from './matrix.ts'

const cartPath = /^\/public\/cart\//
const findUnconfirmed = (page: Page) => findVisibleText(page, 'Ещё не подтверждено')
const findPackageItem = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Все фото со мной' })

async function readCartId(page: Page): Promise<string> {
  const { local } = await readDeviceStorage(page)
  return local.cartId ?? ''
}

const findItemRows = (cartId: string) => queryRows(`select 1 from cart_items where cart_id = '${cartId}'`)

/** Checks that the item is in the local cart, and not shown as confirmed. */
async function expectQueued(page: Page): Promise<string> {
  await expect(findPackageItem(page)).toBeVisible()
  await expect(findUnconfirmed(page)).toBeVisible()
  expect(await listUnsentKinds(page)).toEqual(['cart.add'])
  const cartId = await readCartId(page)
  expect(await findItemRows(cartId)).toEqual([])
  return cartId
}

/** Checks that the shop has the item once. */
async function expectConfirmed(page: Page, cartId?: string): Promise<void> {
  await expect(findPackageItem(page)).toBeVisible()
  await expect(findUnconfirmed(page)).toBeHidden()
  await expect(page.getByRole('link', { name: /^Оформить/ })).toBeVisible()
  await expect.poll(() => listUnsentKinds(page)).toEqual([])
  expect(await findItemRows(cartId ?? (await readCartId(page)))).toHaveLength(1)
}

matrix('7 puts photos into the cart', {
  offline: [
    'kept here as not confirmed, confirmed when the network is back; a promo code needs it',
    async ({ page, context, network }) => {
      await findByNumber(page)
      network.set(unreachable)
      await setOffline(context)
      await addAllToCart(page)
      await expectQueued(page)
      await expect(findVisibleText(page, /Когда появится сеть, нажмите «Применить»/)).toBeVisible()
      network.clear()
      await setOffline(context, false)
      await expectConfirmed(page)
      expect(listExchanges(network, addPromotionalCode)).toEqual([])
    },
  ],
  lieFi: [
    'it is in the cart at once, and queued when nothing came for 15 seconds',
    async ({ page, context, network }) => {
      await context.clock.install()
      await findByNumber(page)
      network.set(lieFi)
      await findBuyAllButton(page).click()
      await network.waitForExchange(({ path, method }) => cartPath.test(path) && method === 'POST')
      await page.clock.fastForward(15_000)
      await page.goto('/cart')
      await expectQueued(page)
      network.clear()
      await page.clock.fastForward(60_000)
      await expectConfirmed(page)
    },
  ],
  portal: [
    'its page is no confirmation',
    async ({ page, network }) => {
      await findByNumber(page)
      network.set(captivePortal)
      await addAllToCart(page)
      await expectQueued(page)
      network.clear()
      await expectConfirmed(page)
    },
  ],
  failing: [
    'tried again under the same key, also after an answer that got lost: it is there once',
    async ({ page, network }) => {
      await findByNumber(page)
      const path = toCallPattern(addCartItem)
      network.set([
        failCalls(path, 1, 'POST'),
        { fault: { type: 'drop-reply' }, path, method: 'POST', skip: 1, times: 1 },
      ])
      await addAllToCart(page)
      await expectConfirmed(page)
      const tries = listExchanges(network, addCartItem)
      expect(tries.map(({ serverStatus }) => serverStatus)).toEqual([undefined, 204, 204])
      expect(new Set(tries.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    },
  ],
  expired: [
    'one new token, then it goes on under the same key',
    async ({ page, network }) => {
      await findByNumber(page)
      const exchangesBefore = listExchanges(network, createSearchToken).length
      network.set([expireTokens(toCallPattern(addCartItem), 1, 'POST')])
      await addAllToCart(page)
      await expectConfirmed(page)
      expect(listExchanges(network, createSearchToken)).toHaveLength(exchangesBefore + 1)
      const keys = listExchanges(network, addCartItem).map(({ headers }) => headers['idempotency-key'])
      expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    },
  ],
  killed: [
    'what waits goes up once after the next start',
    async ({ phone, network }) => {
      const page = await phone.open('/')
      await findByNumber(page)
      network.set(unreachable)
      await addAllToCart(page)
      const cartId = await expectQueued(page)
      await phone.kill()
      network.clear()
      await expectConfirmed(await phone.open('/cart'), cartId)
    },
  ],
  update: [
    'what waits outlives the change of versions',
    async ({ page, network }) => {
      await findByNumber(page)
      network.set([anotherBuild])
      await page.reload()
      await expect(findVisibleText(page, 'Вышла новая версия.')).toBeVisible()
      network.set(unreachable)
      await addAllToCart(page)
      await expectQueued(page)
      const reloaded = page.waitForEvent('load')
      await page.getByRole('button', { name: 'Обновить' }).click()
      await reloaded
      await expectQueued(page)
      network.clear()
      await expectConfirmed(page)
    },
  ],
})
