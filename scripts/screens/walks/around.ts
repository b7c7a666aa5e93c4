import type { Walk } from '../stage.ts'
import { fillCheckout, payAndAnswer, putPackageIntoCart } from './buying.ts'

const partnerPages = ['photographers', 'organizers', 'business'] as const

const partners: Walk = {
  shows: partnerPages.flatMap((page) => [page, `${page}-form`, `${page}-wrong`]),
  tenants: ['default', 'trail'],
  async run(stage) {
    for (const page of partnerPages) {
      await stage.goto(`/for-${page}`)
      await stage.shot(page)
      await stage.goto(`/for-${page}?request`)
      const form = stage.page.getByRole('dialog')
      await form.waitFor()
      await stage.shot(`${page}-form`)
      await form.getByRole('button', { name: stage.say('requests.send') }).click()
      await stage.shot(`${page}-wrong`)
    }
  },
}

const contacts: Walk = {
  shows: ['contacts', 'contacts-sent'],
  async run(stage) {
    await stage.goto('/contacts')
    await stage.shot('contacts')
    await stage.field('requests.field.email').fill('anna.s@mail.example')
    await stage.field('requests.message.support').fill('Не открывается архив')
    await stage.button('requests.send').click()
    await stage.page.getByText(stage.say('requests.sent')).first().waitFor()
    await stage.shot('contacts-sent')
  },
}

const account: Walk = {
  shows: ['sign-in', 'account', 'account-order'],
  tenants: ['default'],
  async run(stage) {
    const { page } = stage
    await putPackageIntoCart(stage)
    await fillCheckout(stage, 'andrei@runners.example')
    await payAndAnswer(stage, 'approve')
    await stage.goto('/my-account')
    await page.locator('input[type=password]').waitFor()
    await stage.shot('sign-in')
    await page.locator('input').first().fill('andrei')
    await page.locator('input[type=password]').fill(stage.setting.demo.accounts?.password ?? '')
    await page.locator('form button').first().click()
    await page.waitForURL(/\/my-account/)
    await page.locator('main li a').first().waitFor()
    await stage.shot('account')
    await page.locator('main li a').first().click()
    await page.waitForTimeout(1500)
    await stage.shot('account-order')
  },
}

const demo: Walk = {
  shows: ['demo', 'kit', 'network', 'api'],
  async run(stage) {
    await stage.goto('/demo')
    await stage.page.waitForTimeout(500)
    await stage.shot('demo')
    await stage.goto('/demo/kit')
    await stage.page.waitForTimeout(500)
    await stage.shot('kit')
    await stage.page.goto(`${stage.setting.origin}/network.html`)
    await stage.shot('network')
    await stage.page.goto(`${stage.setting.origin}/public/docs`)
    await stage.page.waitForTimeout(1000)
    await stage.shot('api', ['phone', 'desk'])
  },
}

const offline: Walk = {
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
    await stage.offline(true)
    await stage.goto('/')
    await stage.shot('home-offline')
    await stage.goto(`/event/${stage.eventId}`)
    await page.waitForTimeout(500)
    await stage.shot('event-offline')
    await stage.goto(`/search/${stage.eventId}/${stage.number}`)
    await page.waitForTimeout(500)
    await stage.shot('results-offline')
    await page.locator('.pf-tile-pick').first().click()
    await stage.button('photos.toCart').click()
    await page.waitForTimeout(1000)
    await stage.goto('/cart')
    await stage.shot('cart-offline-queue')
    await page.locator('.pf-pill').first().click()
    await page.getByRole('dialog').waitFor()
    await stage.shot('queue')
    await stage.goto('/orders')
    await stage.shot('orders-offline')
    await page.goto(`${stage.setting.origin}/event/nobody`)
    await page.waitForTimeout(1500)
    await stage.shot('page-offline')
    await stage.offline(false)
  },
}

export const around: readonly Walk[] = [partners, contacts, account, demo, offline]
