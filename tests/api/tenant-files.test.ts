import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { createIntl } from '@formatjs/intl'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { Settings } from '../../contract/settings.ts'
import { getTenantNames } from '../../contract/tenant-names.ts'
import { readMessages } from '../../scripts/build/messages.ts'
import { createFolderStore } from '../../server/adapters/objects/folder.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { buildManifest } from '../../server/features/settings/manifest.ts'
import {
  buildShellBranding,
  createTenantStore,
  deleteTenant,
  drawIcon,
  openTenants,
  readSource,
  readTenant,
  readTenants,
  storeTenant,
  toThemeImages,
} from '../../server/features/tenants/index.ts'
import type { Database } from '../../server/platform/db/connect.ts'
import { createLogger } from '../../server/platform/log.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { runTestCommand } from '../support/server/commands.ts'
import { openTestDatabase } from '../support/server/database.ts'
import { openSearchServer } from '../support/server/search-server.ts'

const root = mkdtempSync(join(tmpdir(), 'photofinish-tenants-'))
const log = createLogger('silent')
let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await database.close()
  rmSync(root, { recursive: true, force: true })
})

/** Returns the error for a tenant file of these lines; `nothing` for a valid one. */
function readError(lines: readonly string[], files: Record<string, string | Buffer> = {}): string {
  const sources = new Map(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]))
  try {
    readTenant(
      { name: 'brand', location: 'tenants/brand.json', text: lines.join('\n'), files: sources },
      { demo: false, banks: ['sandbox'] },
    )
    return 'nothing'
  } catch (error) {
    return String(error)
  }
}

const readFieldError = (...lines: string[]) => readError(['{', '  "tenantName": "Brand",', ...lines, '}'])

it('requires a name only: all else has a default', () => {
  expect(readError(['{ "tenantName": "Brand" }'])).toBe('nothing')
})

it.each([
  [['  "languges": ["ru"]'], 'tenants/brand.json:3  languges: there is no such field'],
  [['  "languages": [', '    "ru",', '    "xx"', '  ]'], 'tenants/brand.json:5  languages.1: '],
  [['  "currencyId": 978'], 'tenants/brand.json:3  currencyId: '],
  [
    ['  "bank": "stripe"'],
    'brand.json:3  bank: there is no account at "stripe", only at sandbox; an account is all its keys in the settings, see docs/settings.md',
  ],
  [['  "lang": "es",', '  "languages": ["ru"]'], 'brand.json:3  lang: "es" is not among the languages'],
  [['  "logo": "logo.svg"'], 'brand.json:3  logo: there is no file "logo.svg" in the folder "brand"'],
  [['  "seller": { "inn": "7800000000" }'], 'brand.json:3  seller.inn: there is no such field'],
  [['  "seller": { "email": "nobody" }'], 'brand.json:3  seller.email: should be an e-mail address'],
  [['  "fiscalReceipts": { "taxSystem": "general", "vat": "18" }'], 'brand.json:3  fiscalReceipts.vat: '],
  [
    ['  "fiscalReceipts": { "taxSystem": "general", "vat": "22", "subject": "photo" }'],
    'brand.json:3  fiscalReceipts.subject: ',
  ],
  [
    ['  "fiscalReceipts": { "taxSystem": "general", "vat": "22", "mode": "credit" }'],
    'brand.json:3  fiscalReceipts.mode: ',
  ],
  [
    ['  "currencyId": 840,', '  "fiscalReceipts": { "taxSystem": "general", "vat": "22" }'],
    'brand.json:4  fiscalReceipts: cash receipts are in roubles',
  ],
  [['  "refundDays": 0'], 'brand.json:3  refundDays: '],
  [['  "offer": "offer.pdf"'], 'brand.json:3  offer: there is no file "offer.pdf" in the folder "brand"'],
  [['  "hosts": ["Trail.Localhost:80"]'], 'brand.json:3  hosts.0: should be a host name in lower case'],
  [['  "hosts": ["a.test"],', '  "hosts": ["b.test"]'], 'brand.json:4  not JSON: "hosts" is written twice'],
  [['  "lang": "ru"', '  "bank": "sandbox"'], 'brand.json:4  not JSON: a comma or } is missing'],
])('reports line and field of an error: %j', (lines, expectedText) => {
  expect(readFieldError(...lines)).toContain(expectedText)
})

