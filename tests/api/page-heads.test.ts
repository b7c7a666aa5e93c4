import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages, languageTable } from '../../contract/language/languages.ts'
import { readMessages } from '../../scripts/build/messages.ts'
import {
  createEvent,
  type EventRow,
  type NewEvent,
  setEventCover,
} from '../../server/features/events/index.ts'
import { bootstrapScript } from '../../server/features/storefront/bootstrap-inline.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { openServedPages, type ServedPages } from '../support/server/served-pages.ts'

const hostileTitle = 'Забег "</title><script>alert(1)</script>" & друзья'

let served: ServedPages
let race: EventRow
let hidden: EventRow

const raceInput: NewEvent = {
  externalId: 'half',
  title: { ru: 'Три моста', en: 'Three Bridges', es: 'Tres Puentes' },
  city: { ru: 'Санкт-Петербург', en: 'Saint Petersburg' },
  country: 'RU',
  sport: 'running',
  startsOn: new Date('2026-09-11T22:30:00Z'),
  endsOn: new Date('2026-09-12T10:00:00Z'),
  timeZone: 'Europe/Moscow',
}

beforeAll(async () => {
  served = await openServedPages({
    one: {},
    us: { photofinishUSA: true, currencyId: 840 },
    sister: { hidePartnerPages: true, languages: ['ru'] },
  })
  const context = served.context('one')
  race = await createEvent(context, raceInput)
  await setEventCover(context, race.id, { key: 'media/cover.jpg', width: 1600, height: 900 })
  hidden = await createEvent(context, { ...raceInput, externalId: 'hidden', state: 'Hidden' })
  await createEvent(context, {
    ...raceInput,
    externalId: 'nasty',
    title: { ru: hostileTitle },
    city: { ru: '"&<' },
  })
})

afterAll(() => served.close())

interface OpenOptions {
  host?: string
  language?: string
}

async function openPage(path: string, { host = 'one.test', language = 'ru' }: OpenOptions = {}) {
  const response = await served.app.inject({
    url: path,
    headers: { host, accept: 'text/html', 'accept-language': language },
  })
  const html = response.body
  const head = html.slice(0, html.indexOf('</head>'))
  const matchHead = (pattern: RegExp) => head.match(pattern)?.[1]
  return {
    response,
    head,
    status: response.statusCode,
    lang: /<html lang="(\w+)"/.exec(html)?.[1],
    title: matchHead(/<title>([^<]*)<\/title>/),
    description: matchHead(/<meta name="description" content="([^"]*)"/),
    canonical: matchHead(/<link rel="canonical" href="([^"]*)"/),
    robots: matchHead(/<meta name="robots" content="([^"]*)"/),
    property: (name: string) => matchHead(new RegExp(`<meta property="${name}" content="([^"]*)"`)),
    twitterCard: matchHead(/<meta name="twitter:card" content="([^"]*)"/),
    readStructuredData: () =>
      JSON.parse(matchHead(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/) ?? 'null') as unknown,
  }
}

