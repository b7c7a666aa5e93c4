import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright'
import { languages as allLanguages, type Language } from '../../contract/common.ts'
import { Demo } from '../../contract/demo.ts'
import { launchWith, type Scene } from '../../tests/support/browser/cameras.ts'
import { openInstallation } from '../../tests/support/server/installation.ts'
import { ensureBrowser } from '../ensure-browser.ts'
import { writeContactSheet } from './contact-sheet.ts'
import { type Scheme, type Size, Stage, schemes, sizes, type Walk } from './stage.ts'
import { around } from './walks/around.ts'
import { buying } from './walks/buying.ts'
import { finding } from './walks/search.ts'
import { readWords } from './words.ts'

/**
 * Takes pictures of every screen on a server with the demo, into `.cache/screens/`, with an overview page: `npm run screens --
 * --screen cart --size phone --scheme dark --lang es --tenant trail`. Each option may be repeated. `--full` captures whole
 * pages, `--no-build` uses the existing build. `--server URL` uses a running server with the demo (without screens that need
 * its command line).
 */

const hosts = {
  default: 'localhost',
  trail: 'trail.localhost',
  us: 'us.localhost',
  sister: 'sister.localhost',
}
type Tenant = keyof typeof hosts
const spoken: Readonly<Record<Tenant, readonly Language[]>> = {
  default: ['ru', 'en', 'es'],
  trail: ['ru', 'en'],
  us: ['en'],
  sister: ['ru', 'en', 'es'],
}
const locales: Record<Language, string> = { ru: 'ru-RU', en: 'en-GB', es: 'es-ES' }

const list = { type: 'string', multiple: true } as const
const { values: args } = parseArgs({
  options: {
    screen: list,
    size: list,
    scheme: list,
    lang: list,
    tenant: list,
    full: { type: 'boolean', default: false },
    build: { type: 'boolean', default: true },
    server: { type: 'string' },
    folder: { type: 'string', default: join(import.meta.dirname, '../../.cache/screens') },
  },
  allowNegative: true,
})

function chosen<Name extends string>(
  option: string,
  given: readonly string[] | undefined,
  all: readonly Name[],
): Name[] {
  const wrong = given?.find((name) => !all.some((each) => each === name))
  if (wrong !== undefined) throw new Error(`--${option} is one of ${all.join(', ')}, not ${wrong}`)
  return given ? all.filter((name) => given.includes(name)) : [...all]
}

const screens = args.screen ?? []
const input = {
  screens,
  sizes: chosen('size', args.size, Object.keys(sizes) as Size[]),
  schemes: chosen<Scheme>('scheme', args.scheme, schemes),
  full: args.full,
}
const tenants = args.tenant
  ? chosen('tenant', args.tenant, Object.keys(hosts) as Tenant[])
  : ['default' as const]
const languages = args.lang ? chosen('lang', args.lang, allLanguages) : undefined
const shows = (walk: Walk) =>
  screens.length === 0 ||
  walk.shows.some((name) => screens.some((each) => name === each || name.startsWith(`${each}-`)))
const walks = [...finding, ...buying, ...around].filter(shows)
if (walks.length === 0) throw new Error(`no screen is called ${screens.join(' or ')}`)

process.env.CHROMIUM_PATH = ensureBrowser()
if (args.build && !args.server)
  execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })
const installation = args.server
  ? undefined
  : await openInstallation('dist/web', { DEMO: '1', EMBEDDED_IDENTITY: '1' })
const url = args.server ?? installation?.url ?? ''
const browsers = new Map<Scene, Browser>()
const taken: string[] = []
const missed: string[] = []
try {
  for (const tenant of tenants)
    for (const language of languages ?? (tenant === 'us' ? ['en' as const] : ['ru' as const, 'en' as const]))
      if (spoken[tenant].includes(language)) await walkThrough(tenant, language)
} finally {
  await Promise.all([...browsers.values()].map((browser) => browser.close()))
  await installation?.close()
}
console.log(`${taken.length} pictures: ${await writeContactSheet(args.folder, taken)}`)
if (missed.length > 0) {
  console.log(`not taken:\n${missed.join('\n')}`)
  process.exitCode = 1
}

async function walkThrough(tenant: Tenant, language: Language): Promise<void> {
  const origin = url.replace('localhost', hosts[tenant])
  const words = readWords(language)
  const demo = await seeded(hosts[tenant])
  for (const walk of walks) {
    if (walk.tenants && !walk.tenants.includes(tenant)) continue
    if (walk.commands && !installation) continue
    const browser = await browserWith(walk.scene ?? 'no-face')
    const context = await browser.newContext({
      viewport: sizes.phone,
      locale: locales[language],
      timezoneId: 'Europe/Moscow',
      hasTouch: true,
      // overlay scrollbars
      isMobile: true,
      serviceWorkers: walk.worker ? 'allow' : 'block',
    })
    await context.addInitScript((chosen) => localStorage.setItem('appLanguage', chosen), language)
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    const stage = new Stage({
      ...{ context, page, origin, tenant, language, words, demo, input },
      folder: args.folder,
      command: installation && ((...line) => installation.command(...line)),
    })
    try {
      await walk.run(stage)
    } catch (error) {
      const [said] = String(error).split('\n')
      missed.push(`${tenant} ${language} ${walk.shows.join(' ')}: ${said} (at ${page.url()})`)
    }
    taken.push(...stage.taken)
    await context.close()
    console.log(`${tenant} ${language} ${walk.shows[0]}: ${stage.taken.length}`)
  }
}

/** Waits until the demo of a brand is fully seeded. */
async function seeded(host: string): Promise<Demo> {
  for (;;) {
    const demo = Demo.parse(await askAs(host, '/demo.json'))
    if (demo.seeding.state === 'Done') return demo
    console.log(`the demo: ${demo.seeding.done} of ${demo.seeding.total}`)
    await new Promise((resolve) => {
      setTimeout(resolve, 5_000)
    })
  }
}

/** `fetch` does not allow setting the `Host` header. */
async function askAs(host: string, path: string): Promise<unknown> {
  const asked = get(`${url}${path}`, { headers: { host } })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return json(answer)
}

async function browserWith(scene: Scene): Promise<Browser> {
  const known = browsers.get(scene)
  if (known) return known
  const browser = await chromium.launch(launchWith(scene))
  browsers.set(scene, browser)
  return browser
}
