import type { Walk } from '../stage.ts'
import { fillCheckout, payWithOutcome, putPackageIntoCart } from './commerce.ts'

const partnerPages = ['photographers', 'organizers', 'business'] as const

const partnersWalk: Walk = {
  shows: partnerPages.flatMap((page) => [page, `${page}-form`, `${page}-wrong`]),
  tenants: ['default', 'trail'],
  async run(stage) {
    for (const page of partnerPages) {
      await stage.goto(`/for-${page}`)
      await stage.takePictures(page)
      await stage.goto(`/for-${page}?request`)
      const form = stage.page.getByRole('dialog')
      await form.waitFor()
      await stage.takePictures(`${page}-form`)
      await form.getByRole('button', { name: stage.text('requests.send') }).click()
      await stage.takePictures(`${page}-wrong`)
    }
  },
}

const contactsWalk: Walk = {
  shows: ['contacts', 'contacts-sent'],
  async run(stage) {
    await stage.goto('/contacts')
    await stage.takePictures('contacts')
    await stage.field('requests.field.email').fill('anna.s@mail.example')
    await stage.field('requests.message.support').fill('Не открывается архив')
    await stage.button('requests.send').click()
    await stage.page.getByText(stage.text('requests.sent')).first().waitFor()
    await stage.takePictures('contacts-sent')
  },
}

const accountWalk: Walk = {
  shows: ['sign-in', 'account', 'account-order'],
  tenants: ['default'],
  async run(stage) {
    const { page } = stage
    await putPackageIntoCart(stage)
    await fillCheckout(stage, 'andrei@runners.example')
    await payWithOutcome(stage, 'approve')
    await stage.goto('/my-account')
    await page.locator('input[type=password]').waitFor()
    await stage.takePictures('sign-in')
    await page.locator('input').first().fill('andrei')
    await page.locator('input[type=password]').fill(stage.setting.demo.accounts?.password ?? '')
    await page.locator('form button').first().click()
    await page.waitForURL(/\/my-account/)
    await page.locator('main li a').first().waitFor()
    await stage.takePictures('account')
    await page.locator('main li a').first().click()
    await page.waitForTimeout(1500)
    await stage.takePictures('account-order')
  },
}

const demoWalk: Walk = {
  shows: ['demo', 'kit', 'network', 'api'],
  async run(stage) {
    await stage.goto('/demo')
    await stage.page.waitForTimeout(500)
    await stage.takePictures('demo')
    await stage.goto('/demo/kit')
    await stage.page.waitForTimeout(500)
    await stage.takePictures('kit')
    await stage.page.goto(`${stage.setting.origin}/network.html`)
    await stage.takePictures('network')
    await stage.page.goto(`${stage.setting.origin}/public/docs`)
    await stage.page.waitForTimeout(1000)
    await stage.takePictures('api', ['phone', 'desk'])
  },
}

const offlineWalk: Walk = {
  shows: ['home-offline', 'event-offline', 'results-offline', 'page-offline', 'queue', 'orders-offline'],
  worker: true,
  async run(stage) {
    const { page } = stage
    await stage.goto(`/event/${stage.eventId}`)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await stage.goto(`/search/${stage.eventId}/${stage.number}`)
    await page.locator('.pf-tile-pick').first().waitFor()
    await stage.goto('/')
    await page.waitForTimeout(1500)
    await stage.setOffline(true)
    await stage.goto('/')
    await stage.takePictures('home-offline')
    await stage.goto(`/event/${stage.eventId}`)
    await page.waitForTimeout(500)
    await stage.takePictures('event-offline')
    await stage.goto(`/search/${stage.eventId}/${stage.number}`)
    await page.waitForTimeout(500)
    await stage.takePictures('results-offline')
    await page.locator('.pf-tile-pick').first().click()
    await stage.button('photos.toCart').click()
    await page.waitForTimeout(1000)
    await stage.goto('/cart')
    await stage.takePictures('cart-offline-queue')
    await page.locator('.pf-pill').first().click()
    await page.getByRole('dialog').waitFor()
    await stage.takePictures('queue')
    await stage.goto('/orders')
    await stage.takePictures('orders-offline')
    await page.goto(`${stage.setting.origin}/event/nobody`)
    await page.waitForTimeout(1500)
    await stage.takePictures('page-offline')
    await stage.setOffline(false)
  },
}

export const otherWalks: readonly Walk[] = [partnersWalk, contactsWalk, accountWalk, demoWalk, offlineWalk]
