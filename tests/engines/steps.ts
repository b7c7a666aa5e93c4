import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Phone, Target } from './phone.ts'
import { demoFile, testServer } from './test-server.ts'
import { beginsWith, named, say, textBeginning } from './words.ts'

/** Part of the event's title. */
export const eventName = /Три моста/
export const eventPath = `/event/${testServer.eventId}`
export const selfiePath = `${eventPath}/selfie`
export const myPath = `${eventPath}/my`

export const button = (id: string): Target => ({ role: 'button', name: named(say(id)) })
export const buttonBeginning = (text: string): Target => ({ role: 'button', name: beginsWith(text) })
export const heading = (id: string): Target => ({ role: 'heading', level: 1, name: named(say(id)) })

/** Waits until the app is cached. */
export async function installWorker(phone: Phone): Promise<void> {
  await phone.until(async () => Boolean((await navigator.serviceWorker.ready).active))
}

/** Accepts the consent and opens the camera. */
export async function agree(phone: Phone): Promise<void> {
  await phone.visit(selfiePath)
  await phone.press(button('selfie.consent.agree'))
  await phone.ready(button('selfie.shoot'))
}

export const chooseSelfie = (phone: Phone) => phone.upload(demoFile('selfies/good-a01-andrei.jpg'))

/** Adds all visible photos and goes to a complete checkout. */
export async function fillCheckout(phone: Phone): Promise<void> {
  const [buyAll = ''] = say('search.offer.buy', { count: 8, sum: '%' }).split('%')
  await phone.press(buttonBeginning(buyAll))
  await phone.arrives('/order')
  const email: Target = { role: 'textbox', name: named(say('checkout.email.label')) }
  await phone.see(email)
  // leaving a page during the worker's registration logs an error
  await installWorker(phone)
  await phone.visit('/cart')
  await phone.see(heading('cart.title'))
  await phone.press({ role: 'link', name: beginsWith(say('cart.orderFor')) })
  await phone.arrives('/order')
  await phone.typeInto(email, `andrei-${randomUUID().slice(0, 8)}@example.com`)
  await phone.press({ role: 'checkbox', name: beginsWith(textBeginning('checkout.agreement')) })
}

export const payButton = buttonBeginning(say('orders.pay'))

/** Goes from the bank's page to the paid order. */
export async function payAtBank(phone: Phone): Promise<void> {
  await phone.arrives(/^\/bank\//)
  await phone.press({ role: 'button', name: named(say('approve')) })
  await phone.arrives(/^\/order\/[\w-]+$/)
  await phone.see(heading('orders.paid.title'))
}

/** Checks that every database of the app can be opened and read. */
export async function expectDatabaseAnswers(phone: Phone): Promise<void> {
  const answers = await phone.run(async () => {
    const limitInMs = 10_000
    const count = (name: string) =>
      new Promise<string>((resolve) => {
        setTimeout(() => resolve('hangs'), limitInMs)
        const opening = indexedDB.open(name)
        opening.onsuccess = () => {
          const database = opening.result
          const stores = [...database.objectStoreNames]
          const reading = database
            .transaction(stores, 'readonly')
            .objectStore(stores[0] ?? '')
            .count()
          reading.onsuccess = () => {
            database.close()
            resolve('answers')
          }
        }
      })
    const names = (await indexedDB.databases()).map(({ name = '' }) => name)
    return Promise.all(names.map(async (name) => `${name} ${await count(name)}`))
  })
  expect(answers.length).toBeGreaterThan(0)
  expect(answers.filter((answer) => !answer.endsWith(' answers'))).toEqual([])
}