it('reads what the cash receipts of a brand state, with and without subject and mode', () => {
  const choices = [{}, { subject: 'commodity' }, { subject: 'intellectual_activity', mode: 'advance' }]
  for (const choice of choices) {
    const fiscalReceipts = { taxSystem: 'general', vat: '22', ...choice }
    const text = JSON.stringify({ tenantName: 'Brand', fiscalReceipts })
    const source = { name: 'brand', location: 'tenants/brand.json', text, files: new Map() }
    expect(readTenant(source, { demo: false }).tenant.fiscalReceipts).toEqual(fiscalReceipts)
  }
})

it('reports unknown text ids by line, with the nearest known one, and accepts the brand', () => {
  const text = [
    '{ "tenantName": "Brand",',
    '  "texts": { "en": {',
    '    "events.home.promise": "Yours.",',
    '    "events.home.promis": "Never read.",',
    '    "orders.total": "In all {totl}" } } }',
  ].join('\n')
  const texts = new Map([
    ['events.home.promise', []],
    ['orders.total', ['total', 'count']],
  ])
  const source = { name: 'brand', location: 'tenants/brand.json', text, files: new Map() }
  const { tenant, remarks } = readTenant(source, { demo: false, texts })
  expect(tenant.settings.tenantName).toBe('Brand')
  expect(remarks).toEqual([
    'tenants/brand.json:4  texts.en.events.home.promis: the page has no such text; the nearest is "events.home.promise"',
    'tenants/brand.json:5  texts.en.orders.total: the text knows no {totl}; the nearest is "total"',
  ])
})

it('compiles the texts of a brand for the page, and reports those that cannot be parsed', () => {
  const text = [
    '{ "tenantName": "Brand",',
    '  "texts": { "en": {',
    '    "orders.total": "{count, plural, one {<b>#</b> photo} other {# photos}}",',
    '    "events.home.promise": "A finish {of",',
    '    "orders.plain": "Runner’s < 5 km" } } }',
  ].join('\n')
  const source = { name: 'brand', location: 'tenants/brand.json', text, files: new Map() }
  const knownTexts = { texts: new Map([['orders.total', ['count']]]) }
  const { tenant, remarks } = readTenant(source, { demo: false, ...knownTexts })
  const compiled = z.parse(Settings, tenant.settings).texts?.en as Record<string, MessageFormatElement[]>
  const intl = createIntl({ locale: 'en', messages: compiled })
  const b = (parts: string[]) => `*${parts.join('')}*`
  expect(intl.formatMessage({ id: 'orders.total' }, { count: 1, b })).toBe('*1* photo')
  expect(intl.formatMessage({ id: 'orders.plain' })).toBe('Runner’s < 5 km')
  expect(Object.keys(compiled)).toEqual(['orders.total', 'orders.plain'])
  expect(remarks).toEqual([
    'tenants/brand.json:3  texts.en.orders.total: the text knows no {b}; the nearest is "count"',
    expect.stringMatching(
      /^tenants\/brand.json:4  texts.en.events.home.promise: the text cannot be parsed: \w+$/,
    ),
    expect.stringContaining('tenants/brand.json:5  texts.en.orders.plain: the page has no such text'),
  ])
})

it('finds nothing unused in the included brands', () => {
  const messages = readMessages(projectRoot, 'ru')
  const texts = new Map([...messages.keys()].map((id) => [id, []]))
  for (const name of ['default', 'trail', 'us', 'sister'])
    expect(
      readTenant(readSource(join(projectRoot, 'tenants', `${name}.json`)), { demo: true, texts }).remarks,
    ).toEqual([])
})

it('may have another name in each language', () => {
  const readNamedSettings = (overrides: object) => {
    const text = JSON.stringify({ tenantName: { en: 'White Trail', ru: 'Белая тропа' }, ...overrides })
    return readTenant({ name: 'brand', location: 'brand', text, files: new Map() }, { demo: false }).tenant
      .settings
  }
  const settings = readNamedSettings({ languages: ['ru', 'en', 'es'], shortName: 'WT' })
  expect(settings).toMatchObject({ tenantName: 'Белая тропа', legalEntity: 'Белая тропа' })
  expect(getTenantNames(settings, 'en')).toEqual({ tenantName: 'White Trail', shortName: 'WT' })
  // falls back to the name in the tenant's default language
  expect(getTenantNames(settings, 'es').tenantName).toBe('Белая тропа')
  expect(readNamedSettings({ languages: ['en'] }).tenantName).toBe('White Trail')
  expect(getTenantNames(readNamedSettings({ tenantName: 'Brand' }), 'es').tenantName).toBe('Brand')
  expect(readFieldError('  "shortName": {}')).toContain('brand.json:3  shortName')
})

