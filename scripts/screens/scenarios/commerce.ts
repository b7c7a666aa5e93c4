import type { Scenario, ScreenshotSession } from '../session.ts'

const shortWaitInMs = 600

/** Navigates from the start number to a cart with the package. */
export async function putPackageIntoCart(session: ScreenshotSession): Promise<void> {
  await session.goto(`/search/${session.eventId}/${session.number}`)
  await session.page.locator('.pf-bib-framed .pf-btn-primary:visible').first().click()
  await session.page.waitForURL(/\/order$/)
  await session.goto('/cart')
  await session.waitUntilLoaded()
}

export async function fillCheckout(session: ScreenshotSession, email = 'anna.s@mail.example'): Promise<void> {
  await session.goto('/cart')
  await session.link('cart.order').or(session.link('cart.orderFor')).first().click()
  await session.page.waitForURL(/\/order$/)
  await session.field('checkout.email.label').fill(email)
  await session.page.getByRole('checkbox').first().check()
  await session.page.waitForTimeout(shortWaitInMs)
}

export async function payWithOutcome(
  session: ScreenshotSession,
  outcome: 'approve' | 'decline' | 'timeout',
): Promise<void> {
  await session.button('orders.pay').click()
  await session.page.waitForURL(/\/bank\//)
  await session.button(outcome).click()
  await session.page.waitForURL(/\/order/)
}

async function waitUntilPaid(session: ScreenshotSession): Promise<void> {
  await session.page
    .locator('h1')
    .filter({ hasText: session.text('orders.paid.title') })
    .waitFor()
}

const cartScenario: Scenario = {
  screenNames: [
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
  async run(session) {
    const { page } = session
    await session.goto('/cart')
    await session.takePictures('cart-empty')
    await session.goto('/order')
    await session.takePictures('checkout-empty')
    await session.goto(`/search/${session.eventId}/${session.number}`)
    await session.goto(`/event/${session.eventId}/frame`)
    await session.takePictures('frame-empty')
    if ((await page.getByRole('radio').count()) > 0) {
      await page.getByRole('radio').first().check()
      await page.getByRole('img', { name: session.text('frames.preview.alt') }).waitFor()
      await session.takePictures('frame')
      await session.button('frames.toCart').click()
      await session.link('frames.openCart').waitFor()
    }
    await session.goto(`/event/${session.eventId}`)
    for (const index of [3, 5]) await page.locator('.pf-tile-pick').nth(index).click()
    await session.button('photos.toCart').click()
    await page.waitForTimeout(shortWaitInMs)
    await putPackageIntoCart(session)
    await session.goto('/cart')
    await page.waitForTimeout(shortWaitInMs)
    await session.takePictures('cart')
    await session.field('cart.promo.label').fill('nobody')
    await session.button('cart.promo.apply').click()
    await page.waitForTimeout(2 * shortWaitInMs)
    await session.takePictures('cart-promo-wrong')
    const code = session.promoCode
    if (code) {
      await session.field('cart.promo.label').fill(code)
      await session.button('cart.promo.apply').click()
      await session.button('cart.promo.remove').waitFor()
      await session.takePictures('cart-promo')
    }
    await session.button('cart.remove').click()
    await session.button('cart.putBack').waitFor()
    await session.takePictures('cart-removed')
    // a brand without frames has no other item to remove
    await session.button('cart.putBack').click()
    await session.button('cart.putBack').waitFor({ state: 'detached' })
    await page.waitForTimeout(shortWaitInMs)
    await session.setOffline(true)
    await page.waitForTimeout(shortWaitInMs)
    await session.button('cart.remove').click()
    await session.takePictures('cart-offline')
    await session.setOffline(false)
    await session.goto('/cart')
    await page.waitForTimeout(2 * shortWaitInMs)
    await session.link('cart.order').or(session.link('cart.orderFor')).first().click()
    await page.waitForURL(/\/order$/)
    await session.button('orders.pay').click()
    await session.takePictures('checkout-wrong')
    await fillCheckout(session)
    await session.takePictures('checkout')
    await session.setOffline(true)
    await page.waitForTimeout(shortWaitInMs)
    await session.takePictures('checkout-offline')
    await session.setOffline(false)
    await page.waitForTimeout(shortWaitInMs)
    await fillCheckout(session)
    await session.button('orders.pay').click()
    await page.waitForURL(/\/bank\//)
    await session.takePictures('bank')
  },
}

const paidOrderScenario: Scenario = {
  screenNames: ['order-paid', 'orders', 'receipt', 'order-viewer', 'order-email', 'mail'],
  async run(session) {
    const { page } = session
    await putPackageIntoCart(session)
    await fillCheckout(session)
    await payWithOutcome(session, 'approve')
    await waitUntilPaid(session)
    await page.waitForTimeout(4000)
    await session.takePictures('order-paid')
    const orderPath = new URL(page.url()).pathname
    const receipt = page.getByRole('link', { name: session.text('orders.receipt') }).first()
    await receipt.waitFor()
    const address = new URL((await receipt.getAttribute('href')) ?? '', page.url())
    // a modal from here on
    await session
      .button('orders.email.correct')
      .click()
      .catch(() => undefined)
    await session.takePictures('order-email')
    await session.goto('/orders')
    await session.takePictures('orders')
    await page.goto(address.href)
    await session.takePictures('receipt')
    await session.goto('/demo')
    const mail = await page.locator('a[href*="/outbox/"]').first().getAttribute('href')
    await page.goto(new URL(mail ?? '/', session.options.origin).href)
    await session.takePictures('mail')
    await session.goto(orderPath)
    await page.locator('main li button').first().click()
    await page.getByRole('dialog').waitFor()
    await session.takePictures('order-viewer')
  },
}

const offersScenario: Scenario = {
  screenNames: ['results-few', 'results-part', 'results-bought'],
  tenants: ['default'],
  async run(session) {
    const { page } = session
    const showResults = async () => {
      await session.goto(`/search/${session.eventId}/${session.number}`)
      await page.waitForTimeout(2 * shortWaitInMs)
    }
    const fewPhotos = session.options.demo.numbers.find(({ number }) => number === '17')
    if (fewPhotos) {
      await session.goto(`/search/${fewPhotos.eventId}/${fewPhotos.number}`)
      await page.waitForTimeout(2 * shortWaitInMs)
      await session.takePictures('results-few')
    }
    await showResults()
    for (const index of [0, 1, 2]) await page.locator('.pf-tile-pick').nth(index).click()
    await session.button('photos.toCart').click()
    await page.waitForTimeout(shortWaitInMs)
    await fillCheckout(session, 'offers@mail.example')
    await payWithOutcome(session, 'approve')
    await waitUntilPaid(session)
    await showResults()
    await session.takePictures('results-part')
    await page.locator('.pf-bib-framed .pf-btn-primary:visible').first().click()
    await page.waitForTimeout(2 * shortWaitInMs)
    await fillCheckout(session, 'offers@mail.example')
    await payWithOutcome(session, 'approve')
    await waitUntilPaid(session)
    await showResults()
    await session.takePictures('results-bought')
  },
}

const unpaidOrderScenario: Scenario = {
  screenNames: [
    'order-declined',
    'order-checking',
    'home-resume',
    'home-resume-offline',
    'order-awaiting',
    'order-checking-long',
    'order-canceled',
    'my-order',
  ],
  async run(session) {
    const { page } = session
    await putPackageIntoCart(session)
    await fillCheckout(session)
    await session.button('orders.pay').click()
    await page.waitForURL(/\/bank\//)
    await page.goBack()
    await page.waitForTimeout(shortWaitInMs)
    await session.waitUntilLoaded()
    await session.takePictures('order-awaiting')
    const path = new URL(page.url()).pathname
    await session.goto('/')
    await session.takePictures('home-resume')
    await session.setOffline(true)
    await page.waitForTimeout(shortWaitInMs)
    await session.takePictures('home-resume-offline')
    await session.setOffline(false)
    await session.goto(path)
    await payWithOutcome(session, 'decline')
    await session.waitUntilLoaded()
    await page
      .locator('h1')
      .filter({ hasText: session.text('orders.declined.title') })
      .waitFor()
    await session.takePictures('order-declined')
    await payWithOutcome(session, 'timeout')
    await session.waitUntilLoaded()
    await session.takePictures('order-checking')
    await page.waitForTimeout(32_000)
    await session.takePictures('order-checking-long')
    await session.editResponses(/\/public\/orders\/api\/v1\/orders\/[^/]+$/, (order) => ({
      ...order,
      state: 'Canceled',
    }))
    await session.goto(path)
    await page.waitForTimeout(shortWaitInMs)
    await session.takePictures('order-canceled')
  },
}

const giftsScenario: Scenario = {
  screenNames: ['gift', 'gift-event', 'cart-gift', 'order-gift'],
  async run(session) {
    await session.goto('/gift')
    await session.takePictures('gift')
    await session.goto(`/gift/${session.eventId}?quantity=9`)
    await session.takePictures('gift-event')
    await session.field('gifts.email').fill('office@example.com')
    await session.button('gifts.toCartFor').click()
    await session.page.waitForURL(/\/cart$/)
    await session.page.waitForTimeout(shortWaitInMs)
    await session.takePictures('cart-gift')
    await fillCheckout(session)
    await payWithOutcome(session, 'approve')
    await session.page.getByText(session.text('orders.codes.use')).first().waitFor()
    await session.takePictures('order-gift')
  },
}

/** Creates an event three weeks ahead whose photos can be pre-ordered. @returns its id */
export async function createFutureEvent(command: (...words: string[]) => Promise<string>): Promise<string> {
  const date = new Date(Date.now() + 21 * 86_400_000).toISOString().slice(0, 10)
  const words = ['--title', 'Осенний кросс', '--title-en', 'Autumn Cross', '--date', date]
  const eventId = await command('event', 'create', ...words, '--city', 'Казань', '--distance', '10 km')
  await command('preorder', 'open', '--event', eventId, '--percent', '25')
  return eventId
}

const preorderScenario: Scenario = {
  screenNames: ['preorder', 'preorder-paid', 'refunded'],
  tenants: ['default'],
  usesCommandLine: true,
  async run(session) {
    const { command } = session.options
    if (!command) return
    const eventId = await createFutureEvent(command)
    await session.goto(`/search/${eventId}/77`)
    await session.takePictures('preorder')
    await session.button('preorders.buy').click()
    await session.page.waitForURL(/\/order$/)
    await fillCheckout(session)
    await payWithOutcome(session, 'approve')
    await session.page
      .locator('h1')
      .filter({ hasText: session.text('orders.paid.preorder') })
      .waitFor()
    await session.page.waitForTimeout(shortWaitInMs)
    await session.takePictures('preorder-paid')
    const number =
      (
        await session.page
          .getByText(/^\d{5,}$/)
          .first()
          .textContent()
      )?.trim() ?? ''
    await command('refund', number)
    await session.page.waitForTimeout(3 * shortWaitInMs)
    await session.page.reload()
    await session.page.waitForTimeout(3 * shortWaitInMs)
    await session.takePictures('refunded')
  },
}

export const commerceScenarios: readonly Scenario[] = [
  cartScenario,
  paidOrderScenario,
  offersScenario,
  unpaidOrderScenario,
  giftsScenario,
  preorderScenario,
]
