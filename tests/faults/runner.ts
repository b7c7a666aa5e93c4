import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { type Call, routeOf } from '../../contract/call.ts'
import type { Exchange } from '../../scripts/faults/exchange.ts'
import type { FaultProxy } from '../../scripts/faults/proxy.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { fillCheckout, payButton } from '../journeys/buying.ts'
import { localOf, storesOf } from './device.ts'
import { settled, world } from './world.ts'

export const eventTitle = 'Полумарафон «Три моста»'

/** The address of the event, of her own photos there, of the camera, and of a search by her number. */
export const onEvent = `/event/${world.eventId}`
export const onMine = `${onEvent}/my`
export const onSelfie = `${onEvent}/selfie`
export const onSearch = `/search/${world.eventId}/128`

const bars = {
  offline: 'Нет сети. Покупки и найденные фото сохранены.',
  portal: 'Wi‑Fi просит войти. Сохранённое остаётся на экране.',
  slow: 'Сеть отвечает медленно. Сохранённое видно сразу.',
}

/** The first place on the screen that says something; none is hidden. */
export function says(page: Page, words: string | RegExp): Locator {
  return page.getByText(words).filter({ visible: true }).first()
}

/** The bar over the page that says how the network is. */
export function bar(page: Page, what: keyof typeof bars): Locator {
  return says(page, bars[what])
}

/** Fits the addresses of a call, with any parameters and query. */
export function pathOfCall(call: Call): RegExp {
  return new RegExp(`^${routeOf(call).replace(/:\w+/g, '[^/]+')}(\\?|$)`)
}

/** What went over the network for a call. */
export function exchangesOf(network: FaultProxy, call: Call) {
  const path = pathOfCall(call)
  return network.log.filter((exchange) => exchange.method === call.method && path.test(exchange.path))
}

/** The next exchange of a call of which something is so; those that have begun before do not count. */
export function nextExchange(
  network: FaultProxy,
  call: Call,
  isSo: (exchange: Exchange) => boolean,
): Promise<Exchange> {
  const path = pathOfCall(call)
  const last = network.log.at(-1)?.id ?? 0
  return network.seen(
    (exchange) =>
      exchange.id > last && exchange.method === call.method && path.test(exchange.path) && isSo(exchange),
  )
}

/** The server has done it, whether or not anybody heard of it. */
export const wasServed = ({ serverStatus }: Exchange) => serverStatus !== undefined

export async function showsEvent(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: eventTitle })).toBeVisible()
}

/** A first visit with a good network: the app is kept, then the event with its photos. */
export async function visitEvent(page: Page): Promise<void> {
  await page.goto('/')
  await settled(page)
  await page.goto(onEvent)
  await showsEvent(page)
  await expect(page.getByRole('list', { name: 'Фото события' }).getByRole('img').first()).toBeVisible()
}

/** Her photos, found. */
export const found = (page: Page): Locator => page.getByRole('list', { name: 'Ваши фото' })

/** From a first visit to her own photos, by the start number. */
export async function findByNumber(page: Page): Promise<void> {
  await visitEvent(page)
  await page.goto(onSearch)
  await expect(found(page).getByRole('img').first()).toBeVisible()
  // the first ones are shown before all of them are here and kept
  await expect.poll(async () => (await localOf(page))[`search.${world.eventId}.found`]).toBeTruthy()
}

/** A picture of Andrei. */
export const selfieFile = join(projectRoot, 'demo', 'selfies', 'good-a01-andrei.jpg')

/** From the consent to the camera. */
export async function openCamera(page: Page): Promise<void> {
  await page.goto(onSelfie)
  await page.getByRole('button', { name: 'Согласен, открыть камеру' }).click()
  await expect(page.getByRole('button', { name: 'Снять', exact: true })).toBeVisible()
}

/** Gives the camera's screen a picture, of Andrei unless told. */
export async function takeSelfie(page: Page, picture?: Buffer): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({
    name: 'selfie.jpg',
    mimeType: 'image/jpeg',
    buffer: picture ?? (await readFile(selfieFile)),
  })
}

/** From her photos to a cart with all of them. */
export async function buyAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Купить все' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('heading', { level: 1, name: 'Корзина' })).toBeVisible()
}

/** From a first visit to a checkout that only waits to be confirmed. */
export async function comeToCheckout(page: Page): Promise<void> {
  await findByNumber(page)
  await buyAll(page)
  await fillCheckout(page)
}

/** From a first visit to the bank's page. */
export async function comeToBank(page: Page): Promise<void> {
  await comeToCheckout(page)
  await payButton(page).click()
  await expect(page).toHaveURL(/\/bank\//)
}

/** Everything on a shelf of the device's memory, by key. */
export async function shelfOf<Value>(page: Page, name: string): Promise<Map<string, Value>> {
  const stores = await storesOf(page)
  const records = stores['photofinish/records'] ?? []
  const mine = records.filter(({ key }) => key.startsWith(`"${name}/`))
  return new Map(
    mine.map(({ key, value }) => [key.slice(name.length + 2, -1), (value as { value: Value }).value]),
  )
}

export interface KeptSelfie {
  readonly id: string
  readonly stage: 'saved' | 'answered' | 'refused'
  readonly sha256: string
  readonly sizeInBytes: number
  readonly uploadId?: string
  readonly offset?: number
  readonly selfie?: { readonly selfieId: string; readonly state: string }
}

/** The only selfie that the device keeps. */
export async function keptSelfie(page: Page): Promise<KeptSelfie> {
  const kept = [...(await shelfOf<KeptSelfie>(page, 'selfies')).values()]
  expect(kept).toHaveLength(1)
  return kept[0] as KeptSelfie
}

/** SHA-256 of the bytes of the only selfie, as they lie on the device. */
export async function hashOfKeptBytes(page: Page): Promise<string> {
  const bytes = await page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve) => {
        request.addEventListener('success', () => resolve(request.result))
      })
    const database = await done(indexedDB.open('photofinish'))
    const all = await done(database.transaction('bytes').objectStore('bytes').getAll())
    database.close()
    return Array.from(new Uint8Array(all[0] as ArrayBuffer))
  })
  return createHash('sha256').update(Buffer.from(bytes)).digest('hex')
}

/** Kinds of what waits to be sent; what is through is remembered for a while, with its outcome. */
export async function waiting(page: Page): Promise<string[]> {
  const entries = await shelfOf<{ kind: string; outcome?: unknown }>(page, 'outbox')
  return [...entries.values()].filter(({ outcome }) => !outcome).map(({ kind }) => kind)
}
