import type { Page } from '@playwright/test'
import { buildPath, toRoute } from '../../contract/call.ts'
import { confirmPhoto } from '../../contract/photos.ts'
import { forgetSelfie, getSelfie } from '../../contract/recognition.ts'
import { chooseSelfie } from './selfies.ts'
import { expect, openCamera, test, testServer } from './test-server.ts'

// Playwright misses requests of a page while a worker takes control of it
test.use({ serviceWorkers: 'block' })

const findFirstPhoto = (page: Page) =>
  page.getByRole('list', { name: 'Ваши фото' }).getByRole('listitem').first()

test('a partly typed surname leads to the photos of its start number', { tag: '@core' }, async ({ page }) => {
  await page.goto(`/event/${testServer.eventId}`)
  await page.getByRole('button', { name: 'По номеру или фамилии' }).click()
  await page.getByRole('combobox', { name: 'Номер или фамилия' }).fill('ковал')
  await page.getByRole('option', { name: /128\s+Ковалёв Андрей/ }).click()
  await expect(page).toHaveURL(`/search/${testServer.eventId}/128`)
  await expect(page.getByRole('heading', { level: 1, name: '8 фото с вами' })).toBeVisible()
})

test('a number without photos says so and shows the other ways', async ({ page }) => {
  await page.goto(`/search/${testServer.eventId}/99999`)
  await expect(page.getByRole('heading', { level: 1, name: 'Фото не найдены' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Номер или фамилия' }).fill('655')
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page).toHaveURL(`/search/${testServer.eventId}/655`)
  await expect(findFirstPhoto(page)).toBeVisible()
})

test('a photo denied by the runner is removed, and can be restored for a while', {
  tag: '@core',
}, async ({ page }) => {
  // no other journey uses this number: answers given here persist
  await page.goto(`/search/${testServer.eventId}/655`)
  await expect(findFirstPhoto(page)).toBeVisible()
  const count = Number(await findFirstPhoto(page).getAttribute('aria-setsize'))
  const sayNotMe = async () => {
    await findFirstPhoto(page).getByRole('button').first().click()
    await page.getByRole('button', { name: 'Это не я' }).filter({ visible: true }).click()
    await page.getByRole('button', { name: 'Закрыть' }).filter({ visible: true }).click()
    await expect(page.getByText('Убрали из ваших фото')).toBeVisible()
    await expect(findFirstPhoto(page)).toHaveAttribute('aria-setsize', String(count - 1))
  }
  await sayNotMe()
  await page.getByRole('button', { name: 'Вернуть' }).click()
  await expect(findFirstPhoto(page)).toHaveAttribute('aria-setsize', String(count))

  const path = new RegExp(toRoute(confirmPhoto).replace(/:\w+/g, '[^/]+'))
  const answered = page.waitForResponse(path)
  await sayNotMe()
  expect((await answered).ok()).toBe(true)
  await page.reload()
  await expect(findFirstPhoto(page)).toHaveAttribute('aria-setsize', String(count - 1))
})

test('a deleted selfie is gone on the device and at the service', async ({ context, page, request }) => {
  const selfiePath = new RegExp(`${toRoute(forgetSelfie).replace(/:\w+/g, '([^/]+)')}$`)
  // the deletion's address contains the id; the body of an answer may be lost with its page
  const deletion = context.waitForEvent('request', {
    predicate: (answered) =>
      answered.method() === 'DELETE' && selfiePath.test(new URL(answered.url()).pathname),
  })
  await openCamera(page)
  await chooseSelfie(page, 'good-a01-andrei.jpg')
  await expect(findFirstPhoto(page)).toBeVisible()
  await page.getByRole('button', { name: 'Забыть селфи' }).click()
  await page.getByRole('button', { name: 'Удалить' }).click()
  await expect(page.getByText('Селфи удалено')).toBeVisible()
  await page.goto(`/event/${testServer.eventId}/my`)
  await expect(page.getByRole('heading', { name: 'Ваших фото здесь пока нет' })).toBeVisible()
  const selfieId = new URL((await deletion).url()).pathname.match(selfiePath)?.[1] ?? ''
  expect(selfieId).not.toBe('')
  await expect.poll(async () => (await request.get(buildPath(getSelfie, { selfieId }))).status()).toBe(404)
})
