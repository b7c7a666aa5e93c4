import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { correctEmail, getOrder, sendLetterAgain } from '../../contract/orders.ts'
import { readMailFile } from '../../server/features/demo/mail-file.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { findOrder } from '../../server/features/orders/index.ts'
import { correctEmail as correctEmailOfOrder } from '../../server/features/orders/letters.ts'
import { listOrderFiles, readSentEmails } from '../support/data/delivered-files.ts'
import { createDemoPhoto } from '../support/data/demo-photos.ts'
import { fetchAnswer, fetchProblemCode } from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  createStoredPhoto,
  openShop,
  placeOrder,
  placePaidOrder,
  type Shop,
} from '../support/server/shop.ts'

const hourInMs = 60 * 60_000

let shop: Shop
let event: EventRow
beforeAll(async () => {
  shop = await openShop()
  event = await createEventOnSale(shop, { switches: { preorder: true } })
})
afterAll(() => shop.close())

const buyPackage = async (number: string) =>
  placePaidOrder(shop, await createReadyCart(shop, event, { package: number }))

const listNewFiles = async (orderId: string) =>
  (await listOrderFiles(shop, orderId)).filter(({ isNew }) => isNew)
async function advanceHours(hours: number): Promise<void> {
  shop.moveClock(hours * hourInMs)
  await shop.jobs.drain()
}

it('announces photos added after the purchase, once, and marks them on the order', async () => {
  await createStoredPhoto(shop, event, { numbers: ['11'] })
  const { orderId } = await buyPackage('11')
  expect(await readSentEmails(shop, orderId)).toHaveLength(1)
  await advanceHours(1)
  expect(await readSentEmails(shop, orderId)).toHaveLength(1)
  await createStoredPhoto(shop, event, { numbers: ['11'], point: 'late-1' })
  await createStoredPhoto(shop, event, { numbers: ['11'], point: 'late-2' })
  await advanceHours(1)
  const letters = await readSentEmails(shop, orderId)
  expect(letters).toHaveLength(2)
  const secondLetter = letters.find(({ text }) => text.includes('late-1, 17:45'))
  expect(secondLetter?.subject).toContain(': 2.')
  expect((await listNewFiles(orderId)).map(({ fileName }) => fileName).toSorted()).toEqual([
    'late-1, 17-45.jpg',
    'late-2, 17-45.jpg',
  ])
  await advanceHours(2)
  expect(await readSentEmails(shop, orderId)).toHaveLength(2)
  await createStoredPhoto(shop, event, { numbers: ['11'], point: 'late-3' })
  await advanceHours(30)
  expect(
    (await readSentEmails(shop, orderId)).filter(({ text }) => text.includes('late-3, 17:45')),
  ).toHaveLength(1)
  expect(await listNewFiles(orderId)).toHaveLength(3)
})

it('delivers a package that was bought before the race', async () => {
  const { orderId } = await buyPackage('12')
  expect((await readSentEmails(shop, orderId)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Предзаказ/),
  ])
  await createStoredPhoto(shop, event, { numbers: ['12'], point: 'first' })
  await advanceHours(1)
  expect(
    (await readSentEmails(shop, orderId)).filter(({ text }) => text.includes('first, 17:45')),
  ).toHaveLength(1)
})

it('sends the letter of a paid order again, up to a limit', async () => {
  await createStoredPhoto(shop, event, { numbers: ['13'] })
  const { orderId } = await buyPackage('13')
  const params = { orderId }
  for (let copies = 1; copies <= 5; copies++) {
    await fetchAnswer(shop.app, sendLetterAgain, { params })
    await shop.jobs.drain()
    expect(await readSentEmails(shop, orderId)).toHaveLength(1 + copies)
  }
  expect(await fetchProblemCode(shop.app, sendLetterAgain, { params })).toEqual([429, 'TooManyRequests'])
})

