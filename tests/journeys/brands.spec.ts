import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { command } from './command.ts'
import { demoFile, expect, test, world } from './world.ts'

interface Brand {
  readonly tenant: string
  readonly host: string
  readonly name: string
  readonly theme: string
  readonly language: string
  readonly accent: string
  /** Nothing that this brand shows or keeps says so. */
  readonly foreign: RegExp
  /** What its visitor chooses a photo with, and puts it into the cart. */
  readonly words: { readonly choose: RegExp; readonly toCart: string; readonly offline: RegExp }
}

const russian = { choose: /^Выбрать/, toCart: 'В корзину', offline: /^Нет сети/ }

const brands: readonly Brand[] = [
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
    words: { choose: /^Choose/, toCart: 'To cart', offline: /^You are offline/ },
  },
]

const originOf = ({ host }: Pick<Brand, 'host'>) => `http://${host}:${new URL(world.url).port}`

/** An event with a photo for each brand that has none. */
const eventOf = new Map<string, string>([['default', world.eventId]])

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const folder = await mkdtemp(join(tmpdir(), 'photofinish-brands-'))
  const photos = join(folder, 'photos')
  await mkdir(photos)
  await cp(demoFile('photos-b/B001.jpg'), join(photos, 'B001.jpg'))
  for (const tenant of ['trail', 'us']) {
    const words = ['--title', 'Зимний забег', '--title-en', 'Winter run', '--city', 'Riga']
    const eventId = await command('--tenant', tenant, 'event', 'create', ...words, '--date', '2026-08-15')
    const manifest = ['--manifest', demoFile('photos.json')]
    await command('--tenant', tenant, 'ingest', photos, '--event', eventId, ...manifest)
    eventOf.set(tenant, eventId)
  }
  await rm(folder, { recursive: true })
})

interface Look {
  readonly title: string
  readonly language: string
  readonly theme: string
  readonly accent: string
}

/** Has every page write down how it looks in each frame from its first one on. */
async function watchLooks(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (window !== window.top) return
    const looks: string[] = []
    Object.assign(window, { looks })
    const note = () => {
      const root = document.documentElement
      if (!document.body) return
      const look = JSON.stringify({
        title: document.title,
        language: root.lang,
        theme: root.dataset.tenant ?? '',
        accent: getComputedStyle(root).getPropertyValue('--pf-accent').trim(),
      })
      if (looks.at(-1) !== look) looks.push(look)
    }
    const everyFrame = () => {
      note()
      requestAnimationFrame(everyFrame)
    }
    // there are none before the page's styles are there
    requestAnimationFrame(everyFrame)
  })
}

/** Whatever the page has looked like so far, it was this brand's. */
async function expectOwnLook(page: Page, brand: Brand): Promise<void> {
  const looks = await page.evaluate(() => (window as unknown as { looks: string[] }).looks)
  expect(looks.length).toBeGreaterThan(0)
  const { theme, language, accent, name, foreign } = brand
  for (const text of looks) {
    const look = JSON.parse(text) as Look
    expect(look).toMatchObject({ theme, language, accent })
    expect(look.title).toContain(name)
    expect(look.title).not.toMatch(foreign)
  }
}

/** The app is kept, with what it looks like. */
async function install(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const logo = page.getByRole('banner').locator('img').first()
  const src = (await logo.count()) > 0 ? await logo.getAttribute('src') : null
  if (src) await page.waitForFunction(async (url) => (await caches.match(url)) !== undefined, src)
}

/** Everything that the page's origin keeps and a script can read, as one text, without the code of the app. */
const allThatIsKept = (page: Page) =>
  page.evaluate(async () => {
    const texts = [
      document.cookie,
      JSON.stringify(Object.entries(localStorage)),
      JSON.stringify(Object.entries(sessionStorage)),
    ]
    for (const { name = '' } of await indexedDB.databases()) {
      const done = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(request.error ?? new Error(name)))
        })
      const database = await done(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const reading = database.transaction(store).objectStore(store)
        texts.push(JSON.stringify([await done(reading.getAllKeys()), await done(reading.getAll())]))
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const kept = await cache.match(request)
        const type = kept?.headers.get('content-type') ?? ''
        texts.push(request.url, /json|html/.test(type) ? ((await kept?.text()) ?? '') : type)
      }
    }
    return texts.join('\n')
  })

/** What the page has asked for, by whom it was asked. */
const hostsAsked = (page: Page) =>
  page.evaluate(() => [
    ...new Set(
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.startsWith('http'))
        .map(({ name }) => new URL(name).hostname),
    ),
  ])

/** What the browser would install: the app's name, and its icons by their bytes. */
const installed = (page: Page) =>
  page.evaluate(async () => {
    const at = (selector: string) => document.querySelector<HTMLLinkElement>(selector)?.href ?? ''
    const manifest = (await (await fetch(at('link[rel=manifest]'))).json()) as {
      name: string
      icons: { src: string }[]
    }
    const pictures = [at('link[rel="apple-touch-icon"]'), ...manifest.icons.map(({ src }) => src)]
    const hashes = await Promise.all(
      pictures.map(async (src) => {
        const bytes = await (await fetch(src)).arrayBuffer()
        const hash = await crypto.subtle.digest('SHA-256', bytes)
        return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
      }),
    )
    return { name: manifest.name, hashes: [...new Set(hashes)] }
  })

/** The service's word on the cart of this page's brand. */
const cartOf = (page: Page) =>
  page.evaluate(async () => {
    const id = localStorage.getItem('cartId') ?? ''
    const answer = await fetch(`/public/cart/api/v1/shoppingCarts/${id}`)
    return (await answer.json()) as {
      currencyId: number
      attributes: { key: string; value: string }[]
    }
  })

