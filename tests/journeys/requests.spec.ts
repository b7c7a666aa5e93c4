import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, testServer } from './test-server.ts'

/** Returns e-mails of requests that contain a text. */
async function findEmails(words: string): Promise<string[]> {
  const folder = join(testServer.dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^request-.*\.eml$/.test(name))
  const emails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return emails.filter((letter) => letter.includes(words))
}

test('a photographer opens the form by the menu, sees errors at the field, and the team gets one letter', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Меню' }).click()
  await page.getByRole('link', { name: 'Фотографам' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Снимайте старты с нами' })).toBeVisible()
  await page.getByRole('button', { name: 'Оставить заявку' }).first().click()
  const form = page.getByRole('dialog', { name: 'Заявка фотографа' })
  const findField = (name: string | RegExp) => form.getByRole('textbox', { name })

  await form.getByRole('button', { name: 'Отправить' }).click()
  await expect(form.getByText('Введите имя и фамилию')).toBeVisible()
  await expect(form.getByText('Введите e-mail')).toBeVisible()
  await expect(form.getByText('Введите название города')).toBeVisible()
  await expect(findField('Имя и фамилия')).toBeFocused()

  await findField('Имя и фамилия').fill('Анна Смирнова')
  await findField('E-mail').fill('anna@photo.example')
  await findField('Город').fill('Рига')
  await findField(/^Портфолио/).fill('javascript:alert(1)')
  await form.getByRole('button', { name: 'Отправить' }).click()
  await expect(findField(/^Портфолио/)).toBeFocused()
  await expect(findField(/^Портфолио/)).toHaveAccessibleDescription(/Проверьте ссылку/)
  expect(await findEmails('anna@photo.example')).toEqual([])

  await page.goBack()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Оставить заявку' }).first().click()
  await expect(findField('Имя и фамилия')).toHaveValue('Анна Смирнова')
  await findField(/^Портфолио/).fill('photo.example/anna')
  await form.getByRole('button', { name: 'Отправить' }).click()
  await expect(form.getByRole('heading', { name: 'Отправлено' })).toBeFocused()
  await expect.poll(() => findEmails('anna@photo.example')).toHaveLength(1)
  await form.getByRole('button', { name: 'Закрыть' }).last().click()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL('/for-photographers')
})

test('Back leads to the page before a form, however it was closed', async ({ page }) => {
  const form = page.getByRole('dialog', { name: 'Обсудить событие' })
  const openForm = () => page.getByRole('button', { name: 'Обсудить событие' }).first().click()
  const expectFormClosed = async () => {
    await expect(form).toBeHidden()
    await expect(page).toHaveURL('/for-organizers')
    await page.goBack()
    await expect(page).toHaveURL('/contacts')
    await page.goForward()
    await expect(page).toHaveURL('/for-organizers')
  }
  await page.goto('/contacts')
  await page.getByRole('button', { name: 'Меню' }).click()
  await page.getByRole('link', { name: 'Организаторам' }).click()
  await openForm()
  await expect(form).toBeVisible()
  // closing takes a moment, in which Escape may be pressed again
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expectFormClosed()
  await openForm()
  await form.getByRole('button', { name: 'Закрыть' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expectFormClosed()
  await openForm()
  await page.reload()
  await form.getByRole('button', { name: 'Закрыть' }).click()
  await expectFormClosed()
  await page.goForward()
  await form.getByRole('button', { name: 'Закрыть' }).click()
  await expectFormClosed()
})

test.describe('without a service worker', () => {
  // Playwright misses requests of a page while a worker takes control of it
  test.use({ serviceWorkers: 'block' })

  test('a form that the service refuses can be sent again from the queue, or deleted without losing the input', async ({
    page,
  }) => {
    await page.goto('/contacts')
    // simulates a form of another build, with an invalid field
    await page.route(/\/public\/requests\//, (route) => {
      const { kind, fields } = route.request().postDataJSON() as { kind: string; fields: object }
      return route.continue({ postData: JSON.stringify({ kind, fields: { ...fields, phone: 'abc' } }) })
    })
    await page.getByRole('textbox', { name: 'E-mail' }).fill('boris@mail.example')
    await page.getByRole('textbox', { name: 'Что случилось' }).fill('Не открывается архив')
    await page.getByRole('button', { name: 'Отправить', exact: true }).click()
    await expect(page.getByText('Произошла ошибка при отправке заявки. Попробуйте позже')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Что случилось' })).toHaveValue('Не открывается архив')

    await page.getByRole('button', { name: '1 запись требует внимания' }).click()
    const queue = page.getByRole('dialog', { name: 'Очередь' })
    await expect(queue.getByText('Вопрос в поддержку')).toBeVisible()
    await queue.getByRole('button', { name: 'Удалить' }).click()
    await queue.getByRole('button', { name: 'Удалить' }).click()
    await expect(queue.getByText('Вопрос в поддержку')).toBeHidden()
    await queue.getByRole('button', { name: 'Закрыть очередь' }).click()
    await expect(page.getByRole('textbox', { name: 'Что случилось' })).toHaveValue('Не открывается архив')

    await page.unroute(/\/public\/requests\//)
    await page.getByRole('button', { name: 'Отправить', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Отправлено' })).toBeVisible()
  })
})