it('has the name of the reader’s language in the manifest and before the first paint', () => {
  const text = JSON.stringify({ tenantName: { en: 'White Trail', ru: 'Белая тропа' } })
  const { tenant } = readTenant({ name: 'brand', location: 'brand', text, files: new Map() }, { demo: false })
  expect(buildManifest(tenant, 'en')).toMatchObject({ name: 'White Trail', short_name: 'White Trail' })
  expect(buildManifest(tenant, 'ru')).toMatchObject({ name: 'Белая тропа' })
  expect(buildShellBranding(tenant, 'en').applyTo('<meta name="theme-color" content="x">')).toContain(
    'name="application-name" content="White Trail"',
  )
})

it.each([
  'javascript:alert(1)',
  '//evil.example',
  'https://ok.example@evil.example',
  'https:\\\\evil.example',
  'ht\ttps://evil.example',
  'data:text/html,x',
])('refuses the link target %j', (url) => {
  expect(readFieldError(`  "backURL": ${JSON.stringify(url)}`)).toContain('backURL: should be an address')
})

it.each([
  'red;} body{display:none',
  'url(//evil.example/x.css)',
  '#fff</style><script>',
  'expression(1)@import',
])('refuses a value that could leave its CSS declaration: %j', (value) => {
  const tokens = JSON.stringify({ light: { '--pf-radius': value }, dark: {} })
  expect(readFieldError(`  "tokens": ${tokens}`)).toContain('should be a plain CSS value')
})

it('refuses an unreadable colour, with its contrast, and derives missing ones', () => {
  const colorLines = ['  "tokens": {', '    "light": {', '      "--pf-accent": "#808080",']
  const end = ['    },', '    "dark": {}', '  }']
  expect(readFieldError(...colorLines, '      "--pf-on-accent": "#ffffff"', ...end)).toContain(
    'tenants/brand.json:6  tokens.light.--pf-on-accent: on-accent #ffffff on accent #808080 has a contrast of 3.94:1; at least 4.5:1 is needed',
  )
  expect(readFieldError(...colorLines, '      "--pf-radius": "4px"', ...end)).toBe('nothing')
})

it.each(['#ffb703', '#ffff00', '#000000', '#ffffff', '#0b55c4', '#7a7a7a', '#00ff88', '#ff00aa'])(
  'derives from %s alone a readable theme in both schemes',
  (accent) => {
    const text = JSON.stringify({
      tenantName: 'Brand',
      tokens: { light: { '--pf-accent': accent }, dark: {} },
    })
    const { figures } = readTenant(
      { name: 'brand', location: 'brand', text, files: new Map() },
      { demo: false },
    )
    expect(figures.filter(({ isRule, ratio, minRatio }) => isRule && ratio < minRatio)).toEqual([])
    expect(figures.map(({ scheme }) => scheme)).toContain('dark')
  },
)

it('knows the product’s own colours as in the style sheet', async () => {
  const { defaultTheme } = await import('../../server/features/tenants/theme/default-theme.ts')
  const css = readFileSync(join(projectRoot, 'src/styles/tokens.css'), 'utf8')
  const dark = css.slice(css.indexOf('@utility pf-dark'))
  const light = css.slice(0, css.indexOf('@utility pf-dark'))
  for (const [sheet, scheme] of [
    [light, defaultTheme.light],
    [dark, defaultTheme.dark],
  ] as const)
    for (const [name, value] of Object.entries(scheme)) {
      const isReference = name === '--pf-hero' && value === '#d6330f'
      const inherited = name === '--pf-on-hero' && sheet === dark
      if (!inherited) expect(sheet).toContain(`${name}: ${isReference ? 'var(--pf-accent)' : value};`)
    }
})

