import type { Page } from '@playwright/test'
import { tenantHeader, toRoute } from '../../contract/call.ts'
import { sayItsMe } from '../../contract/photos.ts'
import { expect, test, testServer } from './test-server.ts'

const found = (page: Page) => page.getByRole('list', { name: 'Ваши фото' }).getByRole('listitem').first()
const path = new RegExp(`${toRoute(sayItsMe).replace(/:\w+/g, '[^/]+')}$`)
const pill = (page: Page, words: string | RegExp) => page.getByRole('button', { name: words })
const queue = (page: Page) => page.getByRole('dialog', { name: 'Очередь' })

async function sayNotMe(page: Page): Promise<void> {
  await found(page).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Это не я' }).filter({ visible: true }).click()
  await page.getByRole('button', { name: 'Закрыть' }).filter({ visible: true }).click()
  await expect(page.getByText('Убрали из ваших фото')).toBeVisible()
}

/** Waits until the app is cached for an offline start. */
async function keepApp(page: Page): Promise<void> {
  await page.goto('/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

/** @returns the number of the runner's photos */
async function openOwnPhotos(page: Page, number: string): Promise<number> {
  await page.goto(`/search/${testServer.eventId}/${number}`)
  await expect(found(page).getByRole('img')).toBeVisible()
  return Number(await found(page).getAttribute('aria-setsize'))
}

test('an answer that was given without a network is sent once when there is one, also after the page was closed', {
  tag: '@core',
}, async ({ page, context, withoutNetwork }) => {
  const answers: number[] = []
  context.on('response', (response) => {
    if (path.test(new URL(response.url()).pathname)) answers.push(response.status())
  })
  await keepApp(page)
  const count = await openOwnPhotos(page, '655')
  const reopened = await context.newPage()
  await withoutNetwork(async () => {
    await sayNotMe(page)
    await expect(pill(page, 'В очереди: 1, нет сети')).toBeVisible()
    await page.close()
    await reopened.goto(`/event/${testServer.eventId}/my`)
    await expect(found(reopened)).toHaveAttribute('aria-setsize', String(count - 1))
    await pill(reopened, 'В очереди: 1, нет сети').click()
    await expect(queue(reopened).getByText('Ответ «это не я»')).toBeVisible()
    await expect(queue(reopened).getByText(/^Сохранено на этом телефоне/)).toBeVisible()
  })
  await expect(queue(reopened).getByText('Отправлено')).toBeVisible()
  await queue(reopened).getByRole('button', { name: 'Закрыть очередь' }).click()
  await expect(pill(reopened, /очереди/)).toBeHidden()
  await reopened.reload()
  await expect(found(reopened)).toHaveAttribute('aria-setsize', String(count - 1))
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
    await page.route(path, (route) => {
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
    await expect(pill(page, '1 запись требует внимания')).toBeVisible()
    await expect(found(page)).toHaveAttribute('aria-setsize', String(count))
    await pill(page, '1 запись требует внимания').click()
    await expect(queue(page).getByText('Этого фото больше нет.')).toBeVisible()
    await queue(page).getByRole('button', { name: 'Повторить' }).click()
    await expect.poll(() => refused).toBe(2)
    await expect(queue(page).getByText('Этого фото больше нет.')).toBeVisible()
    await queue(page).getByRole('button', { name: 'Закрыть очередь' }).click()

    // the rejected answer does not block another one
    const sent = page.waitForResponse(
      (response) => path.test(new URL(response.url()).pathname) && response.ok(),
    )
    await sayNotMe(page)
    await sent
    await pill(page, '1 запись требует внимания').click()
    await queue(page).getByRole('button', { name: 'Удалить' }).click()
    await expect(queue(page).getByText('Удалить совсем? Это не уйдёт в сервис.')).toBeVisible()
    await queue(page).getByRole('button', { name: 'Удалить' }).click()
    await expect(queue(page).getByRole('heading', { name: 'Всё отправлено' })).toBeVisible()
  })
})

/** Returns the outcomes of answers in this device's database. */
const outcomes = (page: Page) =>
  page.evaluate(async () => {
    const open = indexedDB.open('photofinish')
    await new Promise((resolve) => open.addEventListener('success', resolve))
    const all = open.result
      .transaction('records')
      .objectStore('records')
      .getAll(IDBKeyRange.bound('outbox/', 'outbox0'))
    await new Promise((resolve) => all.addEventListener('success', resolve))
    open.result.close()
    return (all.result as { value: { kind: string; outcome?: { is: string } } }[]).map(
      ({ value }) => value.outcome?.is,
    )
  })

/** Triggers a sync event, as the browser does when it finds a network. */
async function wakeWorker(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(testServer.url))
      if (own) resolve(own.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  const registrationId = await registered
  const event = { origin: testServer.url, registrationId, tag: 'outbox', lastChance: false }
  await devTools.send('ServiceWorker.dispatchSyncEvent', event)
}

test('what waits is sent by the worker when no page of the app is open', async ({
  page,
  context,
  withoutNetwork,
}) => {
  await keepApp(page)
  await openOwnPhotos(page, '341')
  const withoutApp = await context.newPage()
  await withoutNetwork(async () => {
    await sayNotMe(page)
    await expect(pill(page, 'В очереди: 1, нет сети')).toBeVisible()
    await page.close()
    // a page of the origin without code
    await withoutApp.goto('/favicon.svg')
    expect(await outcomes(withoutApp)).toEqual([undefined])
  })
  await wakeWorker(withoutApp)
  await expect.poll(() => outcomes(withoutApp)).toEqual(['done'])
})
