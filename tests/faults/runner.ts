import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { type Call, toRoute } from '../../contract/call.ts'
import type { Exchange } from '../../scripts/faults/exchange.ts'
import type { FaultProxy } from '../../scripts/faults/proxy.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { buyAll, fillCheckout, payButton } from '../journeys/buying.ts'
import { readLocalStorage, readStores } from './device.ts'
import { testServer, waitForWorker } from './test-server.ts'

export const eventTitle = 'Полумарафон «Три моста»'

/** Addresses of the event, of the runner's photos there, of the camera, and of a search by start number. */
export const onEvent = `/event/${testServer.eventId}`
export const onMine = `${onEvent}/my`
export const onSelfie = `${onEvent}/selfie`
export const onSearch = `/search/${testServer.eventId}/128`

const bars = {
  offline: 'Нет сети. Покупки и найденные фото сохранены.',
  portal: 'Wi‑Fi просит войти. Сохранённое остаётся на экране.',
}

/** Returns the first visible element with this text. */
export function says(page: Page, words: string | RegExp): Locator {
  return page.getByText(words).filter({ visible: true }).first()
}

/** Returns the bar over the page that shows the network state. */
export function bar(page: Page, what: keyof typeof bars): Locator {
  return says(page, bars[what])
}

/** Returns a pattern of a call's addresses, with any parameters and query. */
export function pathOfCall(call: Call): RegExp {
  return new RegExp(`^${toRoute(call).replace(/:\w+/g, '[^/]+')}(\\?|$)`)
}

/** Returns the exchanges of a call. */
export function listExchanges(network: FaultProxy, call: Call) {
  const path = pathOfCall(call)
  return network.log.filter((exchange) => exchange.method === call.method && path.test(exchange.path))
}

/** Resolves with the next exchange of a call that satisfies a condition; earlier ones do not count. */
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

/** Returns whether the server has processed the call, even if its answer was lost. */
export const wasServed = ({ serverStatus }: Exchange) => serverStatus !== undefined

export async function showsEvent(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: eventTitle })).toBeVisible()
}

/** Visits the site on a good network: the app is cached, then the event with its photos. */
export async function visitEvent(page: Page): Promise<void> {
  await page.goto('/')
  await waitForWorker(page)
  await page.goto(onEvent)
  await showsEvent(page)
  await expect(page.getByRole('list', { name: 'Фото события' }).getByRole('img').first()).toBeVisible()
}

/** The list of the runner's photos. */
export const found = (page: Page): Locator => page.getByRole('list', { name: 'Ваши фото' })

/** Opens the runner's photos by start number, starting with a first visit. */
export async function findByNumber(page: Page): Promise<void> {
  await visitEvent(page)
  await page.goto(onSearch)
  await expect(found(page).getByRole('img').first()).toBeVisible()
  // the first ones are shown before all of them are loaded and stored
  await expect
    .poll(async () => (await readLocalStorage(page))[`search.${testServer.eventId}.found`])
    .toBeTruthy()
}

/** A picture of Andrei. */
export const selfieFile = join(projectRoot, 'demo', 'selfies', 'good-a01-andrei.jpg')

/** Accepts the consent and opens the camera. */
export async function openCamera(page: Page): Promise<void> {
  await page.goto(onSelfie)
  await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
  await expect(page.getByRole('button', { name: 'Снять', exact: true })).toBeVisible()
}

/** Gives the camera's page a picture, by default of Andrei. */
export async function takeSelfie(page: Page, picture?: Buffer): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({
    name: 'selfie.jpg',
    mimeType: 'image/jpeg',
    buffer: picture ?? (await readFile(selfieFile)),
  })
}

/** Goes from a first visit to a complete checkout. */
export async function comeToCheckout(page: Page): Promise<void> {
  await findByNumber(page)
  await buyAll(page)
  await fillCheckout(page)
}

/** Goes from a first visit to the bank's page. */
export async function comeToBank(page: Page): Promise<void> {
  await comeToCheckout(page)
  await payButton(page).click()
  await expect(page).toHaveURL(/\/bank\//)
}

/** Returns all records of a collection in IndexedDB, by key. */
export async function readCollection<Value>(page: Page, name: string): Promise<Map<string, Value>> {
  const stores = await readStores(page)
  const records = stores['photofinish/records'] ?? []
  const mine = records.filter(({ key }) => key.startsWith(`"${name}/`))
  return new Map(
    mine.map(({ key, value }) => [key.slice(name.length + 2, -1), (value as { value: Value }).value]),
  )
}

export interface StoredSelfie {
  readonly id: string
  readonly stage: 'saved' | 'answered' | 'refused'
  readonly sha256: string
  readonly sizeInBytes: number
  readonly uploadId?: string
  readonly offset?: number
  readonly selfie?: { readonly selfieId: string; readonly state: string }
}

/** Returns the only selfie stored on the device. */
export async function keptSelfie(page: Page): Promise<StoredSelfie> {
  const kept = [...(await readCollection<StoredSelfie>(page, 'selfies')).values()]
  expect(kept).toHaveLength(1)
  return kept[0] as StoredSelfie
}

/** Returns the SHA-256 of the stored bytes of the only selfie. */
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

/** Returns the kinds of unsent outbox entries. Finished ones remain for a while, with their outcome. */
export async function waiting(page: Page): Promise<string[]> {
  const entries = await readCollection<{ kind: string; outcome?: unknown }>(page, 'outbox')
  return [...entries.values()].filter(({ outcome }) => !outcome).map(({ kind }) => kind)
}
