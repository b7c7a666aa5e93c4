import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { toRoute } from '../../contract/call.ts'
import { checkOut } from '../../contract/cart.ts'
import { continueUpload } from '../../contract/uploads.ts'
import { publicPaths } from '../../sw/public-paths.ts'
import { addPhotoToCart, type DeploySetup, readBuildName, test } from './deploy-setup.ts'
import { chooseAtBank, findPayButton } from './purchase-steps.ts'
import { chooseSelfie } from './selfies.ts'

// servers are started and stopped
test.describe.configure({ timeout: 180_000 })

const findUpdateOffer = (page: Page) => page.getByRole('region', { name: 'Вышла новая версия.' })
const acceptUpdate = (page: Page) => page.getByRole('button', { name: 'Обновить', exact: true }).click()
const findNextBuild = (page: Page) => page.locator('html[data-build=next]')
const getEventUrl = ({ installation, eventId }: DeploySetup) => `${installation.url}/event/${eventId}`

/** Waits until the app is cached and its worker controls the page. */
async function installApp(page: Page, deploys: DeploySetup): Promise<void> {
  await page.goto(deploys.installation.url)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Checks for a new version, as the browser does periodically; returns the result. */
function checkForUpdate(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const found = new Promise<ServiceWorker>((resolve) =>
      registration?.addEventListener('updatefound', () => {
        if (registration.installing) resolve(registration.installing)
      }),
    )
    // a version that cannot be installed may also fail the check
    await registration?.update().catch(() => {})
    const workerFile = await found
    return new Promise<string>((resolve) => {
      const resolveState = () => {
        if (workerFile.state !== 'installing') resolve(workerFile.state)
      }
      workerFile.addEventListener('statechange', resolveState)
      resolveState()
    })
  })
}

/** Opens the page again as after a change of the settings, which makes the worker fetch its shell again. */
async function refreshSettings(page: Page): Promise<void> {
  const countOutdated = () =>
    page.evaluate(async () => {
      const cache = await caches.open('public-data')
      const copies = await Promise.all((await cache.keys()).map((key) => cache.match(key)))
      const texts = await Promise.all(copies.map(async (copy) => copy?.text()))
      return texts.filter((text) => text?.includes('"outdated"')).length
    })
  await page.evaluate(async (settingsPath) => {
    const cache = await caches.open('public-data')
    for (const key of await cache.keys()) {
      if (new URL(key.url).pathname !== settingsPath) continue
      const copy = await cache.match(key)
      await cache.put(key, new Response('{"outdated":true}', { headers: copy?.headers ?? {} }))
    }
  }, publicPaths.settings)
  expect(await countOutdated()).toBeGreaterThan(0)
  await page.reload()
  await expect.poll(countOutdated).toBe(0)
  await page.waitForLoadState('networkidle')
}

/** Deploys the next build, and waits until the page offers the update. */
async function deployNextBuild(page: Page, deploys: DeploySetup): Promise<void> {
  await deploys.installation.deploy(deploys.nextBuild)
  expect(await checkForUpdate(page)).toBe('installed')
  await expect(findUpdateOffer(page)).toBeVisible()
}

test('a new version waits for consent and keeps the cart; another tab waits for its own', async ({
  page,
  context,
  deploys,
}) => {
  await installApp(page, deploys)
  await addPhotoToCart(page, deploys)
  const other = await context.newPage()
  await other.goto(deploys.installation.url)
  await deployNextBuild(page, deploys)
  await page.reload()
  await expect(findUpdateOffer(page)).toBeVisible()
  expect(await readBuildName(page)).toBe('now')

  await acceptUpdate(page)
  await expect(findNextBuild(page)).toBeAttached()
  await expect(page.getByRole('link', { name: /^Оформить/ })).toBeVisible()
  await expect(findUpdateOffer(page)).toBeHidden()

  await expect(findUpdateOffer(other)).toBeVisible()
  expect(await readBuildName(other)).toBe('now')
  await acceptUpdate(other)
  await expect(findNextBuild(other)).toBeAttached()
})

