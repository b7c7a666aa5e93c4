import type { Stage, Walk } from '../stage.ts'

const soon = 600

/** Navigates from the start number to a cart with the package. */
export async function putPackageIntoCart(stage: Stage): Promise<void> {
  await stage.goto(`/search/${stage.eventId}/${stage.number}`)
  await stage.page.locator('.pf-bib-framed .pf-btn-primary:visible').first().click()
  await stage.page.waitForURL(/\/order$/)
  await stage.goto('/cart')
  await stage.rest()
}

export async function fillCheckout(stage: Stage, email = 'anna.s@mail.example'): Promise<void> {
  await stage.goto('/cart')
  await stage.link('cart.order').or(stage.link('cart.orderFor')).first().click()
  await stage.page.waitForURL(/\/order$/)
  await stage.field('checkout.email.label').fill(email)
  await stage.page.getByRole('checkbox').first().check()
  await stage.page.waitForTimeout(soon)
}

export async function payAndAnswer(stage: Stage, answer: 'approve' | 'decline' | 'timeout'): Promise<void> {
  await stage.button('orders.pay').click()
  await stage.page.waitForURL(/\/bank\//)
  await stage.button(answer).click()
  await stage.page.waitForURL(/\/order/)
}

async function waitUntilPaid(stage: Stage): Promise<void> {
  await stage.page
    .locator('h1')
    .filter({ hasText: stage.say('orders.paid.title') })
    .waitFor()
}

const cart: Walk = {
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
    await stage.shot('cart-empty')
    await stage.goto('/order')
    await stage.shot('checkout-empty')
    await stage.goto(`/search/${stage.eventId}/${stage.number}`)
    await stage.goto(`/event/${stage.eventId}/frame`)
    await stage.shot('frame-empty')
    if ((await page.getByRole('radio').count()) > 0) {
      await page.getByRole('radio').first().check()
      await page.getByRole('img', { name: stage.say('frames.preview.alt') }).waitFor()
      await stage.shot('frame')
      await stage.button('frames.toCart').click()
      await stage.link('frames.openCart').waitFor()
    }
    await stage.goto(`/event/${stage.eventId}`)
    for (const at of [3, 5]) await page.locator('.pf-tile-pick').nth(at).click()
    await stage.button('photos.toCart').click()
    await page.waitForTimeout(soon)
    await putPackageIntoCart(stage)
    await stage.goto('/cart')
    await page.waitForTimeout(soon)
    await stage.shot('cart')
    await stage.field('cart.promo.label').fill('nobody')
    await stage.button('cart.promo.apply').click()
    await page.waitForTimeout(2 * soon)
    await stage.shot('cart-promo-wrong')
    const code = stage.promoCode
    if (code) {
      await stage.field('cart.promo.label').fill(code)
      await stage.button('cart.promo.apply').click()
      await stage.button('cart.promo.remove').waitFor()
      await stage.shot('cart-promo')
    }
    await stage.button('cart.remove').click()
    await stage.button('cart.putBack').waitFor()
    await stage.shot('cart-removed')
    // a brand without frames has no other item to remove
    await stage.button('cart.putBack').click()
    await stage.button('cart.putBack').waitFor({ state: 'detached' })
    await page.waitForTimeout(soon)
    await stage.offline(true)
    await page.waitForTimeout(soon)
    await stage.button('cart.remove').click()
    await stage.shot('cart-offline')
    await stage.offline(false)
    await stage.goto('/cart')
    await page.waitForTimeout(2 * soon)
    await stage.link('cart.order').or(stage.link('cart.orderFor')).first().click()
    await page.waitForURL(/\/order$/)
    await stage.button('orders.pay').click()
    await stage.shot('checkout-wrong')
    await fillCheckout(stage)
    await stage.shot('checkout')
    await stage.offline(true)
    await page.waitForTimeout(soon)
    await stage.shot('checkout-offline')
    await stage.offline(false)
    await page.waitForTimeout(soon)
    await fillCheckout(stage)
    await stage.button('orders.pay').click()
    await page.waitForURL(/\/bank\//)
    await stage.shot('bank')
  },
}

const paid: Walk = {
  shows: ['order-paid', 'orders', 'receipt', 'order-viewer', 'order-email', 'mail'],
  async run(stage) {
    const { page } = stage
    await putPackageIntoCart(stage)
    await fillCheckout(stage)
    await payAndAnswer(stage, 'approve')
    await waitUntilPaid(stage)
    await page.waitForTimeout(4000)
    await stage.shot('order-paid')
    const orderPath = new URL(page.url()).pathname
    const receipt = page.getByRole('link', { name: stage.say('orders.receipt') }).first()
    await receipt.waitFor()
    const address = new URL((await receipt.getAttribute('href')) ?? '', page.url())
    // a modal from here on
    await stage
      .button('orders.email.correct')
      .click()
      .catch(() => undefined)
    await stage.shot('order-email')
    await stage.goto('/orders')
    await stage.shot('orders')
    await page.goto(address.href)
    await stage.shot('receipt')
    await stage.goto('/demo')
    const mail = await page.locator('a[href*="/outbox/"]').first().getAttribute('href')
    await page.goto(new URL(mail ?? '/', stage.setting.origin).href)
    await stage.shot('mail')
    await stage.goto(orderPath)
    await page.locator('main li button').first().click()
    await page.getByRole('dialog').waitFor()
    await stage.shot('order-viewer')
  },
}

const offers: Walk = {
  shows: ['results-few', 'results-part', 'results-bought'],
  tenants: ['default'],
  async run(stage) {
    const { page } = stage
    const showResults = async () => {
      await stage.goto(`/search/${stage.eventId}/${stage.number}`)
      await page.waitForTimeout(2 * soon)
    }
    const few = stage.setting.demo.numbers.find(({ number }) => number === '17')
    if (few) {
      await stage.goto(`/search/${few.eventId}/${few.number}`)
      await page.waitForTimeout(2 * soon)
      await stage.shot('results-few')
    }
    await showResults()
    for (const at of [0, 1, 2]) await page.locator('.pf-tile-pick').nth(at).click()
    await stage.button('photos.toCart').click()
    await page.waitForTimeout(soon)
    await fillCheckout(stage, 'offers@mail.example')
    await payAndAnswer(stage, 'approve')
    await waitUntilPaid(stage)
    await showResults()
    await stage.shot('results-part')
    await page.locator('.pf-bib-framed .pf-btn-primary:visible').first().click()
    await page.waitForTimeout(2 * soon)
    await fillCheckout(stage, 'offers@mail.example')
    await payAndAnswer(stage, 'approve')
    await waitUntilPaid(stage)
    await showResults()
    await stage.shot('results-bought')
  },
}

const unpaid: Walk = {
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
    await page.waitForTimeout(soon)
    await stage.rest()
    await stage.shot('order-awaiting')
    const path = new URL(page.url()).pathname
    await stage.goto('/')
    await stage.shot('home-resume')
    await stage.offline(true)
    await page.waitForTimeout(soon)
    await stage.shot('home-resume-offline')
    await stage.offline(false)
    await stage.goto(path)
    await payAndAnswer(stage, 'decline')
    await stage.rest()
    await page
      .locator('h1')
      .filter({ hasText: stage.say('orders.declined.title') })
      .waitFor()
    await stage.shot('order-declined')
    await payAndAnswer(stage, 'timeout')
    await stage.rest()
    await stage.shot('order-checking')
    await page.waitForTimeout(32_000)
    await stage.shot('order-checking-long')
    await stage.change(/\/public\/orders\/api\/v1\/orders\/[^/]+$/, (order) => ({
      ...order,
      state: 'Canceled',
    }))
    await stage.goto(path)
    await page.waitForTimeout(soon)
    await stage.shot('order-canceled')
  },
}

