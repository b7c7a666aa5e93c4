import type { Page } from '@playwright/test'
import { toRoute } from '../../contract/call.ts'
import { getSelfie } from '../../contract/recognition.ts'
import { recogniseUpload } from '../../contract/uploads.ts'
import { chooseSelfie } from './selfies.ts'
import { expect, openCamera, test, testServer } from './test-server.ts'

/**
 * Records what a screen reader would announce: changes of text in a live region. A region that is inserted together
 * with its text does not count, as with most readers.
 */
async function recordAnnouncements(page: Page): Promise<(words: string) => Promise<void>> {
  await page.addInitScript(() => {
    const regions = '[role=status], [role=alert], [aria-live]:not([aria-live=off]), output'
    const knownRegions = new WeakSet<Element>()
    const announced: string[] = []
    Object.assign(window, { heard: announced })
    new MutationObserver((changes) => {
      const changed = new Set<Element>()
      for (const { target } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(regions)
        if (region && knownRegions.has(region)) changed.add(region)
      }
      for (const region of document.querySelectorAll(regions)) knownRegions.add(region)
      for (const region of changed) {
        const isExposed = region.isConnected && !region.closest('[aria-hidden=true], [inert]')
        if (isExposed && region.checkVisibility()) announced.push(region.textContent.replaceAll(/\s/g, ' '))
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return (words) =>
    expect
      .poll(() => page.evaluate(() => (window as unknown as { heard: string[] }).heard), { message: words })
      .toContainEqual(expect.stringContaining(words))
}

test('what happens by itself is read out: what is chosen and found, the cart, the network, the queue', async ({
  page,
  withoutNetwork,
}) => {
  const expectAnnounced = await recordAnnouncements(page)
  await page.goto('/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.goto(`/event/${testServer.eventId}`)
  await expect(page.locator('.pf-corner')).toBeAttached()
  const photos = page.getByRole('list', { name: 'Фото события' }).getByRole('listitem')
  const choose = (at: number) =>
    photos
      .nth(at)
      .getByRole('button', { name: /^Выбрать/ })
      .click()

  await choose(0)
  await expectAnnounced('1 фото · 390 ₽')
  await choose(2)
  await expectAnnounced('2 фото · 780 ₽')
  await page.getByRole('button', { name: 'В корзину' }).click()
  await expect(page).toHaveURL('/cart')
  await expectAnnounced('2 товара. Итого: 780 ₽')

  await withoutNetwork(async () => {
    await expectAnnounced('Нет сети. Покупки и найденные фото сохранены.')
    await page
      .getByRole('button', { name: /^Удалить «/ })
      .first()
      .click()
    await expectAnnounced('Примерно: 390 ₽')
    await expectAnnounced('В очереди: 1, нет сети')
  })
  await expectAnnounced('Сеть снова есть.')
  await expectAnnounced('1 товар. Итого: 390 ₽')

  await page.goBack()
  await page.getByRole('button', { name: 'По номеру или фамилии' }).click()
  await page.getByRole('combobox', { name: 'Номер или фамилия' }).fill('128')
  await page.keyboard.press('Enter')
  await expectAnnounced('Найдено 8 фото с вами')
})

/** Returns the path of a call as a pattern of addresses. */
const toCallPattern = (call: Parameters<typeof toRoute>[0]) =>
  new RegExp(`${toRoute(call).replace(/:\w+/g, '[^/?]+')}(\\?|$)`)

test.describe(() => {
  test.use({ serviceWorkers: 'block' })

  test('before the camera and while the album is searched, what to do and what happens is read out', async ({
    page,
  }) => {
    const expectAnnounced = await recordAnnouncements(page)
    // the search continues until the waiting time was announced
    let resolveAnnouncement = () => {}
    const announcement = new Promise<void>((resolve) => (resolveAnnouncement = resolve))
    await page.route(toCallPattern(recogniseUpload), async (route) => {
      const answer = await route.fetch()
      const selfie = JSON.parse(await answer.text()) as object
      await route.fulfill({ response: answer, json: { ...selfie, state: 'Processing', persons: [] } })
    })
    await page.route(toCallPattern(getSelfie), async (route) => {
      await announcement
      await route.continue()
    })
    await openCamera(page)
    await expectAnnounced('Лицо не видно')
    await expect(page.locator('.pf-corner')).toBeAttached()
    await chooseSelfie(page, 'good-a01-andrei.jpg')
    await expectAnnounced('Обычно секунды, самое большее минута')
    resolveAnnouncement()
    await expectAnnounced('Найдено 8 фото с вами')
  })
})
