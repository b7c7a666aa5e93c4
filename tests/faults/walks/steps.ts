import type { Locator, Page } from '@playwright/test'
import { findBuyAllButton, findPayButton } from '../../journeys/purchase-steps.ts'
import { readLocalStorage } from '../device.ts'
import {
  findOwnPhotos,
  findVisibleText,
  listUnsentKinds,
  ownPhotosPath,
  readCollection,
  type StoredSelfie,
  searchPath,
  selfiePath,
  takeSelfie,
} from '../steps.ts'
import { queryRows, testServer } from '../test-server.ts'
import type { SimulatedBuyer } from './simulated-buyer.ts'

/** A step of a purchase. It can be started from any state. */
export interface Step {
  run(page: Page, buyer: SimulatedBuyer): Promise<void>
  isDone(page: Page, buyer: SimulatedBuyer): Promise<boolean>
}

export interface OrderRow {
  readonly id: string
  readonly state: 'AwaitingPayment' | 'Completed' | 'Canceled'
  readonly cart_id: string
}

export const findOrderRows = ({ email }: SimulatedBuyer) =>
  queryRows<OrderRow>(`select id, state, cart_id from orders where email = '${email}'`)

export const findItemRows = (cartId: string | undefined) =>
  queryRows(`select 1 from cart_items where cart_id = '${cartId}'`)

export async function readStoredSelfies(page: Page): Promise<StoredSelfie[]> {
  return [...(await readCollection<StoredSelfie>(page, 'selfies')).values()]
}

const findCartItem = (page: Page): Locator =>
  page.getByRole('listitem').filter({ hasText: 'Все фото со мной' })
const findCheckoutLink = (page: Page): Locator => page.getByRole('link', { name: /^Оформить/ })
const findBankText = (page: Page): Locator => page.getByText('Учебный банк. Деньги не списываются.')
const findPaidHeading = (page: Page): Locator => page.getByRole('heading', { level: 1, name: /Финиш/ })

async function searchByNumber(page: Page): Promise<void> {
  await page.goto(searchPath)
  await findOwnPhotos(page).getByRole('img').first().waitFor()
}

async function takeAndSendSelfie(page: Page, buyer: SimulatedBuyer): Promise<void> {
  const [storedSelfie] = await readStoredSelfies(page)
  await page.goto(selfiePath)
  if (!storedSelfie) {
    const consentButton = page.getByRole('button', { name: 'Принять и открыть камеру' })
    const shutterButton = page.getByRole('button', { name: 'Снять', exact: true })
    await consentButton.or(shutterButton).first().waitFor()
    if (await consentButton.isVisible()) await consentButton.click()
    await shutterButton.waitFor()
    await takeSelfie(page)
    await findVisibleText(page, /Селфи (сохранено|остаётся) на телефоне/)
      .or(findOwnPhotos(page))
      .first()
      .waitFor()
    buyer.selfieId = (await readStoredSelfies(page))[0]?.id
  }
  await findOwnPhotos(page).waitFor()
}

async function fillCart(page: Page): Promise<void> {
  await page.goto('/cart')
  await findCartItem(page).or(page.getByText('Корзина пуста')).first().waitFor()
  if (!(await findCartItem(page).isVisible())) {
    await page.goto(ownPhotosPath)
    await findBuyAllButton(page).click()
    await page.waitForURL('/order')
    await page.goto('/cart')
  }
  await findCheckoutLink(page).waitFor()
}

async function checkOut(page: Page, buyer: SimulatedBuyer): Promise<void> {
  const { checkoutIntent } = await readLocalStorage(page)
  if (checkoutIntent || (await findOrderRows(buyer)).length > 0) {
    await page.goto('/')
    await page.getByRole('heading', { name: 'Заказ ждёт оплаты' }).waitFor()
    return
  }
  await page.goto('/cart')
  await findCheckoutLink(page).click()
  await page.waitForURL('/order')
  await page.getByRole('textbox', { name: 'Куда прислать файлы' }).fill(buyer.email)
  await page.getByRole('checkbox', { name: /Принимаю оферту/ }).check()
  await findPayButton(page).click()
  await page.waitForURL(/\/bank\/|\/order\/[\w-]+$/)
}

async function goToBank(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Продолжить оплату' }).first().click()
  const checkingHeading = page.getByRole('heading', { level: 1, name: 'Проверяем оплату' })
  await findPayButton(page).or(checkingHeading).first().waitFor()
  // an earlier attempt at the bank may still succeed; the buyer pays anyway
  if (await checkingHeading.isVisible()) await page.goto(`${new URL(page.url()).pathname}?pay=other`)
  await findPayButton(page).click()
  await findBankText(page).waitFor()
}

async function returnFromBank(page: Page, buyer: SimulatedBuyer): Promise<void> {
  const [order] = await findOrderRows(buyer)
  if (order?.state === 'Completed') await page.goto(`/order/${order.id}`)
  else {
    if (!(await findBankText(page).isVisible())) await goToBank(page)
    await page.getByRole('button', { name: 'Оплатить' }).click()
  }
  await findPaidHeading(page).waitFor()
}

export const steps = {
  search: {
    run: searchByNumber,
    isDone: async (page) =>
      (await findOwnPhotos(page).isVisible()) &&
      !!(await readLocalStorage(page))[`search.${testServer.eventId}.found`],
  },
  selfie: {
    run: takeAndSendSelfie,
    isDone: async (page) => {
      const isReady = (await readStoredSelfies(page)).some(
        ({ selfie: takeAndSendSelfie }) => takeAndSendSelfie?.state === 'Ready',
      )
      return isReady && (await listUnsentKinds(page)).length === 0
    },
  },
  cart: {
    run: fillCart,
    isDone: async (page, buyer) => {
      const { cartId } = await readLocalStorage(page)
      if ((await findItemRows(cartId)).length === 0 || (await listUnsentKinds(page)).length > 0) return false
      buyer.cartId = cartId
      return true
    },
  },
  checkout: {
    run: checkOut,
    isDone: async (page, buyer) => {
      const [order] = await findOrderRows(buyer)
      const { pendingOrders = '', checkoutIntent } = await readLocalStorage(page)
      return !!order && pendingOrders.includes(order.id) && !checkoutIntent
    },
  },
  pay: { run: goToBank, isDone: (page) => findBankText(page).isVisible() },
  return: {
    run: returnFromBank,
    isDone: async (page, buyer) =>
      (await findPaidHeading(page).isVisible()) && (await findOrderRows(buyer))[0]?.state === 'Completed',
  },
} satisfies Record<string, Step>

export type StepName = keyof typeof steps