const gifts: Walk = {
  shows: ['gift', 'gift-event', 'cart-gift', 'order-gift'],
  async run(stage) {
    await stage.goto('/gift')
    await stage.shot('gift')
    await stage.goto(`/gift/${stage.eventId}?quantity=9`)
    await stage.shot('gift-event')
    await stage.field('gifts.email').fill('office@example.com')
    await stage.button('gifts.toCartFor').click()
    await stage.page.waitForURL(/\/cart$/)
    await stage.page.waitForTimeout(soon)
    await stage.shot('cart-gift')
    await fillCheckout(stage)
    await payAndAnswer(stage, 'approve')
    await stage.page.getByText(stage.say('orders.codes.use')).first().waitFor()
    await stage.shot('order-gift')
  },
}

const preorder: Walk = {
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
    await stage.shot('preorder')
    await stage.button('preorders.buy').click()
    await stage.page.waitForURL(/\/cart$/)
    await fillCheckout(stage)
    await payAndAnswer(stage, 'approve')
    await stage.page
      .locator('h1')
      .filter({ hasText: stage.say('orders.paid.preorder') })
      .waitFor()
    await stage.page.waitForTimeout(soon)
    await stage.shot('preorder-paid')
    const number =
      (
        await stage.page
          .getByText(/^\d{5,}$/)
          .first()
          .textContent()
      )?.trim() ?? ''
    await command('refund', number)
    await stage.page.waitForTimeout(3 * soon)
    await stage.page.reload()
    await stage.page.waitForTimeout(3 * soon)
    await stage.shot('refunded')
  },
}

export const buying: readonly Walk[] = [cart, paid, offers, unpaid, gifts, preorder]
