import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { type Call, toRoute } from '../../contract/call.ts'
import type { Exchange } from '../../scripts/faults/exchange.ts'
import type { FaultProxy } from '../../scripts/faults/proxy.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { addAllToCart, fillCheckout, findPayButton } from '../journeys/purchase-steps.ts'
import { readLocalStorage, readStores } from './device.ts'
import { testServer, waitForWorker } from './test-server.ts'

export const eventTitle = 'Полумарафон «Три моста»'

/** Addresses of the event, of the runner's photos there, of the camera, and of a search by start number. */
export const eventPath = `/event/${testServer.eventId}`
export const ownPhotosPath = `${eventPath}/my`
export const selfiePath = `${eventPath}/selfie`
export const searchPath = `/search/${testServer.eventId}/128`

const networkBarTexts = {
  offline: 'Нет сети. Покупки и найденные фото сохранены.',
  portal: 'Wi‑Fi просит войти. Сохранённое остаётся на экране.',
}

/** Returns the first visible element with this text. */
export function findVisibleText(page: Page, words: string | RegExp): Locator {
  return page.getByText(words).filter({ visible: true }).first()
}

/** Returns the bar over the page that shows the network state. */
export function findNetworkBar(page: Page, state: keyof typeof networkBarTexts): Locator {
  return findVisibleText(page, networkBarTexts[state])
}

/** Returns a pattern of a call's addresses, with any parameters and query. */
export function toCallPattern(call: Call): RegExp {
  return new RegExp(`^${toRoute(call).replace(/:\w+/g, '[^/]+')}(\\?|$)`)
}

/** Returns the exchanges of a call. */
export function listExchanges(network: FaultProxy, call: Call) {
  const path = toCallPattern(call)
  return network.log.filter((exchange) => exchange.method === call.method && path.test(exchange.path))
}

/** Resolves with the next exchange of a call that satisfies a condition; earlier ones do not count. */
export function waitForExchange(
  network: FaultProxy,
  call: Call,
  matches: (exchange: Exchange) => boolean,
): Promise<Exchange> {
  const path = toCallPattern(call)
  const lastId = network.log.at(-1)?.id ?? 0
  return network.waitForExchange(
    (exchange) =>
      exchange.id > lastId &&
      exchange.method === call.method &&
      path.test(exchange.path) &&
      matches(exchange),
  )
}

/** Returns whether the server has processed the call, even if its answer was lost. */
export const wasServed = ({ serverStatus }: Exchange) => serverStatus !== undefined

export async function expectEvent(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: eventTitle })).toBeVisible()
}

/** Visits the site on a good network: the app is cached, then the event with its photos. */
export async function visitEvent(page: Page): Promise<void> {
  await page.goto('/')
  await waitForWorker(page)
  await page.goto(eventPath)
  await expectEvent(page)
  await expect(page.getByRole('list', { name: 'Фото события' }).getByRole('img').first()).toBeVisible()
}

/** The list of the runner's photos. */
export const findOwnPhotos = (page: Page): Locator => page.getByRole('list', { name: 'Ваши фото' })

/** Opens the runner's photos by start number, starting with a first visit. */
export async function findByNumber(page: Page): Promise<void> {
  await visitEvent(page)
  await page.goto(searchPath)
  await expect(findOwnPhotos(page).getByRole('img').first()).toBeVisible()
  // the first ones are shown before all of them are loaded and stored
  await expect
    .poll(async () => (await readLocalStorage(page))[`search.${testServer.eventId}.found`])
    .toBeTruthy()
}

/** A picture of Andrei. */
export const selfieFile = join(projectRoot, 'demo', 'selfies', 'good-a01-andrei.jpg')

/** Accepts the consent and opens the camera. */
export async function openCamera(page: Page): Promise<void> {
  await page.goto(selfiePath)
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
export async function goToCheckout(page: Page): Promise<void> {
  await findByNumber(page)
  await addAllToCart(page)
  await fillCheckout(page)
}

/** Goes from a first visit to the bank's page. */
export async function goToBank(page: Page): Promise<void> {
  await goToCheckout(page)
  await findPayButton(page).click()
  await expect(page).toHaveURL(/\/bank\//)
}

/** Returns all records of a collection in IndexedDB, by key. */
export async function readCollection<Value>(page: Page, name: string): Promise<Map<string, Value>> {
  const stores = await readStores(page)
  const records = stores['photofinish/records'] ?? []
  const collectionRecords = records.filter(({ key }) => key.startsWith(`"${name}/`))
  return new Map(
    collectionRecords.map(({ key, value }) => [
      key.slice(name.length + 2, -1),
      (value as { value: Value }).value,
    ]),
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
export async function readStoredSelfie(page: Page): Promise<StoredSelfie> {
  const storedSelfies = [...(await readCollection<StoredSelfie>(page, 'selfies')).values()]
  expect(storedSelfies).toHaveLength(1)
  return storedSelfies[0] as StoredSelfie
}

/** Returns the SHA-256 of the stored bytes of the only selfie. */
export async function hashStoredBytes(page: Page): Promise<string> {
  const bytes = await page.evaluate(async () => {
    const waitForRequest = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve) => {
        request.addEventListener('success', () => resolve(request.result))
      })
    const database = await waitForRequest(indexedDB.open('photofinish'))
    const all = await waitForRequest(database.transaction('bytes').objectStore('bytes').getAll())
    database.close()
    return Array.from(new Uint8Array(all[0] as ArrayBuffer))
  })
  return createHash('sha256').update(Buffer.from(bytes)).digest('hex')
}

/** Returns the kinds of unsent outbox entries. Finished ones remain for a while, with their outcome. */
export async function listUnsentKinds(page: Page): Promise<string[]> {
  const entries = await readCollection<{ kind: string; outcome?: unknown }>(page, 'outbox')
  return [...entries.values()].filter(({ outcome }) => !outcome).map(({ kind }) => kind)
}
