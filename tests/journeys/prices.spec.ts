import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { runCommand } from './command.ts'
import { chooseAtBank, expectPaid, fillCheckout, findBuyAllButton, findPayButton } from './purchase-steps.ts'
import { demoFile, expect, findByNumber, test } from './test-server.ts'

test.use({ serviceWorkers: 'block' })

let upcomingEventId: string | undefined
// hides it, because the home page of the following journeys would show it
test.afterAll(async () => {
  if (upcomingEventId !== undefined) await runCommand('event', 'hide', '--event', upcomingEventId)
})

const findOwnPhotos = (page: Page) => page.getByRole('list', { name: 'Ваши фото' }).getByRole('listitem')

/** Puts the first photos of the results into the cart, one by one. */
async function addPhotosToCart(page: Page, number: string, count: number): Promise<void> {
  await findByNumber(page, number)
  for (let at = 0; at < count; at++)
    await findOwnPhotos(page)
      .nth(at)
      .getByRole('button', { name: /^Выбрать/ })
      .click()
  await page
    .getByRole('button', { name: /^В корзину/ })
    .filter({ visible: true })
    .first()
    .click()
  await expect(page).toHaveURL('/cart')
}

/** Pays the cart by card; the bank must show the sum. */
async function payByCard(page: Page, sum: RegExp): Promise<void> {
  await confirmAtBank(page, sum)
  await expectPaid(page)
}

/** Pays the cart by card and returns from the bank, which must show the sum. */
async function confirmAtBank(page: Page, sum: RegExp): Promise<void> {
  await fillCheckout(page)
  await page.getByRole('radio', { name: /Банковская карта/ }).check()
  await expect(findPayButton(page).first()).toHaveText(sum)
  await findPayButton(page).first().click()
  await expect(page.getByText('Учебный банк. Деньги не списываются.')).toBeVisible()
  await expect(page.getByText(sum).first()).toBeVisible()
  await chooseAtBank(page, 'Оплатить')
}

/** Creates an event with photos of two runners of one surname, to which photos may still be added. */
async function createEventWithNamesakes(): Promise<string> {
  const eventId = await runCommand(
    'event',
    'create',
    '--title',
    'Забег однофамильцев',
    '--date',
    '2026-05-03',
  )
  const folder = await mkdtemp(join(tmpdir(), 'photofinish-namesakes-'))
  const startList = join(folder, 'runners.csv')
  await writeFile(startList, 'number,surname,name\n128,Громов,Андрей\n1516,Громов,Диего\n')
  await runCommand('start-list', 'import', startList, '--event', eventId)
  const photos = join(folder, 'photos')
  await mkdir(photos)
  // each shows one of the runners alone
  for (const name of ['A009.jpg', 'A025.jpg', 'A053.jpg', 'A017.jpg', 'A067.jpg'])
    await copyFile(demoFile(`photos-a/${name}`), join(photos, name))
  await runCommand('ingest', photos, '--event', eventId, '--manifest', demoFile('photos.json'))
  await runCommand('event', 'reopen', '--event', eventId)
  await rm(folder, { recursive: true })
  return eventId
}

/** Creates an event in 90 days that takes pre-orders. */
async function createUpcomingEvent(): Promise<string> {
  const inDays = new Date(Date.now() + 90 * 24 * 60 * 60_000)
  // the date in the event's time zone; this locale formats dates as the command parses them
  const day = inDays.toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' })
  const words = ['--title', 'Забег «Набережная»', '--city', 'Казань', '--date', day, '--distance', '10 km']
  const eventId = await runCommand('event', 'create', ...words)
  await runCommand('preorder', 'open', '--event', eventId, '--percent', '25')
  return eventId
}

const findTotal = (page: Page) => page.locator('dd[data-total]').filter({ visible: true }).first()

for (const { count, sum, savingsText } of [
  { count: 1, sum: /390(,00)?\s₽/ },
  { count: 2, sum: /780(,00)?\s₽/ },
  { count: 4, sum: /1\s320(,00)?\s₽/ },
  { count: 8, sum: /1\s990(,00)?\s₽/, savingsText: /^На 170\s₽ дешевле, чем по одной$/ },
])
  test(`${count} photos of a runner cost what the cheapest way costs, in the cart and at the bank`, async ({
    page,
  }) => {
    await addPhotosToCart(page, '128', count)
    await expect(findTotal(page)).toHaveText(sum)
    await expect(page.locator('s, del')).toHaveCount(0)
    if (savingsText) await expect(page.getByText(savingsText).filter({ visible: true }).first()).toBeVisible()
    else await expect(page.getByText(/дешевле, чем по одной/)).toHaveCount(0)
    await payByCard(page, sum)
  })

