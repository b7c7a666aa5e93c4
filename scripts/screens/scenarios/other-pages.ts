import type { Scenario } from '../session.ts'
import { fillCheckout, payWithOutcome, putPackageIntoCart } from './commerce.ts'

const partnerPages = ['photographers', 'organizers', 'business'] as const

const partnersScenario: Scenario = {
  screenNames: partnerPages.flatMap((page) => [page, `${page}-form`, `${page}-wrong`]),
  tenants: ['default', 'trail'],
  async run(session) {
    for (const page of partnerPages) {
      await session.goto(`/for-${page}`)
      await session.takePictures(page)
      await session.goto(`/for-${page}?request`)
      const form = session.page.getByRole('dialog')
      await form.waitFor()
      await session.takePictures(`${page}-form`)
      await form.getByRole('button', { name: session.text('requests.send') }).click()
      await session.takePictures(`${page}-wrong`)
    }
  },
}

const contactsScenario: Scenario = {
  screenNames: ['contacts', 'contacts-sent'],
  async run(session) {
    await session.goto('/contacts')
    await session.takePictures('contacts')
    await session.field('requests.field.email').fill('anna.s@mail.example')
    await session.field('requests.message.support').fill('Не открывается архив')
    await session.button('requests.send').click()
    await session.page.getByText(session.text('requests.sent')).first().waitFor()
    await session.takePictures('contacts-sent')
  },
}

const accountScenario: Scenario = {
  screenNames: ['sign-in', 'account', 'account-order'],
  tenants: ['default'],
  async run(session) {
    const { page } = session
    await putPackageIntoCart(session)
    await fillCheckout(session, 'andrei@runners.example')
    await payWithOutcome(session, 'approve')
    await session.goto('/my-account')
    await page.locator('input[type=password]').waitFor()
    await session.takePictures('sign-in')
    await page.locator('input').first().fill('andrei')
    await page.locator('input[type=password]').fill(session.options.demo.accounts?.password ?? '')
    await page.locator('form button').first().click()
    await page.waitForURL(/\/my-account/)
    await page.locator('main li a').first().waitFor()
    await session.takePictures('account')
    await page.locator('main li a').first().click()
    await page.waitForTimeout(1500)
    await session.takePictures('account-order')
  },
}

const demoScenario: Scenario = {
  screenNames: ['demo', 'kit', 'network', 'api'],
  async run(session) {
    await session.goto('/demo')
    await session.page.waitForTimeout(500)
    await session.takePictures('demo')
    await session.goto('/demo/kit')
    await session.page.waitForTimeout(500)
    await session.takePictures('kit')
    await session.page.goto(`${session.options.origin}/network.html`)
    await session.takePictures('network')
    await session.page.goto(`${session.options.origin}/public/docs`)
    await session.page.waitForTimeout(1000)
    await session.takePictures('api', ['phone', 'desk'])
  },
}

const offlineScenario: Scenario = {
  screenNames: [
    'home-offline',
    'event-offline',
    'results-offline',
    'page-offline',
    'queue',
    'orders-offline',
  ],
  usesServiceWorker: true,
  async run(session) {
    const { page } = session
    await session.goto(`/event/${session.eventId}`)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await session.goto(`/search/${session.eventId}/${session.number}`)
    await page.locator('.pf-tile-pick').first().waitFor()
    await session.goto('/')
    await page.waitForTimeout(1500)
    await session.setOffline(true)
    await session.goto('/')
    await session.takePictures('home-offline')
    await session.goto(`/event/${session.eventId}`)
    await page.waitForTimeout(500)
    await session.takePictures('event-offline')
    await session.goto(`/search/${session.eventId}/${session.number}`)
    await page.waitForTimeout(500)
    await session.takePictures('results-offline')
    await page.locator('.pf-tile-pick').first().click()
    await session.button('photos.toCart').click()
    await page.waitForTimeout(1000)
    await session.goto('/cart')
    await session.takePictures('cart-offline-queue')
    await page.locator('.pf-pill').first().click()
    await page.getByRole('dialog').waitFor()
    await session.takePictures('queue')
    await session.goto('/orders')
    await session.takePictures('orders-offline')
    await page.goto(`${session.options.origin}/event/nobody`)
    await page.waitForTimeout(1500)
    await session.takePictures('page-offline')
    await session.setOffline(false)
  },
}

export const otherScenarios: readonly Scenario[] = [
  partnersScenario,
  contactsScenario,
  accountScenario,
  demoScenario,
  offlineScenario,
]
