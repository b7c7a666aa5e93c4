import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '../../contract/common.ts'
import type { Settings } from '../../contract/settings.ts'
import { readMessages } from '../../scripts/build/messages.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { buildApp, contextForTenant } from '../../server/app.ts'
import {
  createEvent,
  type EventRow,
  type NewEvent,
  setEventCover,
} from '../../server/features/events/index.ts'
import { createSettingsFeature } from '../../server/features/settings/index.ts'
import { earlyScript, earlySource } from '../../server/features/storefront/early.ts'
import { createStorefrontFeature } from '../../server/features/storefront/index.ts'
import { createTenants } from '../../server/features/tenants/index.ts'
import type { Ground } from '../../server/platform/app-parts.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { type FindingWorld, openFindingWorld } from '../world/finding.ts'

const folder = mkdtempSync(join(tmpdir(), 'photofinish-heads-'))
const nasty = 'Забег "</title><script>alert(1)</script>" & друзья'

let world: FindingWorld
let app: FastifyInstance
let race: EventRow
let hidden: EventRow

const half: NewEvent = {
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
  world = await openFindingWorld({ index: createFaceIndex() })
  const web = join(folder, 'web')
  mkdirSync(join(web, 'assets'), { recursive: true })
  writeFileSync(join(web, 'index.html'), readFileSync(join(projectRoot, 'index.html')))
  const [pattern] = world.ground.tenants.all
  if (!pattern) throw new Error('There is no tenant')
  const tenant = (name: string, own: Partial<Settings> = {}) => ({
    ...pattern,
    name,
    hosts: [`${name}.test`],
    settings: { ...pattern.settings, tenantName: `Фото <${name}>`, ...own },
  })
  const tenants = createTenants([
    tenant('one'),
    tenant('us', { photofinishUSA: true, currencyId: 840 }),
    tenant('sister', { hidePartnerPages: true, languages: ['ru'] }),
    tenant('counted', {
      analytics: { counterId: '4242', dataLayer: true },
      feedbackWidgetUrl: 'https://feedback.example/form?of=photo',
    }),
    tenant('scripted', { feedbackWidgetUrl: 'https://feedback.example/widget.js?a=1&b=2' }),
  ])
  const ground: Ground = { ...world.ground, tenants }
  const one = tenants.byName('one')
  if (!one) throw new Error('There is no tenant one')
  const context = contextForTenant(ground, one)
  race = await createEvent(context, half)
  await setEventCover(context, race.id, { key: 'media/cover.jpg', width: 1600, height: 900 })
  hidden = await createEvent(context, { ...half, externalId: 'hidden', state: 'Hidden' })
  await createEvent(context, { ...half, externalId: 'nasty', title: { ru: nasty }, city: { ru: '"&<' } })
  app = await buildApp(ground, [createSettingsFeature(ground), createStorefrontFeature(ground, web)])
  await app.ready()
})

afterAll(async () => {
  await app.close()
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Asked {
  host?: string
  language?: string
}

async function open(path: string, { host = 'one.test', language = 'ru' }: Asked = {}) {
  const response = await app.inject({
    url: path,
    headers: { host, accept: 'text/html', 'accept-language': language },
  })
  const html = response.body
  const head = html.slice(0, html.indexOf('</head>'))
  const found = (pattern: RegExp) => head.match(pattern)?.[1]
  return {
    response,
    head,
    status: response.statusCode,
    lang: /<html lang="(\w+)"/.exec(html)?.[1],
    title: found(/<title>([^<]*)<\/title>/),
    description: found(/<meta name="description" content="([^"]*)"/),
    canonical: found(/<link rel="canonical" href="([^"]*)"/),
    robots: found(/<meta name="robots" content="([^"]*)"/),
    property: (name: string) => found(new RegExp(`<meta property="${name}" content="([^"]*)"`)),
    card: found(/<meta name="twitter:card" content="([^"]*)"/),
    about: () =>
      JSON.parse(found(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/) ?? 'null') as unknown,
  }
}