test('after the package the photos of the runner are bought, and one of another runner has its own price', async ({
  page,
}) => {
  await findByNumber(page, '128')
  await findBuyAllButton(page).click()
  await payByCard(page, /1\s990(,00)?\s₽/)

  await findByNumber(page, '128')
  await expect(page.getByRole('link', { name: 'Куплено · открыть' }).first()).toBeVisible()
  await expect(
    findOwnPhotos(page)
      .first()
      .getByRole('button', { name: /^Выбрать/ }),
  ).toHaveCount(0)

  await page
    .getByRole('link', { name: /^Все фото/ })
    .first()
    .click()
  const otherPhotos = page
    .getByRole('list', { name: 'Фото события' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Выбрать/ }) })
  await otherPhotos
    .first()
    .getByRole('button', { name: /^Выбрать/ })
    .click()
  await page
    .getByRole('button', { name: /^В корзину/ })
    .filter({ visible: true })
    .first()
    .click()
  await expect(findTotal(page)).toHaveText(/390(,00)?\s₽/)
  await payByCard(page, /390(,00)?\s₽/)
})

test('a surname of two runners leads to a choice, and the package holds the photos of one of them', async ({
  page,
}) => {
  test.slow()
  const eventId = await createEventWithNamesakes()
  await page.goto(`/search/${eventId}/${encodeURIComponent('Громов')}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Кого ищем?' })).toBeVisible()
  const runners = page.getByRole('list', { name: 'Участники' })
  await expect(runners.getByRole('listitem')).toHaveCount(2)
  await expect(findOwnPhotos(page)).toHaveCount(0)
  await expect(findBuyAllButton(page)).toHaveCount(0)

  await runners.getByRole('link', { name: /1516.*Громов.*Диего/ }).click()
  await expect(page).toHaveURL(`/search/${eventId}/1516`)
  await expect(findOwnPhotos(page)).toHaveCount(2)
  await page.getByRole('button', { name: /^Пакет за 1\s990\s₽/ }).click()
  await expect(page).toHaveURL('/order')
  await payByCard(page, /1\s990(,00)?\s₽/)
  const files = page.getByRole('region', { name: /^\d+ файл/ }).getByRole('listitem')
  await expect(files).toHaveCount(2)
})

test('a pre-order next to photos of another event is paid at once, and the order tells the state of each', async ({
  page,
}) => {
  test.slow()
  upcomingEventId = await createUpcomingEvent()
  await addPhotosToCart(page, '128', 2)
  await expect(findTotal(page)).toHaveText(/780(,00)?\s₽/)

  await page.goto(`/event/${upcomingEventId}`)
  await page.getByRole('button', { name: 'Купить заранее' }).click()
  const sheet = page.getByRole('dialog', { name: 'Чьи фото?' })
  await sheet.getByRole('textbox', { name: 'Ваш номер' }).fill('128')
  await sheet.getByRole('button', { name: 'К оплате' }).click()
  await expect(page).toHaveURL('/order')
  await page.getByRole('link', { name: /^Корзина/ }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('Забег «Набережная»').first()).toBeVisible()
  await expect(findTotal(page)).toHaveText(/2\s270(,00)?\s₽/)
  await confirmAtBank(page, /2\s270(,00)?\s₽/)

  await expect(page.getByRole('heading', { level: 1, name: /Финиш/ })).toBeVisible()
  await expect(page).toHaveURL(/\/preorder\/[\w-]+$/)
  const lines = page.getByRole('region', { name: 'Что вы заказали' }).getByRole('listitem')
  await expect(lines).toHaveCount(3)
  for (const at of [0, 1]) await expect(lines.nth(at)).toContainText(/1 файл.*390\s₽/)
  await expect(lines.nth(2)).toContainText(/Ждём фото, они появятся после .*1\s490\s₽/)
})
