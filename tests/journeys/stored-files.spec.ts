import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { chooseAtBank, expectPaid, fillCheckout, findPayButton } from './purchase-steps.ts'
import { demoFile, expect, test, testServer } from './test-server.ts'

/** Matches the accessible name of a photo: place and time. */
const photoName = /^.+, \d\d:\d\d$/

async function buyOnePhoto(page: Page): Promise<void> {
  await page.goto('/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.goto(`/event/${testServer.eventId}`)
  const photo = page.getByRole('list', { name: 'Фото события' }).getByRole('listitem').nth(2)
  await photo.getByRole('button', { name: /^Выбрать/ }).click()
  await page.getByRole('button', { name: 'В корзину', exact: true }).click()
  await expect(page).toHaveURL('/cart')
  await fillCheckout(page)
  await findPayButton(page).click()
  await chooseAtBank(page, 'Оплатить')
  await expectPaid(page)
}

async function hashOriginals(): Promise<string[]> {
  const folder = demoFile('photos-a')
  const files = await readdir(folder)
  return Promise.all(
    files.map(async (file) =>
      createHash('sha256')
        .update(await readFile(join(folder, file)))
        .digest('hex'),
    ),
  )
}

test('a bought photo that is kept opens in airplane mode, byte for byte', async ({
  page,
  withoutNetwork,
}) => {
  await buyOnePhoto(page)
  await page.getByRole('button', { name: /^Хранить в приложении, / }).click()
  await expect(page.getByText('1 из 1 откроется без сети')).toBeVisible()

  await withoutNetwork(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: /Финиш/ })).toBeVisible()
    await expect(page.getByText('Нет связи с сервисом.')).toBeVisible()
    // only the watermarked picture is cached; the clean one was in the page's memory
    const thumbnail = page
      .getByRole('listitem')
      .filter({ hasText: /, \d\d:\d\d/ })
      .locator('img')
    await expect(thumbnail).toHaveAttribute('src', /^\/media\//)
    await expect
      .poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await page.getByRole('button', { name: /^Открыть: .+, \d\d:\d\d$/ }).click()
    const viewer = page.getByRole('dialog', { name: 'Купленные фото' })
    const picture = viewer.getByRole('img', { name: photoName })
    await expect(picture).toHaveAttribute('src', /^blob:/)
    const hash = await picture.evaluate(async (image: HTMLImageElement) => {
      const bytes = await (await fetch(image.src)).arrayBuffer()
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
      return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
    })
    expect(await hashOriginals()).toContain(hash)

    const downloaded = page.waitForEvent('download')
    await viewer.getByRole('button', { name: 'Скачать на устройство' }).click()
    const file = await readFile(await (await downloaded).path())
    expect(createHash('sha256').update(file).digest('hex')).toBe(hash)

    await viewer.getByRole('button', { name: 'Убрать из приложения' }).click()
    await expect(viewer.getByText('Оригинал ещё не в приложении.')).toBeVisible()
  })
})

test('a page in place of a photo is not kept, and the photo can be tried again', async ({ page }) => {
  await buyOnePhoto(page)
  await page.route(
    (url) => url.pathname.startsWith('/files/'),
    (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Wi-Fi</h1>' }),
    { times: 5 },
  )
  await page.getByRole('button', { name: /^Хранить в приложении, / }).click()
  await expect(page.getByRole('button', { name: /^Скачать ещё раз: .+, \d\d:\d\d$/ })).toBeVisible()
  await expect(page.getByText('откроется без сети')).toBeHidden()
  await page.getByRole('button', { name: /^Скачать ещё раз: .+, \d\d:\d\d$/ }).click()
  await expect(page.getByText('1 из 1 откроется без сети')).toBeVisible()
})
