import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Phone, Target } from './phone.ts'
import { demoFile, testServer } from './test-server.ts'
import { formatText, getTextBeginning, matchBeginning, matchExactly } from './texts.ts'

/** Part of the event's title. */
export const eventName = /Три моста/
export const eventPath = `/event/${testServer.eventId}`
export const selfiePath = `${eventPath}/selfie`
export const ownPhotosPath = `${eventPath}/my`

export const toButton = (id: string): Target => ({ role: 'button', name: matchExactly(formatText(id)) })
export const toButtonStartingWith = (text: string): Target => ({ role: 'button', name: matchBeginning(text) })
export const toHeading = (id: string): Target => ({
  role: 'heading',
  level: 1,
  name: matchExactly(formatText(id)),
})

/** Waits until the app is cached. */
export async function installWorker(phone: Phone): Promise<void> {
  await phone.waitFor(async () => Boolean((await navigator.serviceWorker.ready).active))
}

/** Accepts the consent and opens the camera. */
export async function openCamera(phone: Phone): Promise<void> {
  await phone.visit(selfiePath)
  await phone.press(toButton('selfie.consent.agree'))
  await phone.waitUntilPressable(toButton('selfie.shoot'))
}

export const chooseSelfie = (phone: Phone) => phone.upload(demoFile('selfies/good-a01-andrei.jpg'))

/** Adds all visible photos and goes to a complete checkout. */
export async function fillCheckout(phone: Phone): Promise<void> {
  const [buyAllText = ''] = formatText('search.offer.buy', { count: 8, sum: '%' }).split('%')
  await phone.press(toButtonStartingWith(buyAllText))
  await phone.waitForPath('/order')
  const email: Target = { role: 'textbox', name: matchExactly(formatText('checkout.email.label')) }
  await phone.waitForElement(email)
  // leaving a page during the worker's registration logs an error
  await installWorker(phone)
  await phone.visit('/cart')
  await phone.waitForElement(toHeading('cart.title'))
  await phone.press({ role: 'link', name: matchBeginning(formatText('cart.orderFor')) })
  await phone.waitForPath('/order')
  await phone.typeInto(email, `andrei-${randomUUID().slice(0, 8)}@example.com`)
  await phone.press({ role: 'checkbox', name: matchBeginning(getTextBeginning('checkout.agreement')) })
}

export const payButton = toButtonStartingWith(formatText('orders.pay'))

/** Goes from the bank's page to the paid order. */
export async function payAtBank(phone: Phone): Promise<void> {
  await phone.waitForPath(/^\/bank\//)
  await phone.press({ role: 'button', name: matchExactly(formatText('approve')) })
  await phone.waitForPath(/^\/order\/[\w-]+$/)
  await phone.waitForElement(toHeading('orders.paid.title'))
}

/** Checks that every database of the app can be opened and read. */
export async function expectDatabaseAnswers(phone: Phone): Promise<void> {
  const answers = await phone.run(async () => {
    const limitInMs = 10_000
    const countOccurrences = (name: string) =>
      new Promise<string>((resolve) => {
        setTimeout(() => resolve('hangs'), limitInMs)
        const openRequest = indexedDB.open(name)
        openRequest.onsuccess = () => {
          const database = openRequest.result
          const stores = [...database.objectStoreNames]
          const countRequest = database
            .transaction(stores, 'readonly')
            .objectStore(stores[0] ?? '')
            .count()
          countRequest.onsuccess = () => {
            database.close()
            resolve('answers')
          }
        }
      })
    const names = (await indexedDB.databases()).map(({ name = '' }) => name)
    return Promise.all(names.map(async (name) => `${name} ${await countOccurrences(name)}`))
  })
  expect(answers.length).toBeGreaterThan(0)
  expect(answers.filter((answer) => !answer.endsWith(' answers'))).toEqual([])
}