test('offers nothing while a picture is taken', async ({ page, deploys }) => {
  await installApp(page, deploys)
  await page.goto(getEventUrl(deploys))
  await deployNextBuild(page, deploys)
  await page.getByRole('link', { name: /селфи/i }).filter({ visible: true }).first().click()
  await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
  await expect(page.getByRole('button', { name: 'Снять', exact: true })).toBeEnabled()
  await expect(findUpdateOffer(page)).toBeHidden()
  await page.getByRole('button', { name: 'Закрыть' }).click()
  await expect(findUpdateOffer(page)).toBeVisible()
})

test('offers nothing while a picture is uploaded', async ({ page, context, deploys }) => {
  await installApp(page, deploys)
  await page.goto(getEventUrl(deploys))
  await deployNextBuild(page, deploys)
  // the first piece is sent, the second is held until released
  const releasePiece: (() => void)[] = []
  const uploadPath = new RegExp(`${toRoute(continueUpload).replace(/:\w+/g, '[^/]+')}$`)
  await context.route(uploadPath, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    releasePiece.push(() => {})
    if (releasePiece.length === 2) await new Promise<void>((resolve) => releasePiece.push(resolve))
    await route.continue()
  })
  await page.getByRole('link', { name: /селфи/i }).filter({ visible: true }).first().click()
  await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
  await chooseSelfie(page, 'good-a01-andrei.jpg')
  await expect.poll(() => releasePiece.length).toBe(3)
  await page.getByRole('link', { name: 'К фото события' }).click()
  await expect(page).toHaveURL(getEventUrl(deploys))
  await expect(findUpdateOffer(page)).toBeHidden()
  releasePiece[2]?.()
  await expect(findUpdateOffer(page)).toBeVisible()
})

test('offers nothing during a payment, and the payment completes', async ({ page, deploys }) => {
  await installApp(page, deploys)
  await addPhotoToCart(page, deploys)
  await deployNextBuild(page, deploys)
  await page.getByRole('link', { name: /^Оформить/ }).click()
  await page.getByRole('textbox', { name: 'Куда прислать файлы' }).fill('andrei@example.com')
  await expect(findUpdateOffer(page)).toBeHidden()
  await page.getByRole('checkbox', { name: /Принимаю оферту/ }).check()
  const orderRequested = page.waitForRequest((request) =>
    new RegExp(`${toRoute(checkOut).replace(/:\w+/g, '[^/]+')}$`).test(new URL(request.url()).pathname),
  )
  await findPayButton(page).click()
  await orderRequested
  await chooseAtBank(page, 'Оплатить')
  await expect(page.getByRole('heading', { level: 1, name: /Финиш/ })).toBeVisible()
})

test('a new version with a missing file is not activated: the old one stays, without a network too', async ({
  page,
  context,
  deploys,
}) => {
  const brokenBuild = join(deploys.folder, 'broken')
  await cp(deploys.nextBuild, brokenBuild, { recursive: true })
  const workerFile = join(brokenBuild, 'sw.js')
  const code = await readFile(workerFile, 'utf8')
  const brokenCode = code.replace(/assets\/CartPage-[\w-]+\.js/, 'assets/CartPage-that-was-lost.js')
  expect(brokenCode).not.toBe(code)
  await writeFile(workerFile, brokenCode)
  // the server prefers the compressed copy
  await rm(`${workerFile}.br`, { force: true })

  await installApp(page, deploys)
  await deploys.installation.deploy(brokenBuild)
  expect(await checkForUpdate(page)).toBe('redundant')
  await refreshSettings(page)
  await context.setOffline(true)
  await page.reload()
  expect(await readBuildName(page)).toBe('now')
  await page.getByRole('link', { name: 'Корзина' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Корзина пуста' })).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  expect(await readBuildName(page)).toBe('now')
  await expect(findUpdateOffer(page)).toBeHidden()
  // and the fixed version is offered
  await deployNextBuild(page, deploys)
})
