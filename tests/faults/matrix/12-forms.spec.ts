import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sendRequest } from '../../../contract/requests.ts'
import type { FaultProxy } from '../../../scripts/faults/proxy.ts'
import { chooseAtBank, expectPaid, findPayButton } from '../../journeys/purchase-steps.ts'
import { readLocalStorage } from '../device.ts'
import {
  anotherBuild,
  captivePortal,
  expireTokens,
  failCalls,
  lieFi,
  setOffline,
  unreachable,
} from '../networks.ts'
import {
  findNetworkBar,
  findVisibleText,
  goToCheckout,
  listExchanges,
  listUnsentKinds,
  readCollection,
  toCallPattern,
} from '../steps.ts'
import { expect, queryRows, test, waitForWorker } from '../test-server.ts'
import { matrix } from './matrix.ts'

const requestPattern = toCallPattern(sendRequest)
const question = 'Оплатил час назад, письма нет'
const draftKey = 'requestDraft.support'

const findEmailField = (page: Page) => page.getByRole('textbox', { name: 'E-mail' })
const findMessageField = (page: Page) => page.getByRole('textbox', { name: 'Что случилось' })
const findSendButton = (page: Page) => page.getByRole('button', { name: 'Отправить', exact: true })
const findSendNowButton = (page: Page) => page.getByRole('button', { name: 'Отправить сейчас' })
const findSentHeading = (page: Page) => page.getByRole('heading', { name: 'Отправлено' })

const createWriter = () => `${randomUUID()}@mail.example`

const findRequestRows = (writer: string) =>
  queryRows<{ id: string }>(`select id from requests where fields->>'email' = '${writer}'`)

/** Visits the site on a good network, then fills the form completely. */
async function fillForm(page: Page, writer: string): Promise<void> {
  await page.goto('/')
  await waitForWorker(page)
  await page.goto('/contacts')
  await findEmailField(page).fill(writer)
  await findMessageField(page).fill(question)
}

async function expectDraft(page: Page, writer: string): Promise<void> {
  await expect(findEmailField(page)).toHaveValue(writer)
  await expect(findMessageField(page)).toHaveValue(question)
}

/** Checks that the text is on the screen and on the device, and not shown as sent. */
async function expectNotSent(page: Page, writer: string): Promise<void> {
  await expectDraft(page, writer)
  await expect(findSentHeading(page)).toBeHidden()
  expect(await listUnsentKinds(page)).toEqual(['request'])
  expect((await readLocalStorage(page))[draftKey]).toContain(question)
}

/** Checks that there is one request despite retries, and none of it is left on the device. */
async function expectSent(page: Page, writer: string, network: FaultProxy): Promise<void> {
  await expect(findSentHeading(page)).toBeVisible()
  expect(await findRequestRows(writer)).toHaveLength(1)
  const keys = listExchanges(network, sendRequest).map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(1)
  expect(await listUnsentKinds(page)).toEqual([])
  expect((await readLocalStorage(page))[draftKey]).toBeUndefined()
}

