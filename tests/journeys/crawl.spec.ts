import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { pageRows } from '../../contract/pages.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { readTenantLanguages } from '../support/server/tenant-languages.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { runCommand } from './command.ts'
import { demoFile, expect, test, testServer } from './test-server.ts'

/**
 * Checks every route of every brand in each of its languages: no console errors, missing texts, overflow, broken
 * links or accessibility violations. `npm run crawl` checks both schemes and all widths. `npm test` checks one scheme
 * on phones, and other brands in their default language only. Brands with the same texts as the default brand are
 * reduced to the pages that show their look.
 */
const isFullCrawl = process.env.CRAWL === 'all'

const phone = { width: 390, height: 844 }
/** 320 px is the narrowest phone, and a wide window at 400 %. */
const narrow = { width: 320, height: 640 }
const sizes = isFullCrawl
  ? [narrow, phone, { width: 820, height: 1180 }, { width: 1440, height: 900 }]
  : [narrow, phone]
const schemes = isFullCrawl ? (['light', 'dark'] as const) : (['light'] as const)

interface Brand {
  readonly tenant: string
  readonly host: string
  /** The first one is the brand's default. */
  readonly languages: readonly string[]
}
const brands: readonly Brand[] = [
  { tenant: 'default', host: 'localhost', languages: readTenantLanguages('default') },
  { tenant: 'trail', host: 'trail.localhost', languages: readTenantLanguages('trail') },
  { tenant: 'us', host: 'us.localhost', languages: readTenantLanguages('us') },
  { tenant: 'sister', host: 'sister.localhost', languages: readTenantLanguages('sister') },
]