it.each([
  [2, 'Фото, 17:45 × 2'],
  [13, 'Фото × 13'],
])('bills %i photos by their point and time while they are few: %s', async (photos, line) => {
  const { orderId } = await placePaidOrder(shop, await createReadyCart(shop, event, { photos }))
  await shop.jobs.drain()
  const [letter] = await readSentEmails(shop, orderId)
  expect(readMailFile(Buffer.from(letter?.raw ?? '')).body.content).toContain(line)
})

it('sends nothing for unpaid or missing orders', async () => {
  const { orderId } = await placeOrder(shop, await createReadyCart(shop, event))
  expect(await fetchProblemCode(shop.app, sendLetterAgain, { params: { orderId } })).toEqual([403, 'NotPaid'])
  const params = { orderId: 'unknown' }
  expect(await fetchProblemCode(shop.app, sendLetterAgain, { params })).toEqual([404, 'OrderNotFound'])
  const body = { email: 'a@b.example' }
  expect(await fetchProblemCode(shop.app, correctEmail, { params, body })).toEqual([404, 'OrderNotFound'])
})

it('sends the letter to the corrected address at once', async () => {
  await createStoredPhoto(shop, event, { numbers: ['14'] })
  const { orderId } = await buyPackage('14')
  const params = { orderId }
  expect(
    await fetchProblemCode(shop.app, correctEmail, { params, body: { email: 'a@b\r\nBcc: c@d.example' } }),
  ).toEqual([422, 'EmailInvalid'])
  await fetchAnswer(shop.app, correctEmail, { params, body: { email: ' anna@mail.example ' } })
  await shop.jobs.drain()
  const letters = await readSentEmails(shop, orderId)
  expect(letters.map(({ to }) => to).toSorted()).toEqual(['anna.s@mail.example', 'anna@mail.example'])
  expect((await fetchAnswer(shop.app, getOrder, { params })).customer.email).toBe('anna@mail.example')
})

it('sends the letter to an address that is corrected while the order is being paid', async () => {
  const cartId = await createReadyCart(shop, event, { photos: 1 })
  const { orderId } = await placeOrder(shop, cartId)
  const unpaidOrder = await findOrder(shop.context(), orderId)
  if (!unpaidOrder) throw new Error('The order is gone')
  await placePaidOrder(shop, cartId)
  await correctEmailOfOrder(shop.context(), unpaidOrder, 'anna@mail.example')
  await shop.jobs.drain()
  const letters = await readSentEmails(shop, orderId)
  expect(letters.map(({ to }) => to).toSorted()).toEqual(['anna.s@mail.example', 'anna@mail.example'])
})

it('contains small pictures of the purchase, the sum, the receipt and the seller', async () => {
  await createDemoPhoto(shop, event, 'A001', { numbers: ['15'] })
  // this picture is unreadable: the e-mail is sent without it
  await createStoredPhoto(shop, event, { numbers: ['15'] })
  const { orderId, invoiceId } = await buyPackage('15')
  const [letter] = await readSentEmails(shop, orderId)
  const mail = readMailFile(Buffer.from(letter?.raw ?? ''))
  const { content: html } = mail.body
  const pictures = [...html.matchAll(/<img src="data:image\/jpeg;base64,([^"]+)"/g)]
  expect(pictures).toHaveLength(1)
  const picture = Buffer.from(pictures[0]?.[1] ?? '', 'base64')
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 280, height: 210 })
  expect(picture.length).toBeLessThan(16_000)
  for (const part of [html.replaceAll('&amp;', '&'), letter?.text ?? '']) {
    expect(part).toContain(`/public/receipts/api/v1/receipts/download?invoiceId=${invoiceId}&fileType=html`)
    expect(part).toContain('ООО «Фотофиниш», ИНН 7800000000')
    expect(part).toContain('Ответьте на это письмо в течение 14 дней')
    expect(part).toContain('(Санкт-Петербург, UTC+3)')
    expect(part.replaceAll(/\s/g, ' ')).toContain('1 990 ₽')
    expect(part).toMatch(/2 файла, [\d,]+ МБ\. Ссылка бессрочная\./)
  }
})