describe('the head of an event', () => {
  it('has its name, place, local day and cover for messengers and search engines', async () => {
    const page = await open(`/event/${race.id}`)
    const url = `http://one.test/event/${race.id}`
    expect(page).toMatchObject({ status: 200, lang: 'ru', robots: undefined, canonical: url })
    expect(page.title).toBe('Три моста — Фото &lt;one&gt;')
    expect(page.description).toContain('Три моста, Санкт-Петербург, 12 сентября 2026')
    expect(page.property('og:title')).toBe('Три моста')
    expect(page.property('og:url')).toBe(url)
    expect(page.property('og:image')).toBe('http://one.test/media/cover.jpg')
    expect([page.property('og:image:width'), page.property('og:image:height')]).toEqual(['1600', '900'])
    expect(page.card).toBe('summary_large_image')
    expect(page.about()).toMatchObject({
      '@type': 'SportsEvent',
      name: 'Три моста',
      startDate: '2026-09-11T22:30:00.000Z',
      location: { address: { addressLocality: 'Санкт-Петербург', addressCountry: 'RU' } },
      image: ['http://one.test/media/cover.jpg'],
      url,
    })
  })

  it('is the same address under every alias, with whatever query', async () => {
    for (const path of ['', '/', '/photos', '/video', '?utm_source=x&email=a@b.test', '/photos?photo=p1']) {
      const { canonical, head } = await open(`/event/${race.id}${path}`)
      expect(canonical).toBe(`http://one.test/event/${race.id}`)
      expect(head).not.toContain('a@b.test')
    }
  })

  it('speaks the language that the page will start in', async () => {
    const english = await open(`/event/${race.id}`, { language: 'en-GB,en;q=0.8' })
    expect([english.lang, english.property('og:locale'), english.property('og:title')]).toEqual([
      'en',
      'en_US',
      'Three Bridges',
    ])
    expect(english.response.headers.vary).toContain('accept-language')
    expect((await open(`/event/${race.id}`, { language: 'kk-KZ,en' })).lang).toBe('ru')
    expect((await open(`/event/${race.id}`, { language: 'de', host: 'sister.test' })).lang).toBe('ru')
  })

  it('escapes whatever its organizer has written', async () => {
    const { body } = await app.inject({ url: '/sitemap.xml', headers: { host: 'one.test' } })
    const paths = [...body.matchAll(/<loc>http:\/\/one\.test(\/event\/[^<]+)<\/loc>/g)].map(
      ([, path]) => path ?? '',
    )
    const pages = await Promise.all(paths.map((path) => open(path)))
    const page = pages.find(({ title }) => title?.includes('друзья'))
    expect(page?.title).toContain('&lt;/title&gt;&lt;script&gt;')
    // none but the one that is ours
    expect(page?.head.replace(earlyScript, '')).not.toMatch(/<script(?! type="application)/)
    expect(page?.about()).toMatchObject({ name: nasty })
  })

  it.each(['/event/nothing', '/event/nothing/video'])(
    '%s, which is not there, is not found',
    async (path) => {
      expect(await open(path)).toMatchObject({ status: 404, robots: 'noindex', canonical: undefined })
    },
  )

  it('tells nothing of one that is hidden, or another tenant’s', async () => {
    const own = await open(`/event/${hidden.id}`)
    const foreign = await open(`/event/${race.id}`, { host: 'us.test' })
    for (const page of [own, foreign]) {
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
    '/nowhere',
  ])('%s is not listed, and says nothing of what its address tells', async (path) => {
    const page = await open(`${path}?token=secrettoken&email=me@example.test`)
    expect(page).toMatchObject({ status: 200, robots: 'noindex', canonical: undefined })
    expect(page.title).toBe('Фото &lt;one&gt;')
    expect(page.head).not.toMatch(/secret|2047|example\.test/)
    expect(page.head).not.toContain('og:')
  })

  const listed = {
    '/': 'events.home.title',
    '/search': 'search.events.title',
    '/gift': 'gifts.title',
    '/for-photographers': 'requests.photographers',
    '/for-organizers': 'requests.organizers',
    '/for-business': 'requests.business',
    '/contacts': 'requests.contacts',
  }

  it.each(languages)('are called in %s as the pages call themselves', async (language) => {
    const messages = readMessages(projectRoot, language)
    // the others are chosen, which no server sees
    const isStart = language === 'ru' || language === 'en'
    for (const [path, id] of Object.entries(listed)) {
      const page = await open(`${path}?x=1`, { language: isStart ? language : 'ru' })
      const titles = JSON.parse(
        readFileSync(join(projectRoot, `server/features/storefront/messages.${language}.json`), 'utf8'),
      ) as Record<string, string>
      expect(page).toMatchObject({ status: 200, robots: undefined, canonical: `http://one.test${path}` })
      expect(Object.values(titles)).toContain(messages.get(id))
      if (isStart) expect(page.title).toBe(`${messages.get(id)} — Фото &lt;one&gt;`)
    }
  })

  it('of partners are not listed where the tenant hides them', async () => {
    for (const host of ['us.test', 'sister.test'])
      expect((await open('/for-organizers', { host })).robots).toBe('noindex')
    expect((await open('/contacts', { host: 'us.test' })).canonical).toBe('http://us.test/contacts')
  })

  it('are in English in the US, whatever the browser speaks', async () => {
    const page = await open('/', { host: 'us.test', language: 'ru' })
    expect([page.lang, page.property('og:locale')]).toEqual(['en', 'en_US'])
  })

  it('leave the kept shell without a claim to be any page', async () => {
    const page = await open('/index.html')
    expect(page).toMatchObject({ status: 200, robots: undefined, canonical: undefined })
    expect(page.head).not.toContain('og:')
  })
})

describe('crawlers', () => {
  const text = async (path: string, host: string) => app.inject({ url: path, headers: { host } })

  it('find every listed page of the tenant and its published events, and nothing else', async () => {
    const ofOne = (await text('/sitemap.xml', 'one.test')).body
    const paths = [...ofOne.matchAll(/<loc>http:\/\/one\.test([^<]*)<\/loc>/g)].map(([, path]) => path)
    expect(paths).toEqual(
      expect.arrayContaining(['/', '/search', '/for-organizers', '/contacts', `/event/${race.id}`]),
    )
    expect(paths).toHaveLength(9)
    expect(ofOne).not.toContain(hidden.id)
    const ofUs = (await text('/sitemap.xml', 'us.test')).body
    expect(ofUs).not.toMatch(/for-|event\//)
  })

  it('are led to the tenant’s own sitemap, and are let into pages that say noindex', async () => {
    const robots = await text('/robots.txt', 'us.test')
    expect(robots.headers['content-type']).toContain('text/plain')
    expect(robots.body).toContain('Sitemap: http://us.test/sitemap.xml')
    expect(robots.body).not.toMatch(/Disallow: \/(order|cart|search|public)/)
  })
})

describe('the policy of a tenant', () => {
  const directives = async (host: string) => {
    const { response } = await open('/', { host })
    const policy = String(response.headers['content-security-policy'])
    return new Map(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))
  }

  it('lets nothing in from elsewhere unless the settings name it', async () => {
    const policy = await directives('one.test')
    // sizes in the page itself, which load nothing
    expect(policy.get('style-src-attr')).toEqual(["'unsafe-inline'"])
    policy.delete('style-src-attr')
    const own = ["'self'", "'none'", 'data:', 'blob:', earlySource]
    for (const source of [...policy.values()].flat()) expect(own).toContain(source)
  })

  it('lets in exactly the counter and the widget that they name', async () => {
    const policy = await directives('counted.test')
    expect(policy.get('script-src')).toEqual(["'self'", earlySource, 'https://mc.yandex.ru'])
    expect(policy.get('connect-src')).toEqual([
      "'self'",
      'blob:',
      'https://mc.yandex.ru',
      'https://mc.yandex.com',
    ])
    expect(policy.get('frame-src')).toEqual(['https://feedback.example'])
  })

  it('puts a widget that is a script into a sandboxed page of its own', async () => {
    expect((await directives('scripted.test')).get('frame-src')).toEqual(["'self'"])
    expect((await directives('scripted.test')).get('script-src')).toEqual(["'self'", earlySource])
    const page = await app.inject({ url: '/public/feedback', headers: { host: 'scripted.test' } })
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain('sandbox allow-scripts allow-forms allow-popups;')
    expect(policy).not.toContain('allow-same-origin')
    expect(policy).toContain('script-src https://feedback.example;')
    expect(page.body).toContain('<script src="https://feedback.example/widget.js?a=1&amp;b=2">')
    for (const host of ['one.test', 'counted.test'])
      expect((await app.inject({ url: '/public/feedback', headers: { host } })).statusCode).toBe(404)
  })
})
