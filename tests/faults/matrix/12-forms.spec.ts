import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sendRequest } from '../../../contract/requests.ts'
import type { FaultProxy } from '../../../scripts/faults/proxy.ts'
import { answerAtBank, expectPaid, payButton } from '../../journeys/buying.ts'
import { readLocalStorage } from '../device.ts'
import { anotherBuild, expired, failing, gone, lieFi, portal, unplug } from '../networks.ts'
import { bar, comeToCheckout, listExchanges, pathOfCall, readCollection, says, waiting } from '../runner.ts'
import { expect, rows, test, waitForWorker } from '../test-server.ts'
import { matrix } from './matrix.ts'

const path = pathOfCall(sendRequest)
const question = 'Оплатил час назад, письма нет'
const draftKey = 'requestDraft.support'

const email = (page: Page) => page.getByRole('textbox', { name: 'E-mail' })
const message = (page: Page) => page.getByRole('textbox', { name: 'Что случилось' })
const send = (page: Page) => page.getByRole('button', { name: 'Отправить', exact: true })
const sendNow = (page: Page) => page.getByRole('button', { name: 'Отправить сейчас' })
const isSent = (page: Page) => page.getByRole('heading', { name: 'Отправлено' })

const aWriter = () => `${randomUUID()}@mail.example`

const findRequestRows = (writer: string) =>
  rows<{ id: string }>(`select id from requests where fields->>'email' = '${writer}'`)

/** Visits the site on a good network, then fills the form completely. */
async function fillForm(page: Page, writer: string): Promise<void> {
  await page.goto('/')
  await waitForWorker(page)
  await page.goto('/contacts')
  await email(page).fill(writer)
  await message(page).fill(question)
}

async function expectDraft(page: Page, writer: string): Promise<void> {
  await expect(email(page)).toHaveValue(writer)
  await expect(message(page)).toHaveValue(question)
}

/** Checks that the text is on the screen and on the device, and not shown as sent. */
async function expectNotSent(page: Page, writer: string): Promise<void> {
  await expectDraft(page, writer)
  await expect(isSent(page)).toBeHidden()
  expect(await waiting(page)).toEqual(['request'])
  expect((await readLocalStorage(page))[draftKey]).toContain(question)
}

/** Checks that there is one request despite retries, and none of it is left on the device. */
async function expectSent(page: Page, writer: string, network: FaultProxy): Promise<void> {
  await expect(isSent(page)).toBeVisible()
  expect(await findRequestRows(writer)).toHaveLength(1)
  const keys = listExchanges(network, sendRequest).map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(1)
  expect(await waiting(page)).toEqual([])
  expect((await readLocalStorage(page))[draftKey]).toBeUndefined()
}

matrix('12 fills in a form', {
  offline: [
    'it stays filled in, is said to be saved and not sent, and goes by itself, once',
    async ({ page, context, network }) => {
      const writer = aWriter()
      await fillForm(page, writer)
      network.set(gone)
      await unplug(context)
      await page.reload()
      await expectDraft(page, writer)
      await send(page).click()
      await expect(says(page, 'Сохранено на этом телефоне')).toBeVisible()
      await expect(says(page, /Пока не отправлено: нет сети/)).toBeVisible()
      await expectNotSent(page, writer)
      expect(await findRequestRows(writer)).toEqual([])
      network.clear()
      await unplug(context, false)
      await expectSent(page, writer, network)
    },
  ],
  lieFi: [
    'it stays filled in, and the button sends it when bytes move again',
    async ({ page, context, network }) => {
      await context.clock.install()
      const writer = aWriter()
      await fillForm(page, writer)
      network.set(lieFi)
      await send(page).click()
      await network.seen((exchange) => path.test(exchange.path))
      await page.clock.fastForward(15_000)
      await expect(sendNow(page)).toBeEnabled()
      await expectNotSent(page, writer)
      network.clear()
      await sendNow(page).click()
      await expectSent(page, writer, network)
    },
  ],
  portal: [
    'the page of a Wi-Fi is no answer: not shown as sent, and it goes after the sign-in',
    async ({ page, network }) => {
      const writer = aWriter()
      await fillForm(page, writer)
      network.set(portal)
      await send(page).click()
      await network.seen((exchange) => path.test(exchange.path) && exchange.status === 200)
      await expect(bar(page, 'portal')).toBeVisible()
      await expect(says(page, 'Сохранено на этом телефоне')).toBeVisible()
      await expectNotSent(page, writer)
      expect(await findRequestRows(writer)).toEqual([])
      network.clear()
      await sendNow(page).click()
      await expectSent(page, writer, network)
    },
  ],
  failing: [
    'it says that an error occurred, keeps what was written, and repeats under the same key',
    async ({ page, network }) => {
      const writer = aWriter()
      await fillForm(page, writer)
      // the first attempt is accepted but its answer lost, all others fail
      network.set([
        { fault: { type: 'drop-reply' }, path, method: 'POST', times: 1 },
        failing(path, undefined, 'POST'),
      ])
      await send(page).click()
      await expect(says(page, 'Произошла ошибка при отправке заявки. Попробуйте позже')).toBeVisible()
      await expectNotSent(page, writer)
      network.clear()
      await sendNow(page).click()
      await expectSent(page, writer, network)
    },
  ],
  expired: [
    'an answer about tokens changes nothing: a form needs none',
    async ({ page, network }) => {
      const writer = aWriter()
      await fillForm(page, writer)
      network.set([expired(path, 1, 'POST')])
      await send(page).click()
      await expectSent(page, writer, network)
      expect(listExchanges(network, sendRequest).map(({ status }) => status)).toEqual([401, 201])
    },
  ],
  killed: [
    'what was written comes back, and what was sent goes once after the next start',
    async ({ phone, network }) => {
      const writer = aWriter()
      const page = await phone.open('/')
      await fillForm(page, writer)
      await expect
        .poll(async () => (await readCollection<string>(page, 'facts')).get(draftKey) ?? '')
        .toContain(question)
      await phone.kill()
      network.set(gone)
      const next = await phone.open('/contacts')
      await expectDraft(next, writer)
      await send(next).click()
      await expect(says(next, 'Сохранено на этом телефоне')).toBeVisible()
      await expectNotSent(next, writer)
      await phone.kill()
      network.clear()
      await expectSent(await phone.open('/contacts'), writer, network)
    },
  ],
  update: [
    'what was written outlives the change of versions',
    async ({ page, network }) => {
      const writer = aWriter()
      await fillForm(page, writer)
      network.set([anotherBuild])
      await page.reload()
      await expect(says(page, 'Вышла новая версия.')).toBeVisible()
      await expectDraft(page, writer)
      const reloaded = page.waitForEvent('load')
      await page.getByRole('button', { name: 'Обновить' }).click()
      await reloaded
      await expectDraft(page, writer)
      await send(page).click()
      await expectSent(page, writer, network)
    },
  ],
})

test('12 fills in a form – no network: a receipt that was looked at opens', async ({
  page,
  context,
  network,
}) => {
  await comeToCheckout(page)
  await payButton(page).click()
  await answerAtBank(page, 'Оплатить')
  await expectPaid(page)
  const link = page.getByRole('link', { name: /^Чек/ })
  const [receipt] = await Promise.all([context.waitForEvent('page'), link.click()])
  const words = await receipt.locator('body').innerText()
  expect(words).toContain('andrei@example.com')
  network.set(gone)
  await unplug(context)
  await receipt.reload()
  expect(await receipt.locator('body').innerText()).toBe(words)
})
