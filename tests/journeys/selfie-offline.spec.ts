import type { Page } from '@playwright/test'
import {
  chooseSelfie,
  findFirstPhoto,
  findHeading,
  prepareForOffline,
  recordRecognitions,
  selfiePath,
} from './selfies.ts'
import { expect, test, testServer } from './test-server.ts'

const goodSelfie = 'good-a01-andrei.jpg'
const uncheckedText = /Проверить снимок на телефоне не удалось/
const savedText = 'Селфи сохранено на телефоне. Уйдёт само, как только появится сеть.'

test('a selfie taken without a network survives the page and is sent once automatically', {
  tag: '@core',
}, async ({ context, page, withoutNetwork }) => {
  const answers = recordRecognitions(context)
  await prepareForOffline(page)
  await expect.poll(() => page.evaluate(isModelCached)).toBe(true)
  const reopened = await context.newPage()
  await withoutNetwork(async () => {
    await chooseSelfie(page, goodSelfie)
    await expect(findHeading(page, 'Сохранено')).toBeFocused()
    await expect(page.getByText(savedText, { exact: true })).toBeVisible()
    await page.close()
    await reopened.goto(selfiePath)
    await expect(findHeading(reopened, 'Сохранено')).toBeVisible()
    await expect(reopened.getByRole('group', { name: 'Ваш снимок' }).locator('img')).toBeVisible()
    expect(answers).toEqual([])
  })
  await expect(reopened).toHaveURL(`/event/${testServer.eventId}/my`)
  await expect(findFirstPhoto(reopened)).toBeVisible()
  expect(answers).toEqual([200])
})

/** Visits an event without opening the camera. */
async function visitEvent(page: Page): Promise<void> {
  await page.goto(`/event/${testServer.eventId}`)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

const mockConnection = (page: Page, connection: { effectiveType: string; saveData: boolean }) =>
  page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection)

const isModelCached = async () => (await (await caches.open('models')).keys()).length > 0

test('after an event was seen online, a bad selfie taken offline is refused at once', async ({
  page,
  withoutNetwork,
}) => {
  await mockConnection(page, { effectiveType: '4g', saveData: false })
  await visitEvent(page)
  await expect.poll(() => page.evaluate(isModelCached), { timeout: 40_000 }).toBe(true)
  await withoutNetwork(async () => {
    await page.goto(selfiePath)
    await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
    await chooseSelfie(page, 'bad-no-face.jpg')
    await expect(page.getByText('Не получилось распознать лицо', { exact: true })).toBeVisible()
    await expect(page.getByText('Сохранено', { exact: true })).toBeHidden()
    await chooseSelfie(page, goodSelfie)
    await expect(findHeading(page, 'Сохранено')).toBeVisible()
    await expect(page.getByText(uncheckedText)).toHaveCount(0)
  })
  await expect(findFirstPhoto(page)).toBeVisible()
})

test('without the face model the page says that the picture was not checked, also after a reload', async ({
  page,
  withoutNetwork,
}) => {
  // with data saver the model is not prefetched
  await mockConnection(page, { effectiveType: '4g', saveData: true })
  await visitEvent(page)
  await withoutNetwork(async () => {
    await page.goto(selfiePath)
    await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
    await chooseSelfie(page, 'bad-no-face.jpg')
    await expect(findHeading(page, 'Сохранено')).toBeVisible()
    await expect(page.getByText(uncheckedText).first()).toBeVisible()
    await page.reload()
    await expect(page.getByText(uncheckedText).first()).toBeVisible()
    expect(await page.evaluate(isModelCached)).toBe(false)
  })
  await expect(page.getByText('Не получилось распознать лицо', { exact: true })).toBeVisible()
})

test('the album is usable while a selfie waits, and one notice announces its result', async ({
  context,
  page,
  withoutNetwork,
}) => {
  const answers = recordRecognitions(context)
  await prepareForOffline(page)
  await withoutNetwork(async () => {
    await chooseSelfie(page, goodSelfie)
    await page.getByRole('link', { name: 'К фото события' }).click()
    await expect(page).toHaveURL(`/event/${testServer.eventId}`)
    await expect(page.getByRole('link', { name: 'Селфи ждёт сети' })).toHaveAttribute('href', selfiePath)
  })
  const notice = page.getByText(/«Три моста».*: Нашли \d+ фото с вами/)
  await expect(notice).toBeVisible()
  await expect(page.getByRole('link', { name: /^Нашли \d+ фото$/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: /^Нашли \d+ фото$/ })).toBeVisible()
  await expect(notice).toBeHidden()
  await page.getByRole('link', { name: /^Нашли \d+ фото$/ }).click()
  await expect(findFirstPhoto(page)).toBeVisible()
  expect(answers).toEqual([200])
})

test('“Show” of the notice leads to the runner’s photos', async ({ page, withoutNetwork }) => {
  await prepareForOffline(page)
  await withoutNetwork(async () => {
    await chooseSelfie(page, goodSelfie)
    await page.getByRole('link', { name: 'К фото события' }).click()
  })
  await page.getByRole('button', { name: 'Смотреть' }).click()
  await expect(page).toHaveURL(`/event/${testServer.eventId}/my`)
  await expect(findFirstPhoto(page)).toBeVisible()
})

test('a second selfie replaces the waiting one only after asking', { tag: '@core' }, async ({
  context,
  page,
  withoutNetwork,
}) => {
  const answers = recordRecognitions(context)
  await prepareForOffline(page)
  const question = page.getByRole('dialog', { name: 'Заменить селфи?' })
  await withoutNetwork(async () => {
    await chooseSelfie(page, goodSelfie)
    await expect(findHeading(page, 'Сохранено')).toBeVisible()
    await page.getByRole('button', { name: 'Снять заново' }).click()
    await chooseSelfie(page, goodSelfie)
    await question.getByRole('button', { name: 'Оставить прежнее' }).last().click()
    await expect(findHeading(page, 'Сохранено')).toBeVisible()
    await page.getByRole('button', { name: 'Снять заново' }).click()
    await chooseSelfie(page, goodSelfie)
    await question.getByRole('button', { name: 'Заменить новым' }).click()
    await expect(findHeading(page, 'Сохранено')).toBeVisible()
  })
  await expect(page).toHaveURL(`/event/${testServer.eventId}/my`)
  await expect(findFirstPhoto(page)).toBeVisible()
  expect(answers).toEqual([200])
})

test.describe('without a service worker', () => {
  // Playwright misses requests of a page while a worker takes control of it
  test.use({ serviceWorkers: 'block' })

  test('a phone without storage says so and sends while the page stays open', async ({ page }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('refused', 'UnknownError')
      }
    })
    // held until the text was read: a good network would be too fast
    let continueRequest = () => {}
    const isRead = new Promise<void>((resolve) => {
      continueRequest = resolve
    })
    await page.route(/\/recognition\/api\/v1\/selfies\?/, async (route) => {
      await isRead
      await route.continue()
    })
    await page.goto(selfiePath)
    await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
    await chooseSelfie(page, goodSelfie)
    await expect(page.getByText(/^Телефон не смог сохранить селфи/).first()).toBeVisible()
    continueRequest()
    await expect(page).toHaveURL(`/event/${testServer.eventId}/my`)
    await expect(findFirstPhoto(page)).toBeVisible()
  })
})
