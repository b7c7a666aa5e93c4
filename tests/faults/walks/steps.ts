import type { Locator, Page } from '@playwright/test'
import { buyAllButton, payButton } from '../../journeys/buying.ts'
import { readLocalStorage } from '../device.ts'
import {
  found,
  onMine,
  onSearch,
  onSelfie,
  readCollection,
  type StoredSelfie,
  says,
  takeSelfie,
  waiting,
} from '../runner.ts'
import { rows, testServer } from '../test-server.ts'
import type { Walker } from './walker.ts'

/** A step of a purchase. It can be started from any state. */
export interface Step {
  go(page: Page, walker: Walker): Promise<void>
  isDone(page: Page, walker: Walker): Promise<boolean>
}

export interface OrderRow {
  readonly id: string
  readonly state: 'AwaitingPayment' | 'Completed' | 'Canceled'
  readonly cart_id: string
}

export const findOrderRows = ({ email }: Walker) =>
  rows<OrderRow>(`select id, state, cart_id from orders where email = '${email}'`)

export const findItemRows = (cartId: string | undefined) =>
  rows(`select 1 from cart_items where cart_id = '${cartId}'`)

export async function keptSelfies(page: Page): Promise<StoredSelfie[]> {
  return [...(await readCollection<StoredSelfie>(page, 'selfies')).values()]
}

const inCart = (page: Page): Locator => page.getByRole('listitem').filter({ hasText: 'Все фото со мной' })
const toCheckout = (page: Page): Locator => page.getByRole('link', { name: /^Оформить/ })
const bank = (page: Page): Locator => page.getByText('Учебный банк. Деньги не списываются.')
const paid = (page: Page): Locator => page.getByRole('heading', { level: 1, name: /Финиш/ })

async function search(page: Page): Promise<void> {
  await page.goto(onSearch)
  await found(page).getByRole('img').first().waitFor()
}

async function selfie(page: Page, walker: Walker): Promise<void> {
  const [kept] = await keptSelfies(page)
  await page.goto(onSelfie)
  if (!kept) {
    const agree = page.getByRole('button', { name: 'Принять и открыть камеру' })
    const shoot = page.getByRole('button', { name: 'Снять', exact: true })
    await agree.or(shoot).first().waitFor()
    if (await agree.isVisible()) await agree.click()
    await shoot.waitFor()
    await takeSelfie(page)
    await says(page, /Селфи (сохранено|остаётся) на телефоне/)
      .or(found(page))
      .first()
      .waitFor()
    walker.selfieId = (await keptSelfies(page))[0]?.id
  }
  await found(page).waitFor()
}

async function fillCart(page: Page): Promise<void> {
  await page.goto('/cart')
  await inCart(page).or(page.getByText('Корзина пуста')).first().waitFor()
  if (!(await inCart(page).isVisible())) {
    await page.goto(onMine)
    await buyAllButton(page).click()
    await page.waitForURL('/order')
    await page.goto('/cart')
  }
  await toCheckout(page).waitFor()
}

async function checkOut(page: Page, walker: Walker): Promise<void> {
  const { checkoutIntent } = await readLocalStorage(page)
  if (checkoutIntent || (await findOrderRows(walker)).length > 0) {
    await page.goto('/')
    await page.getByRole('heading', { name: 'Заказ ждёт оплаты' }).waitFor()
    return
  }
  await page.goto('/cart')
  await toCheckout(page).click()
  await page.waitForURL('/order')
  await page.getByRole('textbox', { name: 'Куда прислать файлы' }).fill(walker.email)
  await page.getByRole('checkbox', { name: /Принимаю оферту/ }).check()
  await payButton(page).click()
  await page.waitForURL(/\/bank\/|\/order\/[\w-]+$/)
}

async function goToBank(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Продолжить оплату' }).first().click()
  const asking = page.getByRole('heading', { level: 1, name: 'Проверяем оплату' })
  await payButton(page).or(asking).first().waitFor()
  // an earlier attempt at the bank may still succeed; the buyer pays anyway
  if (await asking.isVisible()) await page.goto(`${new URL(page.url()).pathname}?pay=other`)
  await payButton(page).click()
  await bank(page).waitFor()
}

async function comeBack(page: Page, walker: Walker): Promise<void> {
  const [order] = await findOrderRows(walker)
  if (order?.state === 'Completed') await page.goto(`/order/${order.id}`)
  else {
    if (!(await bank(page).isVisible())) await goToBank(page)
    await page.getByRole('button', { name: 'Оплатить' }).click()
  }
  await paid(page).waitFor()
}

export const steps = {
  search: {
    go: search,
    isDone: async (page) =>
      (await found(page).isVisible()) &&
      !!(await readLocalStorage(page))[`search.${testServer.eventId}.found`],
  },
  selfie: {
    go: selfie,
    isDone: async (page) => {
      const isReady = (await keptSelfies(page)).some(({ selfie }) => selfie?.state === 'Ready')
      return isReady && (await waiting(page)).length === 0
    },
  },
  cart: {
    go: fillCart,
    isDone: async (page, walker) => {
      const { cartId } = await readLocalStorage(page)
      if ((await findItemRows(cartId)).length === 0 || (await waiting(page)).length > 0) return false
      walker.cartId = cartId
      return true
    },
  },
  checkout: {
    go: checkOut,
    isDone: async (page, walker) => {
      const [order] = await findOrderRows(walker)
      const { pendingOrders = '', checkoutIntent } = await readLocalStorage(page)
      return !!order && pendingOrders.includes(order.id) && !checkoutIntent
    },
  },
  pay: { go: goToBank, isDone: (page) => bank(page).isVisible() },
  return: {
    go: comeBack,
    isDone: async (page, walker) =>
      (await paid(page).isVisible()) && (await findOrderRows(walker))[0]?.state === 'Completed',
  },
} satisfies Record<string, Step>

export type StepName = keyof typeof steps
