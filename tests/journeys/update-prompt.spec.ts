import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { toRoute } from '../../contract/call.ts'
import { checkOut } from '../../contract/cart.ts'
import { continueUpload } from '../../contract/uploads.ts'
import { answerAtBank, payButton } from './buying.ts'
import { type Deploys, putPhotoIntoCart, readVersion, test } from './deploys.ts'
import { chooseSelfie } from './selfies.ts'

// servers are started and stopped
test.describe.configure({ timeout: 180_000 })

const offer = (page: Page) => page.getByRole('region', { name: 'Вышла новая версия.' })
const accept = (page: Page) => page.getByRole('button', { name: 'Обновить', exact: true }).click()
const ofNext = (page: Page) => page.locator('html[data-build=next]')
const eventPage = ({ installation, eventId }: Deploys) => `${installation.url}/event/${eventId}`

/** Waits until the app is cached and its worker controls the page. */
async function install(page: Page, deploys: Deploys): Promise<void> {
  await page.goto(deploys.installation.url)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Checks for a new version, as the browser does periodically; returns the result. */
function lookForVersion(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const found = new Promise<ServiceWorker>((resolve) =>
      registration?.addEventListener('updatefound', () => {
        if (registration.installing) resolve(registration.installing)
      }),
    )
    // a version that cannot be installed may also fail the check
    await registration?.update().catch(() => {})
    const worker = await found
    return new Promise<string>((resolve) => {
      const look = () => {
        if (worker.state !== 'installing') resolve(worker.state)
      }
      worker.addEventListener('statechange', look)
      look()
    })
  })
}

/** Installs the next version, until the page offers it. */
async function offerNext(page: Page, deploys: Deploys): Promise<void> {
  await deploys.installation.deploy(deploys.builtNext)
  expect(await lookForVersion(page)).toBe('installed')
  await expect(offer(page)).toBeVisible()
}

test('a new version waits for consent and keeps the cart; another tab waits for its own', async ({
  page,
  context,
  deploys,
}) => {
  await install(page, deploys)
  await putPhotoIntoCart(page, deploys)
  const other = await context.newPage()
  await other.goto(deploys.installation.url)
  await offerNext(page, deploys)
  await page.reload()
  await expect(offer(page)).toBeVisible()
  expect(await readVersion(page)).toBe('now')

  await accept(page)
  await expect(ofNext(page)).toBeAttached()
  await expect(page.getByRole('link', { name: /^Оформить/ })).toBeVisible()
  await expect(offer(page)).toBeHidden()

  await expect(offer(other)).toBeVisible()
  expect(await readVersion(other)).toBe('now')
  await accept(other)
  await expect(ofNext(other)).toBeAttached()
})

test('offers nothing while a picture is taken', async ({ page, deploys }) => {
  await install(page, deploys)
  await page.goto(eventPage(deploys))
  await offerNext(page, deploys)
  await page.getByRole('link', { name: /селфи/i }).filter({ visible: true }).first().click()
  await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
  await expect(page.getByRole('button', { name: 'Снять', exact: true })).toBeEnabled()
  await expect(offer(page)).toBeHidden()
  await page.getByRole('button', { name: 'Закрыть' }).click()
  await expect(offer(page)).toBeVisible()
})

test('offers nothing while a picture is uploaded', async ({ page, context, deploys }) => {
  await install(page, deploys)
  await page.goto(eventPage(deploys))
  await offerNext(page, deploys)
  // the first piece is sent, the second is held until released
  const pieces: (() => void)[] = []
  const piece = new RegExp(`${toRoute(continueUpload).replace(/:\w+/g, '[^/]+')}$`)
  await context.route(piece, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    pieces.push(() => {})
    if (pieces.length === 2) await new Promise<void>((resolve) => pieces.push(resolve))
    await route.continue()
  })
  await page.getByRole('link', { name: /селфи/i }).filter({ visible: true }).first().click()
  await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
  await chooseSelfie(page, 'good-a01-andrei.jpg')
  await expect.poll(() => pieces.length).toBe(3)
  await page.getByRole('link', { name: 'К фото события' }).click()
  await expect(page).toHaveURL(eventPage(deploys))
  await expect(offer(page)).toBeHidden()
  pieces[2]?.()
  await expect(offer(page)).toBeVisible()
})

test('offers nothing during a payment, and the payment completes', async ({ page, deploys }) => {
  await install(page, deploys)
  await putPhotoIntoCart(page, deploys)
  await offerNext(page, deploys)
  await page.getByRole('link', { name: /^Оформить/ }).click()
  await page.getByRole('textbox', { name: 'Куда прислать файлы' }).fill('andrei@example.com')
  await expect(offer(page)).toBeHidden()
  await page.getByRole('checkbox', { name: /Принимаю оферту/ }).check()
  const asked = page.waitForRequest((request) =>
    new RegExp(`${toRoute(checkOut).replace(/:\w+/g, '[^/]+')}$`).test(new URL(request.url()).pathname),
  )
  await payButton(page).click()
  await asked
  await answerAtBank(page, 'Оплатить')
  await expect(page.getByRole('heading', { level: 1, name: /Финиш/ })).toBeVisible()
})

test('a new version with a missing file is not activated: the old one stays, without a network too', async ({
  page,
  context,
  deploys,
}) => {
  const broken = join(deploys.folder, 'broken')
  await cp(deploys.builtNext, broken, { recursive: true })
  const worker = join(broken, 'sw.js')
  const code = await readFile(worker, 'utf8')
  const without = code.replace(/assets\/CartPage-[\w-]+\.js/, 'assets/CartPage-that-was-lost.js')
  expect(without).not.toBe(code)
  await writeFile(worker, without)
  // the server prefers the compressed copy
  await rm(`${worker}.br`, { force: true })

  await install(page, deploys)
  await deploys.installation.deploy(broken)
  expect(await lookForVersion(page)).toBe('redundant')
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('link', { name: 'Корзина' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Корзина пуста' })).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  expect(await readVersion(page)).toBe('now')
  await expect(offer(page)).toBeHidden()
  // and the fixed version is offered
  await offerNext(page, deploys)
})
