import { expect, findByNumber, test } from './world.ts'

test('a friend sees her photos under a link on another phone, buys nothing in her name, and no more once she takes it back', async ({
  page,
  browser,
  baseURL,
}) => {
  await findByNumber(page)
  const own = await page.getByRole('list', { name: 'Ваши фото' }).getByRole('listitem').count()
  await page.getByRole('button', { name: 'Поделиться' }).click()
  const sheet = page.getByRole('dialog', { name: 'Показать друзьям' })
  await sheet.getByRole('button', { name: 'Создать ссылку' }).click()
  const link = await sheet.getByLabel('Ссылка', { exact: true }).inputValue()

  const friends = await browser.newContext({
    baseURL,
    locale: 'en-US',
    viewport: { width: 390, height: 844 },
  })
  const friend = await friends.newPage()
  await friend.goto(link)
  const shared = friend.getByRole('list', { name: 'Photos of Andrei Kovalev' })
  await expect(shared.getByRole('listitem').first().getByRole('img')).toBeVisible()
  await expect(shared.getByRole('listitem')).toHaveCount(own)
  await expect(friend.getByRole('button', { name: /^Choose/ })).toHaveCount(0)
  await shared.getByRole('listitem').first().getByRole('button').click()
  const viewer = friend.getByRole('dialog', { name: 'Photo viewer' })
  await expect(viewer.getByRole('img').first()).toBeVisible()
  await expect(viewer.getByRole('button', { name: /Add to cart|This is me/ })).toHaveCount(0)
  await friend.keyboard.press('Escape')
  await expect(viewer).toBeHidden()

  await sheet.getByRole('button', { name: 'Отозвать ссылку' }).click()
  await expect(sheet).toBeHidden()
  await friend.goto(link)
  await expect(friend.getByRole('heading', { level: 1, name: 'The link is no longer valid' })).toBeVisible()
  await friends.close()
})
