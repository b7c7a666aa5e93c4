import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buildLaunchOptions } from '../support/browser/cameras.ts'
import { unzip } from '../support/data/unzip.ts'
import { chooseAtBank, expectPaid, fillCheckout, findBuyAllButton, findPayButton } from './purchase-steps.ts'
import { waitForRecognition } from './selfies.ts'
import { demoFile, expect, test, testServer } from './test-server.ts'

// its installation takes three seconds of processor time, and nothing here depends on it
test.use({ launchOptions: buildLaunchOptions('good-selfie'), serviceWorkers: 'block' })

const hashBytes = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Returns hashes of an athlete's originals in the event, by the demo's metadata; of all its originals without one. */
async function hashOriginals(athlete?: string): Promise<string[]> {
  const { photos } = JSON.parse(await readFile(demoFile('photos.json'), 'utf8')) as {
    photos: { file: string; event: string; people: { athlete: string }[] }[]
  }
  const files = photos.filter(
    ({ event, people }) =>
      event === 'A' && (athlete === undefined || people.some((person) => person.athlete === athlete)),
  )
  return Promise.all(files.map(async ({ file }) => hashBytes(await readFile(demoFile(file)))))
}

test('from a selfie to the files: every photo of the runner, unchanged, and no others', {
  tag: '@core',
}, async ({ page }) => {
  const ownPhotos = await hashOriginals('a01')

  await test.step('finds the event and takes a selfie', async () => {
    await page.goto('/')
    await page.getByRole('heading', { name: 'Полумарафон «Три моста»' }).getByRole('link').click()
    await page.getByRole('link', { name: 'Найти себя по селфи' }).click()
    await expect(page.getByRole('heading', { name: 'Поиск по лицу' })).toBeVisible()
    const recognised = waitForRecognition(page)
    await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
    // the picture is taken automatically
    expect((await recognised).status()).toBe(200)
    await expect(page).toHaveURL(`/event/${testServer.eventId}/my`)
    await expect(
      page.getByRole('heading', { level: 1, name: `${ownPhotos.length} фото с вами` }),
    ).toBeVisible()
  })

  await test.step('buys all of them', async () => {
    await findBuyAllButton(page).click()
    await fillCheckout(page)
    await findPayButton(page).click()
    await chooseAtBank(page, 'Оплатить')
    await expectPaid(page)
  })

  const archive = await test.step('downloads the archive', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Скачать архив/ }).click()
    const path = await (await download).path()
    return unzip(await readFile(path))
  })

  expect([...archive.values()].map(hashBytes).toSorted()).toEqual(ownPhotos.toSorted())
})

test('a single photo is downloaded as it was taken', { tag: '@core' }, async ({ page }) => {
  await page.goto(`/event/${testServer.eventId}`)
  const photo = page.getByRole('list', { name: 'Фото события' }).getByRole('listitem').nth(2)
  await photo.getByRole('button', { name: /^Выбрать/ }).click()
  await page.getByRole('button', { name: 'В корзину' }).click()
  await expect(page).toHaveURL('/cart')
  await fillCheckout(page)
  await findPayButton(page).click()
  await chooseAtBank(page, 'Оплатить')
  await expectPaid(page)
  // purchased photos are shown without the watermark: not by a public address, and in memory only
  const picture = page
    .getByRole('listitem')
    .filter({ hasText: /, \d\d:\d\d/ })
    .locator('img')
  await expect(picture).toHaveAttribute('src', /^blob:/)
  const longerSide = await picture.evaluate((image: HTMLImageElement) =>
    image.decode().then(() => Math.max(image.naturalWidth, image.naturalHeight)),
  )
  expect(longerSide).toBe(400)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Скачать: .+, \d\d:\d\d$/ }).click()
  const bytes = await readFile(await (await download).path())
  expect(await hashOriginals()).toContain(hashBytes(bytes))
})