it('refuses pictures that run or load anything', () => {
  const buildSvg = (content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${content}</svg>`
  const readSvgError = (content: string) =>
    readError(['{ "tenantName": "Brand", "logo": "logo.svg" }'], { 'logo.svg': buildSvg(content) })
  expect(readSvgError('<rect width="5" height="5"/>')).toBe('nothing')
  for (const content of [
    '<script>alert(1)</script>',
    '<rect onload="alert(1)"/>',
    '<a href="javascript:alert(1)"><rect/></a>',
    '<image href="https://evil.example/x.png"/>',
    '<foreignObject><p/></foreignObject>',
  ])
    expect(readSvgError(content)).toContain('holds a script or loads something')
  expect(
    readError(['{ "tenantName": "Brand", "logo": "logo.png" }'], { 'logo.png': 'x'.repeat(60) }),
  ).toContain('is no picture')
})

it('renders every icon from the logo, opaque where a launcher or a phone cuts it', async () => {
  const { all } = readTenants(join(projectRoot, 'tenants'), { demo: false })
  const trail = all.find(({ name }) => name === 'trail')
  if (!trail) throw new Error('There is no trail')
  const iconSizes = {
    'icon-192.png': 192,
    'icon-512.png': 512,
    'icon-maskable-512.png': 512,
    'apple-touch-icon.png': 180,
  }
  const distinctIcons = new Set<string>()
  for (const [name, sizeInPx] of Object.entries(iconSizes)) {
    const icon = (await drawIcon(trail.brand, name)) ?? Buffer.alloc(0)
    const { width, height } = await sharp(icon).metadata()
    expect([name, width, height]).toEqual([name, sizeInPx, sizeInPx])
    if (name !== 'icon-192.png' && name !== 'icon-512.png')
      expect([name, (await sharp(icon).stats()).isOpaque]).toEqual([name, true])
    distinctIcons.add(icon.toString('base64'))
  }
  expect(distinctIcons.size).toBe(4)
  expect(String(await drawIcon(trail.brand, 'favicon.svg'))).toContain('<svg')
})

it('lists the pictures of a theme with their sizes and texts in the requested language', () => {
  const trail = readTenants(join(projectRoot, 'tenants'), { demo: false }).byName('trail')
  if (!trail) throw new Error('There is no trail')
  const images = toThemeImages(trail, 'en')
  expect(images.map(({ place }) => place)).toEqual([
    'slider',
    'slider',
    'slider',
    'partner',
    'partner',
    'partner',
    'logo',
  ])
  expect(images[0]).toMatchObject({
    width: 960,
    height: 640,
    alt: 'Five runners under the start arch in the snow',
  })
  expect(toThemeImages(trail, 'ru')[0]?.alt).toMatch(/Пятеро/)
})

it('reloads changed, new and database tenants without a restart, and survives a broken one', async () => {
  const folder = join(root, 'live')
  mkdirSync(folder)
  const writeTenant = (name: string, value: object) =>
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(value))
  writeTenant('main', { tenantName: 'Main', hosts: ['*'] })
  const parts = { db: database.db, objects: createFolderStore(join(root, 'objects')) }
  const tenants = await openTenants(folder, createTenantStore(parts, false), { demo: false }, log)
  expect(tenants.byHost('trail.test')?.name).toBe('main')

  cpSync(join(projectRoot, 'tenants/trail'), join(root, 'brands/run'), { recursive: true })
  cpSync(join(projectRoot, 'tenants/trail.json'), join(root, 'brands/run.json'))
  await storeTenant(parts, readSource(join(root, 'brands/run.json')), new Date())
  await tenants.reload()
  const storedTenant = tenants.byHost('trail.localhost')
  expect(storedTenant?.settings).toMatchObject({ tenantName: 'Белая тропа', theme: 'white-trail' })
  expect(storedTenant?.brand.files.get('logo.svg')).toEqual(
    readFileSync(join(projectRoot, 'tenants/trail/logo.svg')),
  )

  writeTenant('late', { tenantName: 'Late', hosts: ['late.test'] })
  writeTenant('thief', { tenantName: 'Thief', hosts: ['trail.localhost'] })
  await tenants.reload()
  expect(tenants.byHost('late.test')?.settings.tenantName).toBe('Late')
  writeTenant('late', { tenantName: 'Late', hosts: ['late.test'], surprise: true })
  await tenants.reload()
  expect(tenants.byHost('late.test')?.settings.tenantName).toBe('Late')

  expect(await deleteTenant(parts, 'run')).toBe(true)
  await tenants.reload()
  expect(tenants.byName('run')).toBeUndefined()
})

it('reads a stored tenant again after a read that failed', async () => {
  const folder = join(root, 'polled')
  mkdirSync(folder)
  writeFileSync(join(folder, 'main.json'), JSON.stringify({ tenantName: 'Main', hosts: ['*'] }))
  const objects = createFolderStore(join(root, 'objects'))
  let failures = 0
  const failingOnce: typeof objects = {
    ...objects,
    get: (key, range) => {
      if (failures > 0) return objects.get(key, range)
      failures++
      return Promise.reject(new Error('The bucket does not answer'))
    },
  }
  const parts = { db: database.db, objects: failingOnce }
  const tenants = await openTenants(folder, createTenantStore(parts, true), { demo: false }, log)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stopWatching = tenants.watch()
  await storeTenant(parts, readSource(join(projectRoot, 'tenants/trail.json')), new Date())
  vi.advanceTimersToNextTimer()
  vi.advanceTimersToNextTimer()
  await expect.poll(() => tenants.byHost('trail.localhost')?.name).toBe('trail')
  expect(failures).toBe(1)
  stopWatching()
  await deleteTenant(parts, 'trail')
})

it('reads a stored tenant that another process committed after a later change of another tenant', async () => {
  const folder = join(root, 'late-commit')
  mkdirSync(folder)
  writeFileSync(join(folder, 'main.json'), JSON.stringify({ tenantName: 'Main', hosts: ['*'] }))
  const parts = { db: database.db, objects: createFolderStore(join(root, 'objects')) }
  const store = createTenantStore(parts, true)
  const write = (name: string, tenantName: string, changedOn: Date) => {
    const text = JSON.stringify({ tenantName, hosts: [`${name}.test`], theme: name })
    return storeTenant(parts, { name, location: `${name}.json`, text, files: new Map() }, changedOn)
  }
  const now = new Date()
  await write('slow', 'Old', now)
  const tenants = await openTenants(folder, store, { demo: false }, log)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stopWatching = tenants.watch()
  await write('quick', 'Quick', new Date(now.getTime() + 2_000))
  vi.advanceTimersToNextTimer()
  await expect.poll(() => tenants.byName('quick')).toBeDefined()
  await write('slow', 'New', new Date(now.getTime() + 1_000))
  vi.advanceTimersToNextTimer()
  await expect.poll(() => tenants.byName('slow')?.settings.tenantName).toBe('New')
  stopWatching()
  for (const name of ['quick', 'slow']) await deleteTenant(parts, name)
})

it('leaves out a stored tenant whose files are gone, and commands replace and remove it', async () => {
  const folder = join(root, 'restored')
  mkdirSync(folder)
  writeFileSync(join(folder, 'main.json'), JSON.stringify({ tenantName: 'Main', hosts: ['*'] }))
  const testServer = await openSearchServer({ index: createFaceIndex() })
  const { services } = testServer
  const lines: string[] = []
  const restartWithoutFiles = async () => {
    for (const key of await services.objects.list('brands')) await services.objects.remove(key)
    const lineLog = createLogger('error', { write: (line) => void lines.push(line) })
    const tenants = await openTenants(folder, createTenantStore(services, false), { demo: false }, lineLog)
    expect(tenants.all.map(({ name }) => name)).toEqual(['main'])
    const runCommand = (...words: string[]) =>
      runTestCommand({ ...testServer, services: { ...services, tenants } }, 'tenant', ...words)
    return { tenants, runCommand }
  }
  const path = join(projectRoot, 'tenants/trail.json')
  await storeTenant(services, readSource(path), services.clock())

  const first = await restartWithoutFiles()
  expect(lines.join('\n')).toContain(JSON.stringify('there is no file "logo.svg"').slice(1, -1))
  expect(await first.runCommand('add', path)).toMatchObject({ exitCode: 0 })
  expect(first.tenants.byHost('trail.localhost')?.name).toBe('trail')

  const second = await restartWithoutFiles()
  expect(await second.runCommand('remove', 'trail')).toMatchObject({ exitCode: 0 })
  expect(await createTenantStore(services, false).read()).toEqual([])

  writeFileSync(join(folder, 'late.json'), JSON.stringify({ tenantName: 'Late', surprise: true }))
  await expect(restartWithoutFiles()).rejects.toThrow('late.json:1  surprise: there is no such field')
  await testServer.close()
})
