import { readTrackStates, recordCamera, setHidden, waitForAnalyses, withCamera } from './cameras.ts'
import {
  chooseSelfie,
  findFirstPhoto,
  recordRecognitions,
  selfiePath,
  waitForRecognition,
} from './selfies.ts'
import { expect, openCamera, test, testServer } from './test-server.ts'

const shutter = { name: 'Снять', exact: true } as const
const buildHintSelector = (title: string) => `.pf-guide:has-text("${title}")`

test('the automatic picture leads to the photos without a tap', { tag: '@core' }, async () => {
  await withCamera('good-selfie', async (page) => {
    await page.goto(selfiePath)
    const recognised = waitForRecognition(page)
    await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
    expect((await recognised).status()).toBe(200)
    await expect(page).toHaveURL(`/event/${testServer.eventId}/my`)
    await expect(findFirstPhoto(page)).toBeVisible()
  })
})

test('choosing the button turns the automatic picture off, also for the next time', async () => {
  await withCamera('good-selfie', async (page) => {
    await recordCamera(page)
    await page.addInitScript(() => localStorage.setItem('autoShot', 'false'))
    await openCamera(page)
    await expect(page.locator(buildHintSelector('Вас видно'))).toBeVisible()
    await expect(page.getByRole('button', shutter)).not.toHaveAttribute('data-muted')
    await waitForAnalyses(page)
    await expect(page.getByRole('button', shutter)).toBeEnabled()
    await page.getByRole('switch', { name: 'Снимать автоматически' }).click()
    await expect(page).toHaveURL(`/event/${testServer.eventId}/my`)
  })
})

test('with two people no picture is taken until one has gone', async () => {
  await withCamera('two-faces', async (page) => {
    await recordCamera(page)
    await openCamera(page)
    await expect(page.locator(buildHintSelector('Лиц больше одного'))).toBeVisible()
    await expect(page.locator('.pf-bezel[data-state=several] ellipse')).toHaveCount(2)
    await waitForAnalyses(page)
    await expect(page.locator('[data-step=aim]')).toBeVisible()
  })
})

test('without a face no picture is taken; the shutter stays available', async ({ page }) => {
  await recordCamera(page)
  await openCamera(page)
  await expect(page.locator(buildHintSelector('Лицо не видно'))).toBeVisible()
  await waitForAnalyses(page)
  await expect(page.locator('[data-step=aim]')).toBeVisible()
  await expect(page.getByRole('button', shutter)).toHaveAttribute('data-muted')
  await page.getByRole('button', shutter).click()
  await expect(page.getByText('Не получилось распознать лицо')).toBeVisible()
})

test('without a camera the upload is offered, and the page says how to allow the camera', async () => {
  await withCamera('denied', async (page) => {
    await page.goto(selfiePath)
    await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
    await expect(page.getByText('Камера закрыта')).toBeVisible()
    await expect(page.getByText('Чтобы разрешить камеру: нажмите на значок слева от адреса')).toBeVisible()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Загрузить фото' }).click()
    expect((await chooser).isMultiple()).toBe(false)
    await chooseSelfie(page, 'good-a01-andrei.jpg')
    await expect(page).toHaveURL(`/event/${testServer.eventId}/my`)
  })
})

test('the camera is off while the page is hidden, and on again afterwards', async ({ page }) => {
  await recordCamera(page)
  await openCamera(page)
  expect(await readTrackStates(page)).toEqual(['live'])
  await setHidden(page, true)
  await expect.poll(() => readTrackStates(page)).toEqual(['ended'])
  await setHidden(page, false)
  await expect.poll(() => readTrackStates(page)).toEqual(['ended', 'live'])
  await expect(page.getByRole('button', shutter)).toBeEnabled()
})

test('a camera taken by another app is requested again', async ({ page }) => {
  await recordCamera(page)
  await openCamera(page)
  await page.evaluate(() => {
    const [track] = window.tracks
    track?.stop()
    track?.dispatchEvent(new Event('ended'))
  })
  await expect.poll(() => readTrackStates(page)).toEqual(['ended', 'live'])
  await expect(page.getByRole('button', shutter)).toBeEnabled()
})

test('the camera guides without a network too, once it was used online', async ({ page, withoutNetwork }) => {
  await page.goto(selfiePath)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.reload()
  await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
  await expect(page.locator(buildHintSelector('Лицо не видно'))).toBeVisible()
  await withoutNetwork(async () => {
    await page.reload()
    await expect(page.locator(buildHintSelector('Лицо не видно'))).toBeVisible()
  })
})

test.describe('without a service worker', () => {
  // Playwright misses requests of a page while a worker takes control of it
  test.use({ serviceWorkers: 'block' })

  test('a picture refused by the device can be sent anyway', async ({ page, context }) => {
    const answers = recordRecognitions(context)
    await openCamera(page)
    // the detector has loaded
    await expect(page.locator(buildHintSelector('Лицо не видно'))).toBeVisible()
    await chooseSelfie(page, 'bad-no-face.jpg')
    const sendAnyway = page.getByRole('button', { name: 'Всё равно отправить' })
    await sendAnyway.click()
    await expect.poll(() => answers).toEqual([422])
    await expect(page.getByText('Не получилось распознать лицо')).toBeVisible()
    // now the service has rejected it
    await expect(sendAnyway).toBeHidden()
  })

  test('the detector is compressed, immutable, and loaded only when a camera is open', async ({ page }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto(`/event/${testServer.eventId}`)
    await expect(page.getByRole('list', { name: 'Фото события' })).toBeVisible()
    const weights = /\/assets\/tiny-face-[\w-]+\.bin$/
    expect(requests.filter((path) => weights.test(path))).toEqual([])
    const weightsLoaded = page.waitForResponse((response) => weights.test(response.url()))
    await openCamera(page)
    const headers = (await weightsLoaded).headers()
    expect(headers['content-encoding']).toBe('br')
    expect(headers['cache-control']).toContain('immutable')
  })
})
