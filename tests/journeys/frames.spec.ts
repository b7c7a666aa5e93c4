import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { runCommand } from './command.ts'
import { chooseAtBank, fillCheckout, findPayButton } from './purchase-steps.ts'
import { demoFile, expect, findByNumber, test, testServer } from './test-server.ts'

test.use({ serviceWorkers: 'block' })

test.beforeAll(async () => {
  await runCommand(
    ...['frame', 'add', '--event', testServer.eventId, '--title', 'Три моста'],
    ...['--portrait', demoFile('frames/frame-A-portrait.png'), '--portrait-plate', '824,1444,288,127'],
    ...['--landscape', demoFile('frames/frame-A-landscape.png'), '--landscape-plate', '1247,929,256,113'],
  )
})

test('from a photo to its frame, the cart, and the file in full size', { tag: '@core' }, async ({ page }) => {
  await findByNumber(page)
  await page.goto(`/event/${testServer.eventId}/frame`)

  await test.step('shows the first own photo in the frame at once', async () => {
    await expect(page.getByRole('img', { name: 'Фото в рамке: Три моста' })).toBeVisible()
  })
  await test.step('shows the chosen photo in the frame', async () => {
    const photos = page.getByRole('radiogroup', { name: 'Выберите фото' }).getByRole('radio')
    await photos.nth(1).check()
    await expect(page).toHaveURL(/[?&]photo=/)
    const second = page.url()
    await photos.first().check()
    await expect(page).not.toHaveURL(second)
    await expect(page.getByRole('img', { name: 'Фото в рамке: Три моста' })).toBeVisible()
  })
  await test.step('is in the cart with the framed picture', async () => {
    await page.getByRole('button', { name: /^В корзину/ }).click()
    await page.getByRole('link', { name: 'В корзине, открыть' }).click()
    const row = page.getByRole('listitem').filter({ hasText: /, \d\d:\d\d, в рамке/ })
    await expect(row.locator('img')).toHaveAttribute('src', /^\/media\//)
  })
  await fillCheckout(page)
  await findPayButton(page).click()
  await chooseAtBank(page, 'Оплатить')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Скачать: .+, \d\d:\d\d, в рамке$/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/, \d\d-\d\d, в рамке\.jpg$/)
  const { width, height, format } = await sharp(await readFile(await file.path())).metadata()
  // the first photo of Andrei is in landscape: its 1600 px fill the opening, so the frame is wider
  expect({ width, height, format }).toEqual({ width: 1678, height: 1119, format: 'jpeg' })
})

test('without a photo, the button leads to the photos and buys nothing', async ({ page }) => {
  await page.goto(`/event/${testServer.eventId}/frame`)
  await expect(page.getByRole('button', { name: /^В корзину/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Выберите фото' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Выберите фото' })).toBeVisible()
})

test('a preview whose token is over is asked for once more, with a fresh one', async ({ page }) => {
  await page.goto(`/event/${testServer.eventId}/frame`)
  const authorizations: (string | undefined)[] = []
  await page.route(/\/public\/frame\//, (route) => {
    const headers = route.request().headers()
    authorizations.push(headers['authorization'])
    // the first one reaches the service with an invalid token
    return route.continue(
      authorizations.length === 1 ? { headers: { ...headers, authorization: 'Bearer over' } } : {},
    )
  })
  await page.getByRole('radiogroup', { name: 'Выберите фото' }).getByRole('radio').nth(1).check()
  await expect(page.getByRole('img', { name: 'Фото в рамке: Три моста' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'поиска' })).toHaveCount(0)
  expect(authorizations).toHaveLength(2)
})
