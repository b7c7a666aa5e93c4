import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { runCommand } from './command.ts'
import { demoFile, expect, testServer } from './test-server.ts'

/** One of the demo's brands. */
export interface Brand {
  readonly tenant: string
  readonly host: string
  readonly name: string
  readonly theme: string
  readonly language: string
  readonly accent: string
  /** Texts that must not appear on this brand's pages or in its storage. */
  readonly foreign: RegExp
  /** Labels for selecting a photo and adding it to the cart. */
  readonly words: { readonly choose: RegExp; readonly toCart: string; readonly offline: RegExp }
}

const russian = { choose: /^Выбрать/, toCart: 'В корзину', offline: /^Нет сети/ }

export const brands: readonly Brand[] = [
  {
    tenant: 'default',
    host: 'localhost',
    name: 'Photofinish',
    theme: 'photofinish',
    language: 'ru',
    accent: '#d6330f',
    foreign: /\bUSA|ООО «Белая тропа»|white-trail|trail\.localhost|us\.localhost|#0b55c4|#bf0a30/,
    words: russian,
  },
  {
    tenant: 'trail',
    host: 'trail.localhost',
    name: 'Белая тропа',
    theme: 'white-trail',
    language: 'ru',
    accent: '#0b55c4',
    foreign: /Photofinish|\/\/localhost|us\.localhost|#d6330f|#bf0a30/,
    words: russian,
  },
  {
    tenant: 'us',
    host: 'us.localhost',
    name: 'Photofinish USA',
    theme: 'photofinish-usa',
    language: 'en',
    accent: '#bf0a30',
    foreign: /Белая тропа|white-trail|\/\/localhost|trail\.localhost|#d6330f|#0b55c4/,
    words: { choose: /^Choose/, toCart: 'Add to cart', offline: /^You are offline/ },
  },
]

export const getBrandOrigin = ({ host }: Pick<Brand, 'host'>) =>
  `http://${host}:${new URL(testServer.url).port}`

/** Id of the event with photos, by tenant. */
const eventIds = new Map<string, string>([['default', testServer.eventId]])

/** Creates an event with one photo for each of these tenants. */
export async function createBrandEvents(...tenants: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'photofinish-brands-'))
  const photos = join(folder, 'photos')
  await mkdir(photos)
  await cp(demoFile('photos-b/B001.jpg'), join(photos, 'B001.jpg'))
  for (const tenant of tenants) {
    const words = ['--title', 'Зимний забег', '--title-en', 'Winter run', '--city', 'Riga']
    const eventId = await runCommand('--tenant', tenant, 'event', 'create', ...words, '--date', '2026-08-15')
    const manifest = ['--manifest', demoFile('photos.json')]
    await runCommand('--tenant', tenant, 'ingest', photos, '--event', eventId, ...manifest)
    eventIds.set(tenant, eventId)
  }
  await rm(folder, { recursive: true })
}

/** Returns the cart of this page's brand from the service. */
export const fetchCart = (page: Page) =>
  page.evaluate(async () => {
    const id = localStorage.getItem('cartId') ?? ''
    const answer = await fetch(`/public/cart/api/v1/shoppingCarts/${id}`)
    return (await answer.json()) as {
      currencyId: number
      attributes: { key: string; value: string }[]
    }
  })

/** Goes from a brand's event to a cart with one photo, which the service has confirmed. */
export async function addPhotoToCart(page: Page, brand: Brand): Promise<void> {
  await page.goto(`${getBrandOrigin(brand)}/event/${eventIds.get(brand.tenant)}`)
  await page.getByRole('button', { name: brand.words.choose }).first().click()
  await page.getByRole('button', { name: brand.words.toCart }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await expect.poll(async () => (await fetchCart(page)).attributes.length).toBe(2)
}