describe('the head of an event', () => {
  it('has its name, place, local day and cover for messengers and search engines', async () => {
    const page = await openPage(`/event/${race.id}`)
    const url = `http://one.test/event/${race.id}`
    expect(page).toMatchObject({ status: 200, lang: 'ru', robots: undefined, canonical: url })
    expect(page.title).toBe('Три моста — Фото &lt;one&gt;')
    expect(page.description).toContain('Три моста, Санкт-Петербург, 12 сентября 2026')
    expect(page.property('og:title')).toBe('Три моста')
    expect(page.property('og:url')).toBe(url)
    expect(page.property('og:image')).toBe('http://one.test/media/cover.jpg')
    expect([page.property('og:image:width'), page.property('og:image:height')]).toEqual(['1600', '900'])
    expect(page.twitterCard).toBe('summary_large_image')
    expect(page.readStructuredData()).toMatchObject({
      '@type': 'SportsEvent',
      name: 'Три моста',
      startDate: '2026-09-11T22:30:00.000Z',
      location: { address: { addressLocality: 'Санкт-Петербург', addressCountry: 'RU' } },
      image: ['http://one.test/media/cover.jpg'],
      url,
    })
  })

  it('has the same canonical address under every alias and query', async () => {
    for (const path of ['', '/', '/photos', '/video', '?utm_source=x&email=a@b.test', '/photos?photo=p1']) {
      const { canonical, head } = await openPage(`/event/${race.id}${path}`)
      expect(canonical).toBe(`http://one.test/event/${race.id}`)
      expect(head).not.toContain('a@b.test')
    }
  })

  it('has the language that the page starts in', async () => {
    const english = await openPage(`/event/${race.id}`, { language: 'en-GB,en;q=0.8' })
    expect([english.lang, english.property('og:locale'), english.property('og:title')]).toEqual([
      'en',
      'en_US',
      'Three Bridges',
    ])
    expect(english.response.headers.vary).toContain('accept-language')
    expect((await openPage(`/event/${race.id}`, { language: 'kk-KZ,en' })).lang).toBe('ru')
    expect((await openPage(`/event/${race.id}`, { language: 'de', host: 'sister.test' })).lang).toBe('ru')
  })

  it('escapes the organizer’s texts', async () => {
    const { body } = await served.app.inject({ url: '/sitemap.xml', headers: { host: 'one.test' } })
    const paths = [...body.matchAll(/<loc>http:\/\/one\.test(\/event\/[^<]+)<\/loc>/g)].map(
      ([, path]) => path ?? '',
    )
    const pages = await Promise.all(paths.map((path) => openPage(path)))
    const page = pages.find(({ title }) => title?.includes('друзья'))
    expect(page?.title).toContain('&lt;/title&gt;&lt;script&gt;')
    // contains no script except ours
    expect(page?.head.replace(bootstrapScript, '')).not.toMatch(/<script(?! type="application)/)
    expect(page?.readStructuredData()).toMatchObject({ name: hostileTitle })
  })

  it.each(['/event/nothing', '/event/nothing/video'])('%s does not exist and answers 404', async (path) => {
    expect(await openPage(path)).toMatchObject({ status: 404, robots: 'noindex', canonical: undefined })
  })

  it('reveals nothing of a hidden event or another tenant’s', async () => {
    const hiddenEventPage = await openPage(`/event/${hidden.id}`)
    const otherTenantPage = await openPage(`/event/${race.id}`, { host: 'us.test' })
    for (const page of [hiddenEventPage, otherTenantPage]) {
      expect(page.status).toBe(404)
      expect(page.head).not.toMatch(/Три моста|Three Bridges/)
    }
  })
})

describe('the heads of other pages', () => {
  it.each([
    '/cart',
    '/order',
    '/order-complete',
    '/order-failed',
    '/order/secretorder',
    '/preorder/secretorder',
    '/search/e1/2047',
    '/search/e1/2047/video',
    '/my-account',
    '/my-account/orders',
    '/my-account/order/secretorder',
  ])('%s is not indexed, and reveals nothing of its address', async (path) => {
    const page = await openPage(`${path}?token=secrettoken&email=me@example.test`)
    expect(page).toMatchObject({ status: 200, robots: 'noindex', canonical: undefined })
    expect(page.title).toBe('Фото &lt;one&gt;')
    expect(page.head).not.toMatch(/secret|2047|example\.test/)
    expect(page.head).not.toContain('og:')
  })

  it.each(['/nowhere', '/event/e1/unknown', '/wp-login.php'])(
    '%s answers 404 with a page that the app leads home',
    async (path) => {
      expect(await openPage(path)).toMatchObject({
        status: 404,
        robots: 'noindex',
        title: 'Фото &lt;one&gt;',
      })
    },
  )

  const titleIds = {
    '/': 'events.home.title',
    '/search': 'eventList.title',
    '/gift': 'gifts.title',
    '/for-photographers': 'requests.photographers',
    '/for-organizers': 'requests.organizers',
    '/for-business': 'requests.business',
    '/contacts': 'requests.contacts',
  }

  it.each(languages)('are titled in %s like the pages themselves', async (language) => {
    const messages = readMessages(projectRoot, language)
    // without one, users choose the language in the app, which the server does not know
    const browserLanguage = languageTable[language].browserLanguages[0]
    for (const [path, id] of Object.entries(titleIds)) {
      const page = await openPage(`${path}?x=1`, { language: browserLanguage ?? 'ru' })
      const titles = JSON.parse(
        readFileSync(join(projectRoot, `server/features/storefront/messages.${language}.json`), 'utf8'),
      ) as Record<string, string>
      expect(page).toMatchObject({ status: 200, robots: undefined, canonical: `http://one.test${path}` })
      expect(Object.values(titles)).toContain(messages.get(id))
      if (browserLanguage !== undefined) expect(page.title).toBe(`${messages.get(id)} — Фото &lt;one&gt;`)
    }
  })

  it('of partners are not indexed where the tenant hides them', async () => {
    for (const host of ['us.test', 'sister.test'])
      expect((await openPage('/for-organizers', { host })).robots).toBe('noindex')
    expect((await openPage('/contacts', { host: 'us.test' })).canonical).toBe('http://us.test/contacts')
  })

  it('are in English in the US, for any browser language', async () => {
    const page = await openPage('/', { host: 'us.test', language: 'ru' })
    expect([page.lang, page.property('og:locale')]).toEqual(['en', 'en_US'])
  })

  it('leave the cached shell without the head of a page', async () => {
    const page = await openPage('/index.html')
    expect(page).toMatchObject({ status: 200, robots: undefined, canonical: undefined })
    expect(page.head).not.toContain('og:')
  })
})

describe('crawlers', () => {
  const fetchText = async (path: string, host: string) => served.app.inject({ url: path, headers: { host } })

  it('find every indexed page of the tenant and its published events, and nothing else', async () => {
    const sitemap = (await fetchText('/sitemap.xml', 'one.test')).body
    const paths = [...sitemap.matchAll(/<loc>http:\/\/one\.test([^<]*)<\/loc>/g)].map(([, path]) => path)
    expect(paths).toEqual(
      expect.arrayContaining(['/', '/search', '/for-organizers', '/contacts', `/event/${race.id}`]),
    )
    expect(paths).toHaveLength(9)
    expect(sitemap).not.toContain(hidden.id)
    const usSitemap = (await fetchText('/sitemap.xml', 'us.test')).body
    expect(usSitemap).not.toMatch(/for-|event\//)
  })

  it('are led to the tenant’s own sitemap, and may read pages with noindex', async () => {
    const robots = await fetchText('/robots.txt', 'us.test')
    expect(robots.headers['content-type']).toContain('text/plain')
    expect(robots.body).toContain('Sitemap: http://us.test/sitemap.xml')
    expect(robots.body).not.toMatch(/Disallow: \/(order|cart|search|public)/)
  })
})
