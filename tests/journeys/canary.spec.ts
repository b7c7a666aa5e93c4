import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, type Response, test } from '@playwright/test'
import { deviceHeader, identityHeader } from '../../contract/call.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { type Installation, openInstallation } from '../support/processes/installation.ts'
import { addAllToCart, chooseAtBank, expectPaid, fillCheckout, findPayButton } from './purchase-steps.ts'
import { readStoredData } from './stored-data.ts'
import { demoFile, openContext } from './test-server.ts'

test.describe.configure({ timeout: 240_000 })

let installation: Installation
let eventId: string
test.beforeAll(async () => {
  test.setTimeout(180_000)
  installation = await openInstallation(join(projectRoot, 'dist/web'), {
    EMBEDDED_IDENTITY: '1',
    LOG_LEVEL: 'trace',
  })
  const folder = await mkdtemp(join(tmpdir(), 'photofinish-canary-'))
  const words = ['--title', 'Пробег', '--city', 'Казань', '--point', 'finish=Финиш', '--distance', '10 km']
  eventId = await installation.runCommand('event', 'create', ...words)
  const list = join(folder, 'list.csv')
  await writeFile(list, 'bib,surname,name\n128,Канарейкин,Андрей\n')
  await installation.runCommand('start-list', 'import', list, '--event', eventId)
  await copyFile(demoFile('photos-a/A001.jpg'), join(folder, 'A001.jpg'))
  await installation.runCommand('ingest', folder, '--event', eventId, '--point', 'finish')
  await rm(folder, { recursive: true })
})
test.afterAll(() => installation.close())

const email = 'canary-5b1d@mail.example'
const account = { user: 'kofi', password: 'three-bridges', email: 'kofi@runners.example' }

/** Collects the secrets that the app sends in headers, and answers that contain any of them but may be stored. */
function watch(page: Page) {
  const tokens = new Set<string>()
  const responses: Response[] = []
  page.context().on('request', (request) => {
    const headers = request.headers()
    const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
    for (const secret of [bearer, headers[identityHeader], headers[deviceHeader]])
      if (secret !== undefined) tokens.add(secret)
  })
  page.context().on('response', (response) => responses.push(response))
  return { tokens, responses }
}

/** Returns the ids that are stored on the device. */
const readIds = (page: Page) =>
  page.evaluate(() => ({
    selfieIds: Object.entries(Object.assign({}, localStorage))
      .filter(([key]) => key.endsWith('.selfieId'))
      .map(([, id]) => id as string),
    cartId: localStorage.getItem('cartId') ?? '',
  }))

/** Returns the secrets that a text contains. */
const findIn = (text: string, secrets: Iterable<string>) =>
  Array.from(secrets).filter((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)))

/** Returns the names of stored entries with bytes of a picture. */
const countStoredPictures = (stored: string) => stored.match(/"\d+ bytes"/g)?.length ?? 0

test('tokens, e-mails and the selfie of a whole journey are in no log, address, cache or store afterwards', async ({
  browser,
}) => {
  const context = await openContext(browser, { baseURL: installation.url })
  const page = await context.newPage()
  const { tokens, responses } = watch(page)
  const orderIds: string[] = []
  let ids = { selfieIds: [] as string[], cartId: '' }

  await test.step('signs in, searches by selfie and buys', async () => {
    await page.goto('/my-account/orders')
    await page.getByLabel('Имя пользователя или e-mail').fill(account.user)
    await page.getByLabel('Пароль').fill(account.password)
    await page.getByRole('button', { name: 'Войти' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ваши заказы' })).toBeVisible()
    await page.goto(`/event/${eventId}/selfie`)
    await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
    await page.locator('input[type=file]').setInputFiles(demoFile('selfies/good-a01-andrei.jpg'))
    await expect(page.getByRole('list', { name: 'Ваши фото' })).toBeVisible({ timeout: 60_000 })
    await addAllToCart(page)
    await fillCheckout(page, email)
    ids = await readIds(page)
    await findPayButton(page).click()
    await chooseAtBank(page, 'Оплатить')
    await expectPaid(page)
    orderIds.push(new URL(page.url()).pathname.split('/').at(-1) ?? '')
    await page.goto(`/order/${orderIds[0]}`)
    await expectPaid(page)
    await page.goto('/my-account/orders')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  })

  const secrets = [...tokens, ...orderIds, ...ids.selfieIds, ids.cartId, email, account.email]
  expect(tokens.size).toBeGreaterThanOrEqual(3)
  expect(ids.selfieIds).toHaveLength(1)
  const before = await readStoredData(page)
  expect(findIn(before, [email, ...orderIds, ...ids.selfieIds])).toHaveLength(3)

  await test.step('private answers are not to be stored, and pages pass no address on', async () => {
    const storable: string[] = []
    for (const response of responses) {
      const headers = response.headers()
      const type = headers['content-type'] ?? ''
      if (!/json|html/.test(type) || response.status() >= 300) continue
      if (type.includes('html')) expect(headers['referrer-policy'], response.url()).toBe('no-referrer')
      const body = await response.text().catch(() => '')
      const isStored = !/no-store/.test(headers['cache-control'] ?? '')
      if (isStored && findIn(body, secrets).length > 0) storable.push(response.url())
    }
    expect(storable).toEqual([])
  })

  await test.step('signing out leaves nothing of the account', async () => {
    await page.getByRole('button', { name: 'Выйти' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Личный кабинет' })).toHaveCount(0)
    const stored = await readStoredData(page)
    const ofAccount = [...tokens].filter((token) => isOfAccount(token))
    expect(ofAccount.length).toBeGreaterThan(0)
    expect(findIn(stored, [...ofAccount, account.email])).toEqual([])
  })

  await test.step('forgetting the device leaves nothing of the runner', async () => {
    await page.getByRole('button', { name: 'Меню' }).click()
    await page.getByRole('button', { name: 'Забыть это устройство' }).click()
    await page.getByRole('button', { name: 'Стереть всё' }).click()
    await expect(page.getByText('Готово: здесь ничего о вас не осталось.')).toBeVisible()
    const stored = await readStoredData(page)
    expect(findIn(stored, secrets)).toEqual([])
    expect(countStoredPictures(stored)).toBe(0)
    const cookies = JSON.stringify(await context.cookies())
    expect(findIn(cookies, secrets)).toEqual([])
  })

  const lines = installation.sent().flatMap((sent) => sent.match(/^[A-Z]+ \S+ HTTP\/1\.1$/gm) ?? [])
  const referrers = installation.sent().flatMap((sent) => sent.match(/^referer: .*$/gim) ?? [])
  // the worker names its own script, which is the same on every device
  const ofPages = referrers.filter((line) => !/\/sw\.js(\?\d+)?$/.test(line))
  expect(lines.length).toBeGreaterThan(50)
  expect(lines.filter((line) => findIn(line, [...tokens, email, account.email]).length > 0)).toEqual([])
  expect(ofPages).toEqual([])
  expect(installation.log().length).toBeGreaterThan(1_000)
  expect(findIn(installation.log(), secrets)).toEqual([])
  console.log(
    `canaries: ${secrets.length} secrets, ${lines.length} requests, ${responses.length} answers, found 0`,
  )
  await context.close()
})

/** Returns whether a token is of the sign-on server, which names its issuer. */
function isOfAccount(token: string): boolean {
  const [, claims = ''] = token.split('.')
  return Buffer.from(claims, 'base64url').toString().includes('"iss"')
}
