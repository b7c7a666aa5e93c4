import type { BrowserContext, Page } from '@playwright/test'
import { addPhotoToCart, type Brand, brands, createBrandEvents, getBrandOrigin } from './brands.ts'
import { expect, test } from './test-server.ts'

test.beforeAll(async () => {
  test.setTimeout(120_000)
  await createBrandEvents('trail', 'us')
})

interface Look {
  readonly title: string
  readonly language: string
  readonly theme: string
  readonly accent: string
}

/** Makes every page record title, language and theme in each frame. */
async function recordLooks(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (window !== window.top) return
    const looks: string[] = []
    Object.assign(window, { looks })
    const recordLook = () => {
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
    const recordEachFrame = () => {
      recordLook()
      requestAnimationFrame(recordEachFrame)
    }
    // there are no frames before the page's styles are loaded
    requestAnimationFrame(recordEachFrame)
  })
}

/** Checks that every recorded frame shows this brand. */
async function expectBrandLook(page: Page, brand: Brand): Promise<void> {
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

/** Waits until the app and its theme are cached. */
async function waitUntilCached(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const logo = page.getByRole('banner').locator('img').first()
  const src = (await logo.count()) > 0 ? await logo.getAttribute('src') : null
  if (src) await page.waitForFunction(async (url) => (await caches.match(url)) !== undefined, src)
}

/** Returns everything stored by the page's origin and readable by scripts, as one text, without the app's code. */
const readAllStorage = (page: Page) =>
  page.evaluate(async () => {
    const texts = [
      document.cookie,
      JSON.stringify(Object.entries(localStorage)),
      JSON.stringify(Object.entries(sessionStorage)),
    ]
    for (const { name = '' } of await indexedDB.databases()) {
      const waitForRequest = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(request.error ?? new Error(name)))
        })
      const database = await waitForRequest(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const objectStore = database.transaction(store).objectStore(store)
        texts.push(
          JSON.stringify([
            await waitForRequest(objectStore.getAllKeys()),
            await waitForRequest(objectStore.getAll()),
          ]),
        )
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const cached = await cache.match(request)
        const type = cached?.headers.get('content-type') ?? ''
        texts.push(request.url, /json|html/.test(type) ? ((await cached?.text()) ?? '') : type)
      }
    }
    return texts.join('\n')
  })

/** Returns the hosts that the page has sent requests to. */
const listRequestedHosts = (page: Page) =>
  page.evaluate(() => [
    ...new Set(
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.startsWith('http'))
        .map(({ name }) => new URL(name).hostname),
    ),
  ])

/** Returns the name of the installable app, and the hashes of its icons. */
const readInstallableApp = (page: Page) =>
  page.evaluate(async () => {
    const getHref = (selector: string) => document.querySelector<HTMLLinkElement>(selector)?.href ?? ''
    const manifest = (await (await fetch(getHref('link[rel=manifest]'))).json()) as {
      name: string
      icons: { src: string }[]
    }
    const pictures = [getHref('link[rel="apple-touch-icon"]'), ...manifest.icons.map(({ src }) => src)]
    const hashes = await Promise.all(
      pictures.map(async (src) => {
        const bytes = await (await fetch(src)).arrayBuffer()
        const hash = await crypto.subtle.digest('SHA-256', bytes)
        return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
      }),
    )
    return { name: manifest.name, hashes: [...new Set(hashes)] }
  })

test('three brands in one browser: each has its brand from the first frame, also offline, and stores nothing of another', {
  tag: '@core',
}, async ({ context, withoutNetwork }) => {
  test.slow()
  await recordLooks(context)
  const pages = new Map<Brand, Page>()
  const apps: { name: string; hashes: string[] }[] = []

  for (const brand of brands) {
    await test.step(`${brand.name} is opened for the first time`, async () => {
      const page = await context.newPage()
      pages.set(brand, page)
      await page.goto(getBrandOrigin(brand))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectBrandLook(page, brand)
      apps.push(await readInstallableApp(page))
      await waitUntilCached(page)
      expect(await listRequestedHosts(page)).toEqual([brand.host])
      await addPhotoToCart(page, brand)
      await expectBrandLook(page, brand)
      expect(await listRequestedHosts(page)).toEqual([brand.host])
    })
  }

  expect(apps.map(({ name }) => name)).toEqual(brands.map(({ name }) => name))
  const icons = apps.flatMap(({ hashes }) => hashes)
  expect(new Set(icons).size).toBe(icons.length)

  await test.step('each has a separate cart, and stores nothing of the others', async () => {
    const cookies = (await context.cookies()).filter(({ name }) => name === 'cartId')
    expect(cookies.map(({ domain }) => domain).toSorted()).toEqual(brands.map(({ host }) => host).toSorted())
    expect(new Set(cookies.map(({ value }) => value)).size).toBe(brands.length)
    for (const [brand, page] of pages) {
      const kept = await readAllStorage(page)
      expect(kept).toContain(brand.name)
      expect(kept.match(brand.foreign)).toBeNull()
    }
  })

  await withoutNetwork(async () => {
    for (const [brand, page] of pages) {
      await test.step(`${brand.name} opens without a network`, async () => {
        await page.goto(getBrandOrigin(brand))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByText(brand.words.offline).first()).toBeVisible()
        await expectBrandLook(page, brand)
      })
    }
  })
})
