import type { Stage, Walk } from '../stage.ts'

const shortWaitInMs = 600

/** Navigates from the start number to a cart with the package. */
export async function putPackageIntoCart(stage: Stage): Promise<void> {
  await stage.goto(`/search/${stage.eventId}/${stage.number}`)
  await stage.page.locator('.pf-bib-framed .pf-btn-primary:visible').first().click()
  await stage.page.waitForURL(/\/order$/)
  await stage.goto('/cart')
  await stage.waitUntilLoaded()
}

export async function fillCheckout(stage: Stage, email = 'anna.s@mail.example'): Promise<void> {
  await stage.goto('/cart')
  await stage.link('cart.order').or(stage.link('cart.orderFor')).first().click()
  await stage.page.waitForURL(/\/order$/)
  await stage.field('checkout.email.label').fill(email)
  await stage.page.getByRole('checkbox').first().check()
  await stage.page.waitForTimeout(shortWaitInMs)
}

export async function payWithOutcome(
  stage: Stage,
  outcome: 'approve' | 'decline' | 'timeout',
): Promise<void> {
  await stage.button('orders.pay').click()
  await stage.page.waitForURL(/\/bank\//)
  await stage.button(outcome).click()
  await stage.page.waitForURL(/\/order/)
}

async function waitUntilPaid(stage: Stage): Promise<void> {
  await stage.page
    .locator('h1')
    .filter({ hasText: stage.text('orders.paid.title') })
    .waitFor()
}

const cartWalk: Walk = {
  shows: [
    'cart-empty',
    'frame-empty',
    'frame',
    'cart',
    'cart-promo',
    'cart-promo-wrong',
    'cart-removed',
    'cart-offline',
    'checkout-empty',
    'checkout',
    'checkout-wrong',
    'checkout-offline',
    'bank',
  ],
  async run(stage) {
    const { page } = stage
    await stage.goto('/cart')
    await stage.takePictures('cart-empty')
    await stage.goto('/order')
    await stage.takePictures('checkout-empty')
    await stage.goto(`/search/${stage.eventId}/${stage.number}`)
    await stage.goto(`/event/${stage.eventId}/frame`)
    await stage.takePictures('frame-empty')
    if ((await page.getByRole('radio').count()) > 0) {
      await page.getByRole('radio').first().check()
      await page.getByRole('img', { name: stage.text('frames.preview.alt') }).waitFor()
      await stage.takePictures('frame')
      await stage.button('frames.toCart').click()
      await stage.link('frames.openCart').waitFor()
    }
    await stage.goto(`/event/${stage.eventId}`)
    for (const index of [3, 5]) await page.locator('.pf-tile-pick').nth(index).click()
    await stage.button('photos.toCart').click()
    await page.waitForTimeout(shortWaitInMs)
    await putPackageIntoCart(stage)
    await stage.goto('/cart')
    await page.waitForTimeout(shortWaitInMs)
    await stage.takePictures('cart')
    await stage.field('cart.promo.label').fill('nobody')
    await stage.button('cart.promo.apply').click()
    await page.waitForTimeout(2 * shortWaitInMs)
    await stage.takePictures('cart-promo-wrong')
    const code = stage.promoCode
    if (code) {
      await stage.field('cart.promo.label').fill(code)
      await stage.button('cart.promo.apply').click()
      await stage.button('cart.promo.remove').waitFor()
      await stage.takePictures('cart-promo')
    }
    await stage.button('cart.remove').click()
    await stage.button('cart.putBack').waitFor()
    await stage.takePictures('cart-removed')
    // a brand without frames has no other item to remove
    await stage.button('cart.putBack').click()
    await stage.button('cart.putBack').waitFor({ state: 'detached' })
    await page.waitForTimeout(shortWaitInMs)
    await stage.setOffline(true)
    await page.waitForTimeout(shortWaitInMs)
    await stage.button('cart.remove').click()
    await stage.takePictures('cart-offline')
    await stage.setOffline(false)
    await stage.goto('/cart')
    await page.waitForTimeout(2 * shortWaitInMs)
    await stage.link('cart.order').or(stage.link('cart.orderFor')).first().click()
    await page.waitForURL(/\/order$/)
    await stage.button('orders.pay').click()
    await stage.takePictures('checkout-wrong')
    await fillCheckout(stage)
    await stage.takePictures('checkout')
    await stage.setOffline(true)
    await page.waitForTimeout(shortWaitInMs)
    await stage.takePictures('checkout-offline')
    await stage.setOffline(false)
    await page.waitForTimeout(shortWaitInMs)
    await fillCheckout(stage)
    await stage.button('orders.pay').click()
    await page.waitForURL(/\/bank\//)
    await stage.takePictures('bank')
  },
}

const paidOrderWalk: Walk = {
  shows: ['order-paid', 'orders', 'receipt', 'order-viewer', 'order-email', 'mail'],
  async run(stage) {
    const { page } = stage
    await putPackageIntoCart(stage)
    await fillCheckout(stage)
    await payWithOutcome(stage, 'approve')
    await waitUntilPaid(stage)
    await page.waitForTimeout(4000)
    await stage.takePictures('order-paid')
    const orderPath = new URL(page.url()).pathname
    const receipt = page.getByRole('link', { name: stage.text('orders.receipt') }).first()
    await receipt.waitFor()
    const address = new URL((await receipt.getAttribute('href')) ?? '', page.url())
    // a modal from here on
    await stage
      .button('orders.email.correct')
      .click()
      .catch(() => undefined)
    await stage.takePictures('order-email')
    await stage.goto('/orders')
    await stage.takePictures('orders')
    await page.goto(address.href)
    await stage.takePictures('receipt')
    await stage.goto('/demo')
    const mail = await page.locator('a[href*="/outbox/"]').first().getAttribute('href')
    await page.goto(new URL(mail ?? '/', stage.setting.origin).href)
    await stage.takePictures('mail')
    await stage.goto(orderPath)
    await page.locator('main li button').first().click()
    await page.getByRole('dialog').waitFor()
    await stage.takePictures('order-viewer')
  },
}

const offersWalk: Walk = {
  shows: ['results-few', 'results-part', 'results-bought'],
  tenants: ['default'],
  async run(stage) {
    const { page } = stage
    const showResults = async () => {
      await stage.goto(`/search/${stage.eventId}/${stage.number}`)
      await page.waitForTimeout(2 * shortWaitInMs)
    }
    const fewPhotos = stage.setting.demo.numbers.find(({ number }) => number === '17')
    if (fewPhotos) {
      await stage.goto(`/search/${fewPhotos.eventId}/${fewPhotos.number}`)
      await page.waitForTimeout(2 * shortWaitInMs)
      await stage.takePictures('results-few')
    }
    await showResults()
    for (const index of [0, 1, 2]) await page.locator('.pf-tile-pick').nth(index).click()
    await stage.button('photos.toCart').click()
    await page.waitForTimeout(shortWaitInMs)
    await fillCheckout(stage, 'offers@mail.example')
    await payWithOutcome(stage, 'approve')
    await waitUntilPaid(stage)
    await showResults()
    await stage.takePictures('results-part')
    await page.locator('.pf-bib-framed .pf-btn-primary:visible').first().click()
    await page.waitForTimeout(2 * shortWaitInMs)
    await fillCheckout(stage, 'offers@mail.example')
    await payWithOutcome(stage, 'approve')
    await waitUntilPaid(stage)
    await showResults()
    await stage.takePictures('results-bought')
  },
}

const unpaidOrderWalk: Walk = {
  shows: [
    'order-declined',
    'order-checking',
    'home-resume',
    'home-resume-offline',
    'order-awaiting',
    'order-checking-long',
    'order-canceled',
    'my-order',
  ],
  async run(stage) {
    const { page } = stage
    await putPackageIntoCart(stage)
    await fillCheckout(stage)
    await stage.button('orders.pay').click()
    await page.waitForURL(/\/bank\//)
    await page.goBack()
    await page.waitForTimeout(shortWaitInMs)
    await stage.waitUntilLoaded()
    await stage.takePictures('order-awaiting')
    const path = new URL(page.url()).pathname
    await stage.goto('/')
    await stage.takePictures('home-resume')
    await stage.setOffline(true)
    await page.waitForTimeout(shortWaitInMs)
    await stage.takePictures('home-resume-offline')
    await stage.setOffline(false)
    await stage.goto(path)
    await payWithOutcome(stage, 'decline')
    await stage.waitUntilLoaded()
    await page
      .locator('h1')
      .filter({ hasText: stage.text('orders.declined.title') })
      .waitFor()
    await stage.takePictures('order-declined')
    await payWithOutcome(stage, 'timeout')
    await stage.waitUntilLoaded()
    await stage.takePictures('order-checking')
    await page.waitForTimeout(32_000)
    await stage.takePictures('order-checking-long')
    await stage.editResponses(/\/public\/orders\/api\/v1\/orders\/[^/]+$/, (order) => ({
      ...order,
      state: 'Canceled',
    }))
    await stage.goto(path)
    await page.waitForTimeout(shortWaitInMs)
    await stage.takePictures('order-canceled')
  },
}

const giftsWalk: Walk = {
  shows: ['gift', 'gift-event', 'cart-gift', 'order-gift'],
  async run(stage) {
    await stage.goto('/gift')
    await stage.takePictures('gift')
    await stage.goto(`/gift/${stage.eventId}?quantity=9`)
    await stage.takePictures('gift-event')
    await stage.field('gifts.email').fill('office@example.com')
    await stage.button('gifts.toCartFor').click()
    await stage.page.waitForURL(/\/cart$/)
    await stage.page.waitForTimeout(shortWaitInMs)
    await stage.takePictures('cart-gift')
    await fillCheckout(stage)
    await payWithOutcome(stage, 'approve')
    await stage.page.getByText(stage.text('orders.codes.use')).first().waitFor()
    await stage.takePictures('order-gift')
  },
}

const preorderWalk: Walk = {
  shows: ['preorder', 'preorder-paid', 'refunded'],
  tenants: ['default'],
  commands: true,
  async run(stage) {
    const { command } = stage.setting
    if (!command) return
    const words = ['--title', 'Осенний кросс', '--title-en', 'Autumn Cross', '--date', '2026-12-05']
    const eventId = await command('event', 'create', ...words, '--city', 'Казань', '--distance', '10 km')
    await command('preorder', 'open', '--event', eventId, '--percent', '25')
    await stage.goto(`/search/${eventId}/77`)
    await stage.takePictures('preorder')
    await stage.button('preorders.buy').click()
    await stage.page.waitForURL(/\/cart$/)
    await fillCheckout(stage)
    await payWithOutcome(stage, 'approve')
    await stage.page
      .locator('h1')
      .filter({ hasText: stage.text('orders.paid.preorder') })
      .waitFor()
    await stage.page.waitForTimeout(shortWaitInMs)
    await stage.takePictures('preorder-paid')
    const number =
      (
        await stage.page
          .getByText(/^\d{5,}$/)
          .first()
          .textContent()
      )?.trim() ?? ''
    await command('refund', number)
    await stage.page.waitForTimeout(3 * shortWaitInMs)
    await stage.page.reload()
    await stage.page.waitForTimeout(3 * shortWaitInMs)
    await stage.takePictures('refunded')
  },
}

export const commerceWalks: readonly Walk[] = [
  cartWalk,
  paidOrderWalk,
  offersWalk,
  unpaidOrderWalk,
  giftsWalk,
  preorderWalk,
]