const routes = pageRows.map(({ path }) => path)
const routePatterns = routes.map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`))

/** Message ids; a visible one indicates a missing text. */
const textIds = new Set(
  listFilesDeep(join(projectRoot, 'src'), 'messages.ru.json').flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object),
  ),
)

/** The event that the brand's pages are about. */
const eventIds = new Map<string, string>([['default', testServer.eventId]])

test.beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'photofinish-crawl-'))
  const photos = join(folder, 'photos')
  await mkdir(photos)
  for (const name of ['B001.jpg', 'B002.jpg']) await cp(demoFile(`photos-b/${name}`), join(photos, name))
  for (const { tenant } of brands) {
    if (eventIds.has(tenant)) continue
    const titles = [
      '--title',
      'Горный забег',
      '--title-en',
      'Mountain run',
      '--title-es',
      'Carrera de montaña',
    ]
    const eventId = await runCommand(
      '--tenant',
      tenant,
      'event',
      'create',
      ...titles,
      '--city',
      'Riga',
      '--date',
      '2026-08-15',
    )
    await runCommand(
      '--tenant',
      tenant,
      'ingest',
      photos,
      '--event',
      eventId,
      '--manifest',
      demoFile('photos.json'),
    )
    eventIds.set(tenant, eventId)
  }
  await rm(folder, { recursive: true })
})

// a worker that takes control during the test would only slow it down
test.use({ serviceWorkers: 'block' })

/** Pages with a brand's colors and pictures; the other pages are the same for all brands. */
const brandedRoutes = new Set([
  '/',
  '/event/:id',
  '/event/:id/selfie',
  '/search/:id/:number',
  '/cart',
  '/contacts',
])

/** English is checked on the pages of the US brand. */
const listRoutes = ({ tenant }: Brand) =>
  isFullCrawl || tenant === 'default' || tenant === 'us'
    ? routes
    : routes.filter((route) => brandedRoutes.has(route))

/** Polls, because a photo wall is laid out one frame after its width has changed. */
const softExpect = expect.configure({ soft: true })

/** Limits the duration of a test: a slow machine takes some seconds per page. */
const pagesPerTest = 8

/** Splits the routes of a brand into tests, named by position. */
function listParts(brand: Brand): { name: string; paths: readonly string[] }[] {
  const all = listRoutes(brand)
  return Array.from({ length: Math.ceil(all.length / pagesPerTest) }, (_, part) => {
    const paths = all.slice(part * pagesPerTest, (part + 1) * pagesPerTest)
    return { name: `${part * pagesPerTest + 1} to ${part * pagesPerTest + paths.length}`, paths }
  })
}

for (const brand of brands) {
  const isDefaultBrand = brand.tenant === 'default'
  const checkedLanguages = isDefaultBrand
    ? brand.languages.filter((each) => each !== 'en')
    : brand.languages.slice(0, 1)
  const languages = isFullCrawl ? brand.languages : checkedLanguages
  for (const { language, colorScheme, part } of languages.flatMap((language) =>
    schemes.flatMap((colorScheme) => listParts(brand).map((part) => ({ language, colorScheme, part }))),
  )) {
    test.describe(() => {
      test.use({ colorScheme })
      test(`every page of ${brand.tenant} in ${language}, ${colorScheme}: ${part.name}`, async ({
        page,
        pageProblems,
      }) => {
        test.setTimeout(isFullCrawl ? 900_000 : 240_000)
        const origin = `http://${brand.host}:${new URL(testServer.url).port}`
        const eventId = eventIds.get(brand.tenant) ?? ''
        await page.addInitScript((chosen) => localStorage.setItem('appLanguage', chosen), language)
        const links = new Set<string>()
        for (const route of part.paths) {
          const path = route
            .replace('/event/:id', `/event/${eventId}`)
            .replace('/search/:id', `/search/${eventId}`)
            .replace(':number', '128')
            .replace(':id', 'nobody')
          await page.goto(`${origin}${path}`)
          await expect(page.locator('main h1').first()).toBeAttached()
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
          for (const link of await listLinks(page, origin)) links.add(link)
          expect
            .soft(await page.evaluate(() => document.documentElement.lang), `${path}: language`)
            .toBe(language)
          const words = (await page.locator('body').innerText()).split(/\s+/)
          expect
            .soft(
              words.filter((word) => textIds.has(word)),
              `${path}: texts that are missing`,
            )
            .toEqual([])
          expect.soft(await findSmallFields(page), `${path}: iOS would zoom in on`).toEqual([])
          for (const size of sizes) {
            await page.setViewportSize(size)
            await softExpect
              .poll(() => findOverflowingElements(page), `${path}: wider than ${size.width} px`)
              .toEqual([])
          }
          await page.setViewportSize(phone)
          if (isFullCrawl) {
            await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
            await softExpect
              .poll(() => findOverflowingElements(page), `${path}: wider at 200 % text`)
              .toEqual([])
            await page.evaluate(() => (document.documentElement.style.fontSize = ''))
          }
          const hasAccessibilityCheck =
            isFullCrawl || (language === brand.languages[0] && (isDefaultBrand || brandedRoutes.has(route)))
          if (hasAccessibilityCheck) expect.soft(await findAccessibilityViolations(page), path).toEqual([])
        }
        for (const link of links) {
          if (routePatterns.some((pattern) => pattern.test(link))) continue
          // fetched in the page, because Node.js may not resolve subdomains of localhost
          const answer = await page.evaluate(async (path) => {
            const { status, headers } = await fetch(path)
            return { status, isPage: headers.get('content-type')?.startsWith('text/html') }
          }, link)
          expect.soft(answer, `the link to ${link}`).toEqual({ status: 200, isPage: false })
        }
        expect(pageProblems.errors).toEqual([])
      })
    })
  }
}

function listFilesDeep(folder: string, name: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(name))
    .map((file) => join(folder, file))
}

/** Returns the paths that the page links to, without query and fragment. */
function listLinks(page: Page, origin: string): Promise<string[]> {
  return page.evaluate(
    (own) =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
        .map(({ href }) => new URL(href))
        .filter((url) => url.origin === own)
        .map(({ pathname }) => pathname),
    origin,
  )
}

/** Returns fields with text smaller than 16 px: iOS zooms in when one is focused. */
function findSmallFields(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('input:not([type=checkbox], [type=radio], [type=file]), select, textarea')]
      .map((field) => ({ field, size: Number.parseFloat(getComputedStyle(field).fontSize) }))
      .filter(({ size }) => size < 16)
      .map(({ field, size }) => `${field.tagName} ${field.getAttribute('aria-label') ?? field.id} ${size}`),
  )
}

/** Returns elements that overflow the screen, if the page scrolls horizontally. */
function findOverflowingElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    return wide.slice(0, 5).map((element) => `${element.tagName} ${element.className}`)
  })
}