matrix('12 fills in a form', {
  offline: [
    'it stays filled in, is said to be saved and not sent, and goes by itself, once',
    async ({ page, context, network }) => {
      const writer = createWriter()
      await fillForm(page, writer)
      network.set(unreachable)
      await setOffline(context)
      await page.reload()
      await expectDraft(page, writer)
      await findSendButton(page).click()
      await expect(findVisibleText(page, 'Сохранено на этом телефоне')).toBeVisible()
      await expect(findVisibleText(page, /Пока не отправлено: нет сети/)).toBeVisible()
      await expectNotSent(page, writer)
      expect(await findRequestRows(writer)).toEqual([])
      network.clear()
      await setOffline(context, false)
      await expectSent(page, writer, network)
    },
  ],
  lieFi: [
    'it stays filled in, and the button sends it when bytes move again',
    async ({ page, context, network }) => {
      await context.clock.install()
      const writer = createWriter()
      await fillForm(page, writer)
      network.set(lieFi)
      await findSendButton(page).click()
      await network.waitForExchange((exchange) => requestPattern.test(exchange.path))
      await page.clock.fastForward(15_000)
      await expect(findSendNowButton(page)).toBeEnabled()
      await expectNotSent(page, writer)
      network.clear()
      await findSendNowButton(page).click()
      await expectSent(page, writer, network)
    },
  ],
  portal: [
    'the page of a Wi-Fi is no answer: not shown as sent, and it goes after the sign-in',
    async ({ page, network }) => {
      const writer = createWriter()
      await fillForm(page, writer)
      network.set(captivePortal)
      await findSendButton(page).click()
      await network.waitForExchange(
        (exchange) => requestPattern.test(exchange.path) && exchange.status === 200,
      )
      await expect(findNetworkBar(page, 'portal')).toBeVisible()
      await expect(findVisibleText(page, 'Сохранено на этом телефоне')).toBeVisible()
      await expectNotSent(page, writer)
      expect(await findRequestRows(writer)).toEqual([])
      network.clear()
      await findSendNowButton(page).click()
      await expectSent(page, writer, network)
    },
  ],
  failing: [
    'it says that an error occurred, keeps what was written, and repeats under the same key',
    async ({ page, network }) => {
      const writer = createWriter()
      await fillForm(page, writer)
      // the first attempt is accepted but its answer lost, all others fail
      network.set([
        { fault: { type: 'drop-reply' }, path: requestPattern, method: 'POST', times: 1 },
        failCalls(requestPattern, undefined, 'POST'),
      ])
      await findSendButton(page).click()
      await expect(
        findVisibleText(page, 'Произошла ошибка при отправке заявки. Попробуйте позже'),
      ).toBeVisible()
      await expectNotSent(page, writer)
      network.clear()
      await findSendNowButton(page).click()
      await expectSent(page, writer, network)
    },
  ],
  expired: [
    'an answer about tokens changes nothing: a form needs none',
    async ({ page, network }) => {
      const writer = createWriter()
      await fillForm(page, writer)
      network.set([expireTokens(requestPattern, 1, 'POST')])
      await findSendButton(page).click()
      await expectSent(page, writer, network)
      expect(listExchanges(network, sendRequest).map(({ status }) => status)).toEqual([401, 201])
    },
  ],
  killed: [
    'what was written comes back, and what was sent goes once after the next start',
    async ({ phone, network }) => {
      const writer = createWriter()
      const page = await phone.open('/')
      await fillForm(page, writer)
      await expect
        .poll(async () => (await readCollection<string>(page, 'facts')).get(draftKey) ?? '')
        .toContain(question)
      await phone.kill()
      network.set(unreachable)
      const next = await phone.open('/contacts')
      await expectDraft(next, writer)
      await findSendButton(next).click()
      await expect(findVisibleText(next, 'Сохранено на этом телефоне')).toBeVisible()
      await expectNotSent(next, writer)
      await phone.kill()
      network.clear()
      await expectSent(await phone.open('/contacts'), writer, network)
    },
  ],
  update: [
    'what was written outlives the change of versions',
    async ({ page, network }) => {
      const writer = createWriter()
      await fillForm(page, writer)
      network.set([anotherBuild])
      await page.reload()
      await expect(findVisibleText(page, 'Вышла новая версия.')).toBeVisible()
      await expectDraft(page, writer)
      const reloaded = page.waitForEvent('load')
      await page.getByRole('button', { name: 'Обновить' }).click()
      await reloaded
      await expectDraft(page, writer)
      await findSendButton(page).click()
      await expectSent(page, writer, network)
    },
  ],
})

test('12 fills in a form – no network: a receipt that was looked at opens', async ({
  page,
  context,
  network,
}) => {
  await goToCheckout(page)
  await findPayButton(page).click()
  await chooseAtBank(page, 'Оплатить')
  await expectPaid(page)
  const link = page.getByRole('link', { name: /^Чек/ })
  const [receipt] = await Promise.all([context.waitForEvent('page'), link.click()])
  const words = await receipt.locator('body').innerText()
  expect(words).toContain('andrei@example.com')
  network.set(unreachable)
  await setOffline(context)
  await receipt.reload()
  expect(await receipt.locator('body').innerText()).toBe(words)
})
