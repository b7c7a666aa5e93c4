import type { Page } from '@playwright/test'
import { tenantHeader, toRoute } from '../../contract/call.ts'
import { confirmPhoto } from '../../contract/photos.ts'
import { expect, test, testServer } from './test-server.ts'

const findFirstPhoto = (page: Page) =>
  page.getByRole('list', { name: 'Ваши фото' }).getByRole('listitem').first()
const answerPath = new RegExp(`${toRoute(confirmPhoto).replace(/:\w+/g, '[^/]+')}$`)
const findQueueButton = (page: Page, words: string | RegExp) => page.getByRole('button', { name: words })
const findQueue = (page: Page) => page.getByRole('dialog', { name: 'Очередь' })

async function sayNotMe(page: Page): Promise<void> {
  await findFirstPhoto(page).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Это не я' }).filter({ visible: true }).click()
  await page.getByRole('button', { name: 'Закрыть' }).filter({ visible: true }).click()
  await expect(page.getByText('Убрали из ваших фото')).toBeVisible()
}

/** Waits until the app is cached for an offline start. */
async function waitUntilCached(page: Page): Promise<void> {
  await page.goto('/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

/** @returns the number of the runner's photos */
async function openOwnPhotos(page: Page, number: string): Promise<number> {
  await page.goto(`/search/${testServer.eventId}/${number}`)
  await expect(findFirstPhoto(page).getByRole('img')).toBeVisible()
  return Number(await findFirstPhoto(page).getAttribute('aria-setsize'))
}

test('an answer that was given without a network is sent once when there is one, also after the page was closed', {
  tag: '@core',
}, async ({ page, context, withoutNetwork }) => {
  const answers: number[] = []
  context.on('response', (response) => {
    if (answerPath.test(new URL(response.url()).pathname)) answers.push(response.status())
  })
  await waitUntilCached(page)
  const count = await openOwnPhotos(page, '655')
  const reopened = await context.newPage()
  await withoutNetwork(async () => {
    await sayNotMe(page)
    await expect(findQueueButton(page, 'В очереди: 1, нет сети')).toBeVisible()
    await page.close()
    await reopened.goto(`/event/${testServer.eventId}/my`)
    await expect(findFirstPhoto(reopened)).toHaveAttribute('aria-setsize', String(count - 1))
    await findQueueButton(reopened, 'В очереди: 1, нет сети').click()
    await expect(findQueue(reopened).getByText('Ответ «это не я»')).toBeVisible()
    await expect(findQueue(reopened).getByText(/^Сохранено на этом телефоне/)).toBeVisible()
  })
  await expect(findQueue(reopened).getByText('Отправлено')).toBeVisible()
  await findQueue(reopened).getByRole('button', { name: 'Закрыть очередь' }).click()
  await expect(findQueueButton(reopened, /очереди/)).toBeHidden()
  await reopened.reload()
  await expect(findFirstPhoto(reopened)).toHaveAttribute('aria-setsize', String(count - 1))
  expect(answers).toEqual([204])
})

test.describe('sent by the page', () => {
  // Playwright cannot intercept requests of a worker
  test.use({ serviceWorkers: 'block' })

  test('what the service refuses is shown with a way to try again and to delete it, and holds up nothing else', async ({
    page,
  }) => {
    const count = await openOwnPhotos(page, '96')
    let refused = 0
    await page.route(answerPath, (route) => {
      if (refused > 1) return route.fallback()
      refused += 1
      const problem = { type: 'about:blank', title: 'Gone', status: 404, code: 'PhotoNotFound' }
      return route.fulfill({
        status: 404,
        contentType: 'application/problem+json',
        headers: { [tenantHeader]: 'photofinish' },
        body: JSON.stringify(problem),
      })
    })
    await sayNotMe(page)
    // rejected: the answer for the photo is reverted
    await expect(findQueueButton(page, '1 запись требует внимания')).toBeVisible()
    await expect(findFirstPhoto(page)).toHaveAttribute('aria-setsize', String(count))
    await findQueueButton(page, '1 запись требует внимания').click()
    await expect(findQueue(page).getByText('Этого фото больше нет.')).toBeVisible()
    await findQueue(page).getByRole('button', { name: 'Повторить' }).click()
    await expect.poll(() => refused).toBe(2)
    await expect(findQueue(page).getByText('Этого фото больше нет.')).toBeVisible()
    await findQueue(page).getByRole('button', { name: 'Закрыть очередь' }).click()

    // the rejected answer does not block another one
    const answered = page.waitForResponse(
      (response) => answerPath.test(new URL(response.url()).pathname) && response.ok(),
    )
    await sayNotMe(page)
    await answered
    await findQueueButton(page, '1 запись требует внимания').click()
    await findQueue(page).getByRole('button', { name: 'Удалить' }).click()
    await expect(findQueue(page).getByText('Удалить совсем? Это не уйдёт в сервис.')).toBeVisible()
    await findQueue(page).getByRole('button', { name: 'Удалить' }).click()
    await expect(findQueue(page).getByRole('heading', { name: 'Всё отправлено' })).toBeVisible()
  })
})

/** Returns the outcomes of answers in this device's database. */
const readOutcomes = (page: Page) =>
  page.evaluate(async () => {
    const openRequest = indexedDB.open('photofinish')
    await new Promise((resolve) => openRequest.addEventListener('success', resolve))
    const entriesRequest = openRequest.result
      .transaction('records')
      .objectStore('records')
      .getAll(IDBKeyRange.bound('outbox/', 'outbox0'))
    await new Promise((resolve) => entriesRequest.addEventListener('success', resolve))
    openRequest.result.close()
    return (entriesRequest.result as { value: { kind: string; outcome?: { is: string } } }[]).map(
      ({ value }) => value.outcome?.is,
    )
  })

/** Triggers a sync event, as the browser does when it finds a network. */
async function dispatchSyncEvent(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const registrationFound = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ownRegistration = registrations.find(({ scopeURL }) => scopeURL.startsWith(testServer.url))
      if (ownRegistration) resolve(ownRegistration.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  const registrationId = await registrationFound
  const event = { origin: testServer.url, registrationId, tag: 'outbox', lastChance: false }
  await devTools.send('ServiceWorker.dispatchSyncEvent', event)
}

test('what waits is sent by the worker when no page of the app is open', async ({
  page,
  context,
  withoutNetwork,
}) => {
  await waitUntilCached(page)
  await openOwnPhotos(page, '341')
  const withoutApp = await context.newPage()
  await withoutNetwork(async () => {
    await sayNotMe(page)
    await expect(findQueueButton(page, 'В очереди: 1, нет сети')).toBeVisible()
    await page.close()
    // a page of the origin without code
    await withoutApp.goto('/favicon.svg')
    expect(await readOutcomes(withoutApp)).toEqual([undefined])
  })
  await dispatchSyncEvent(withoutApp)
  await expect.poll(() => readOutcomes(withoutApp)).toEqual(['done'])
})
