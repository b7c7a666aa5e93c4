import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { answerAtBank, fillCheckout, payButton } from './buying.ts'
import { command } from './command.ts'
import { demoFile, expect, findByNumber, test, world } from './world.ts'

test.use({ serviceWorkers: 'block' })

test.beforeAll(async () => {
  await command(
    ...['frame', 'add', '--event', world.eventId, '--title', 'Три моста'],
    ...['--portrait', demoFile('frames/frame-A-portrait.png'), '--portrait-plate', '824,1444,288,127'],
    ...['--landscape', demoFile('frames/frame-A-landscape.png'), '--landscape-plate', '1247,929,256,113'],
  )
})

test('from a photo to its frame, the cart, and the file in full size', { tag: '@core' }, async ({ page }) => {
  await findByNumber(page)
  await page.goto(`/event/${world.eventId}/frame`)

  await test.step('says that a photo is missing', async () => {
    await page.getByRole('button', { name: /^В корзину/ }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Выберите фото' })).toBeVisible()
  })
  await test.step('shows the chosen photo in the frame', async () => {
    await page.getByRole('radiogroup', { name: 'Выберите фото' }).getByRole('radio').first().check()
    await expect(page.getByRole('img', { name: 'Фото в рамке: Три моста' })).toBeVisible()
    await expect(page).toHaveURL(/[?&]photo=/)
  })
  await test.step('is in the cart with the framed picture', async () => {
    await page.getByRole('button', { name: /^В корзину/ }).click()
    await page.getByRole('link', { name: 'В корзине, открыть' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Фото в рамке' })
    await expect(row.locator('img')).toHaveAttribute('src', /^\/media\//)
  })
  await fillCheckout(page)
  await payButton(page).click()
  await answerAtBank(page, 'Оплатить')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Скачать: Фото/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/-frame\.jpg$/)
  const { width, height, format } = await sharp(await readFile(await file.path())).metadata()
  // the first photo of Andrei is wide: its 1600 pixels fill the opening, so the frame is wider
  expect({ width, height, format }).toEqual({ width: 1678, height: 1119, format: 'jpeg' })
})

test('a preview whose token is over is asked for once more, with a fresh one', async ({ page }) => {
  await page.goto(`/event/${world.eventId}/frame`)
  const bearers: (string | undefined)[] = []
  await page.route(/\/public\/frame\//, (route) => {
    const headers = route.request().headers()
    bearers.push(headers['authorization'])
    // the first one reaches the service with a token that it does not take
    return route.continue(
      bearers.length === 1 ? { headers: { ...headers, authorization: 'Bearer over' } } : {},
    )
  })
  await page.getByRole('radiogroup', { name: 'Выберите фото' }).getByRole('radio').nth(1).check()
  await expect(page.getByRole('img', { name: 'Фото в рамке: Три моста' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'поиска' })).toHaveCount(0)
  expect(bearers).toHaveLength(2)
})
