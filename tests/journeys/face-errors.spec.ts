import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { tenantHeader } from '../../contract/call.ts'
import { demoFile, expect, openCamera, test, testServer } from './test-server.ts'

// its installation takes three seconds of processor time, and nothing here depends on it
test.use({ serviceWorkers: 'block' })

interface UploadFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Selects a file from the gallery instead of using the camera. */
async function chooseFile(page: Page, file: UploadFile): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file)
}

const readSelfie = async (name: string): Promise<UploadFile> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await readFile(demoFile(`selfies/${name}`)),
})

const readHeic = async (): Promise<UploadFile> => ({
  name: 'IMG_0001.HEIC',
  mimeType: 'image/heic',
  buffer: await readFile(new URL('../fixtures/andrei.heic', import.meta.url)),
})

const sizeLimitInBytes = 8 * 1024 * 1024

const refusals: { description: string; file: () => Promise<UploadFile>; title: string; sentence: string }[] =
  [
    {
      description: 'a picture without a face',
      file: () => readSelfie('bad-no-face.jpg'),
      title: 'Лицо не видно',
      sentence: 'Не получилось распознать лицо',
    },
    {
      description: 'a picture with two faces',
      file: () => readSelfie('bad-two-faces.jpg'),
      title: 'Лиц больше одного',
      sentence: 'На фото несколько лиц. Нужно фото, где вы одни.',
    },
    {
      description: 'a face that is out of focus',
      file: () => readSelfie('bad-blurred.jpg'),
      title: 'Нечётко',
      sentence: 'Лицо видно нечётко. Подойдите к свету и замрите.',
    },
    {
      description: 'a file over the limit that this browser cannot make smaller',
      file: async () => {
        const { name, mimeType, buffer } = await readHeic()
        return { name, mimeType, buffer: Buffer.concat([buffer, Buffer.alloc(sizeLimitInBytes)]) }
      },
      title: 'Файл велик',
      sentence: 'Размер файла слишком большой. Загрузите фото до 8 МБ.',
    },
    {
      description: 'a file that is no picture',
      file: async () => ({
        name: 'race.pdf',
        mimeType: 'image/jpeg',
        buffer: Buffer.from('%PDF-1.4 a race'),
      }),
      title: 'Это не фото',
      sentence: 'Это не фотография. Подойдут JPEG, PNG, WebP или HEIC.',
    },
    {
      description: 'a picture that broke off on its way',
      file: async () => {
        const { name, mimeType, buffer } = await readSelfie('good-a01-andrei.jpg')
        return { name, mimeType, buffer: buffer.subarray(0, buffer.length / 3) }
      },
      title: 'Фото не открылось',
      sentence: 'Фото повреждено. Выберите другое.',
    },
  ]

for (const { description, file, title, sentence } of refusals) {
  test(`${description} is refused in words, and the camera stays open`, async ({ page }) => {
    await openCamera(page)
    await chooseFile(page, await file())
    await expect(page.getByText(title, { exact: true })).toBeVisible()
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Снять', exact: true })).toBeEnabled()
    expect(new URL(page.url()).pathname).toBe(`/event/${testServer.eventId}/selfie`)
  })
}

test('an error that says nothing a runner could use has the general sentence', async ({ page }) => {
  await openCamera(page)
  await page.route(/\/public\/recognition\/api\/v1\/(selfies|uploads)/, (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      headers: { [tenantHeader]: 'photofinish' },
      body: JSON.stringify({ type: 'about:blank', title: '-', status: 422, code: 'ValidationFailed' }),
    }),
  )
  await chooseFile(page, await readSelfie('good-a01-andrei.jpg'))
  await expect(
    page.getByText('Возникла ошибка, попробуйте повторить поиск позже', { exact: true }),
  ).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/event/${testServer.eventId}/selfie`)
})

test('after a refusal the next picture is searched with', { tag: '@core' }, async ({ page }) => {
  await openCamera(page)
  await chooseFile(page, await readSelfie('bad-no-face.jpg'))
  await expect(page.getByText('Не получилось распознать лицо', { exact: true })).toBeVisible()
  await chooseFile(page, await readSelfie('good-a01-andrei.jpg'))
  await expect(page).toHaveURL(`/event/${testServer.eventId}/my`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('фото')
})

test('a picture in the format of iPhones is searched with like any other', async ({ page }) => {
  await openCamera(page)
  await chooseFile(page, await readHeic())
  await expect(page).toHaveURL(`/event/${testServer.eventId}/my`)
  await expect(page.getByRole('list', { name: 'Ваши фото' })).toBeVisible()
})