async function putPhotoIntoCart(page: Page, brand: Brand): Promise<void> {
  await page.goto(`${originOf(brand)}/event/${eventOf.get(brand.tenant)}`)
  await page.getByRole('button', { name: brand.words.choose }).first().click()
  await page.getByRole('button', { name: brand.words.toCart }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await expect.poll(async () => (await cartOf(page)).attributes.length).toBe(2)
}

test('three brands in one browser: each is itself from its first frame, also without a network, and keeps nothing of another', async ({
  context,
  withoutNetwork,
}) => {
  test.slow()
  await watchLooks(context)
  const pages = new Map<Brand, Page>()
  const apps: { name: string; hashes: string[] }[] = []

  for (const brand of brands) {
    await test.step(`${brand.name} is come to for the first time`, async () => {
      const page = await context.newPage()
      pages.set(brand, page)
      await page.goto(originOf(brand))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectOwnLook(page, brand)
      apps.push(await installed(page))
      await install(page)
      expect(await hostsAsked(page)).toEqual([brand.host])
      await putPhotoIntoCart(page, brand)
      await expectOwnLook(page, brand)
      expect(await hostsAsked(page)).toEqual([brand.host])
    })
  }

  expect(apps.map(({ name }) => name)).toEqual(brands.map(({ name }) => name))
  const icons = apps.flatMap(({ hashes }) => hashes)
  expect(new Set(icons).size).toBe(icons.length)

  await test.step('each has a cart of its own, and nothing of the others is kept', async () => {
    const cookies = (await context.cookies()).filter(({ name }) => name === 'cartId')
    expect(cookies.map(({ domain }) => domain).toSorted()).toEqual(brands.map(({ host }) => host).toSorted())
    expect(new Set(cookies.map(({ value }) => value)).size).toBe(brands.length)
    for (const [brand, page] of pages) {
      const kept = await allThatIsKept(page)
      expect(kept).toContain(brand.name)
      expect(kept.match(brand.foreign)).toBeNull()
    }
  })

  await withoutNetwork(async () => {
    for (const [brand, page] of pages) {
      await test.step(`${brand.name} opens without a network`, async () => {
        await page.goto(originOf(brand))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByText(brand.words.offline).first()).toBeVisible()
        await expectOwnLook(page, brand)
      })
    }
  })
})

test.describe('what a brand may set', () => {
  // calls of a page that a worker takes over just then are not told of
  test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } })

  const menu = (page: Page) => page.getByRole('banner').getByRole('navigation').getByRole('link')
  const foot = (page: Page) => page.getByRole('contentinfo')
  const [, trail, us] = brands
  const sister = { host: 'sister.localhost' }

  test('the US variant is in English only, with a short menu, no foot, dollars, and a way back in words', async ({
    page,
  }) => {
    if (!us) throw new Error('there is no US variant')
    await page.addInitScript(() => localStorage.setItem('appLanguage', 'ru'))
    await page.goto(originOf(us))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(menu(page)).toHaveText(['Runners', 'Contacts'])
    await expect(page.getByRole('combobox', { name: 'Language' })).toHaveCount(0)
    await expect(foot(page)).toHaveCount(0)
    const back = page.getByRole('banner').getByRole('link', { name: 'Back to site' })
    await expect(back).toHaveText('Back to site')
    await expect(back).toHaveAttribute('href', 'https://race-weekend.example/')
    expect(await page.locator('body').innerText()).not.toMatch(/\p{Script=Cyrillic}/u)

    await putPhotoIntoCart(page, us)
    await expect(page.getByRole('main')).toContainText(/\$\d/)
    await expect(page.getByRole('main')).not.toContainText('₽')
    expect(await cartOf(page)).toMatchObject({
      currencyId: 840,
      attributes: [
        { key: 'Language', value: 'en' },
        { key: 'Theme', value: 'photofinishUSA' },
      ],
    })
    // the way out is home's alone
    await expect(back).toHaveCount(0)
    for (const path of ['/for-organizers', '/for-photographers', '/for-business']) {
      await page.goto(`${originOf(us)}${path}`)
      await expect(page).toHaveURL(`${originOf(us)}/`)
    }
  })

  test('the sister brand has no pages for partners, and no support for Russian readers', async ({ page }) => {
    await page.goto(originOf(sister))
    await expect(menu(page)).toHaveText(['Участникам', 'Контакты'])
    await expect(foot(page).getByRole('link', { name: 'Telegram' })).toBeVisible()
    await expect(foot(page).getByRole('link', { name: 'Поддержка' })).toHaveCount(0)
    await foot(page).getByRole('combobox', { name: 'Язык' }).selectOption({ label: 'English' })
    await expect(foot(page).getByRole('link', { name: 'Support' })).toHaveAttribute('href', /stayer-photo$/)
    await expect(foot(page).getByRole('link', { name: 'Telegram' })).toHaveCount(0)
    for (const path of ['/for-organizers', '/for-photographers', '/for-business']) {
      await page.goto(`${originOf(sister)}${path}`)
      await expect(page).toHaveURL(`${originOf(sister)}/`)
    }
  })

  test('the trail speaks two languages, and leads back to its own site from home', async ({ page }) => {
    if (!trail) throw new Error('there is no trail')
    await page.goto(originOf(trail))
    const languages = page.getByRole('banner').getByRole('combobox', { name: 'Язык' }).getByRole('option')
    await expect(languages).toHaveText(['Русский', 'English'])
    const back = page.getByRole('banner').getByRole('link', { name: 'Вернуться на сайт' })
    await expect(back).toHaveAttribute('href', 'https://white-trail.example/')
    await page.goto(`${originOf(trail)}/contacts`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(back).toHaveCount(0)
  })
})
