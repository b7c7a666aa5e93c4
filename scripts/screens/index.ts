import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright'
import { Demo } from '../../contract/demo.ts'
import {
  languages as allLanguages,
  type Language,
  toRegionalLocale,
} from '../../contract/language/languages.ts'
import { buildLaunchOptions, type CameraScene } from '../../tests/support/browser/cameras.ts'
import { openInstallation } from '../../tests/support/processes/installation.ts'
import { readTenantLanguages } from '../../tests/support/server/tenant-languages.ts'
import { ensureBrowser } from '../ensure-browser.ts'
import { writeContactSheet } from './contact-sheet.ts'
import { commerceScenarios } from './scenarios/commerce.ts'
import { otherScenarios } from './scenarios/other-pages.ts'
import { searchScenarios } from './scenarios/search.ts'
import { type Scenario, type Scheme, ScreenshotSession, type Size, schemes, sizes } from './session.ts'
import { readTexts } from './texts.ts'

/**
 * Takes pictures of every screen on a server with the demo, into `.cache/screens/`, with an overview page: `npm run screens --
 * --screen cart --size phone --scheme dark --lang es --tenant trail`. Each option may be repeated. `--full` captures whole
 * pages, `--no-build` uses the existing build. `--mockups FOLDER` shows the mockups of a screen beside it. `--server URL` uses a running server with the demo (without screens that need
 * its command line).
 */

const hosts = {
  default: 'localhost',
  trail: 'trail.localhost',
  us: 'us.localhost',
  sister: 'sister.localhost',
}
type Tenant = keyof typeof hosts

const listOption = { type: 'string', multiple: true } as const
const { values: args } = parseArgs({
  options: {
    screen: listOption,
    size: listOption,
    scheme: listOption,
    lang: listOption,
    tenant: listOption,
    full: { type: 'boolean', default: false },
    build: { type: 'boolean', default: true },
    server: { type: 'string' },
    mockups: listOption,
    folder: { type: 'string', default: join(import.meta.dirname, '../../.cache/screens') },
  },
  allowNegative: true,
})

function chooseValues<Name extends string>(
  option: string,
  selected: readonly string[] | undefined,
  all: readonly Name[],
): Name[] {
  const invalid = selected?.find((name) => !all.some((each) => each === name))
  if (invalid !== undefined) throw new Error(`--${option} is one of ${all.join(', ')}, not ${invalid}`)
  return selected ? all.filter((name) => selected.includes(name)) : [...all]
}

const screens = args.screen ?? []
const input = {
  screens,
  sizes: chooseValues('size', args.size, Object.keys(sizes) as Size[]),
  schemes: chooseValues<Scheme>('scheme', args.scheme, schemes),
  full: args.full,
}
const tenants = args.tenant
  ? chooseValues('tenant', args.tenant, Object.keys(hosts) as Tenant[])
  : ['default' as const]
const languages = args.lang ? chooseValues('lang', args.lang, allLanguages) : undefined
const isRequested = (scenario: Scenario) =>
  screens.length === 0 ||
  scenario.screenNames.some((name) => screens.some((each) => name === each || name.startsWith(`${each}-`)))
const scenarios = [...searchScenarios, ...commerceScenarios, ...otherScenarios].filter(isRequested)
if (scenarios.length === 0) throw new Error(`no screen is called ${screens.join(' or ')}`)

process.env.CHROMIUM_PATH = ensureBrowser()
if (args.build && !args.server)
  execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })
const installation = args.server
  ? undefined
  : await openInstallation('dist/web', { DEMO: '1', EMBEDDED_IDENTITY: '1' })
const url = args.server ?? installation?.url ?? ''
const browsers = new Map<CameraScene, Browser>()
const pictures: string[] = []
const failures: string[] = []
try {
  for (const tenant of tenants) {
    const offeredLanguages = readTenantLanguages(tenant)
    for (const language of languages ?? (['ru', 'en'] as const))
      if (offeredLanguages.includes(language)) await runScenarios(tenant, language)
  }
} finally {
  await Promise.all([...browsers.values()].map((browser) => browser.close()))
  await installation?.close()
}
console.log(
  `${pictures.length} pictures: ${await writeContactSheet(args.folder, pictures, args.mockups ?? [])}`,
)
if (failures.length > 0) {
  console.log(`not taken:\n${failures.join('\n')}`)
  process.exitCode = 1
}

async function runScenarios(tenant: Tenant, language: Language): Promise<void> {
  const origin = url.replace('localhost', hosts[tenant])
  const words = readTexts(language)
  const demo = await waitForDemo(hosts[tenant])
  for (const scenario of scenarios) {
    if (scenario.tenants && !scenario.tenants.includes(tenant)) continue
    if (scenario.usesCommandLine && !installation) continue
    const browser = await getBrowser(scenario.cameraScene ?? 'no-face')
    const context = await browser.newContext({
      viewport: sizes.phone,
      locale: toRegionalLocale(language),
      timezoneId: 'Europe/Moscow',
      hasTouch: true,
      // overlay scrollbars
      isMobile: true,
      serviceWorkers: scenario.usesServiceWorker ? 'allow' : 'block',
    })
    await context.addInitScript(
      (savedLanguage) => localStorage.setItem('appLanguage', savedLanguage),
      language,
    )
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    const session = new ScreenshotSession({
      ...{ context, page, origin, tenant, language, words, demo, input },
      folder: args.folder,
      command: installation && ((...line) => installation.runCommand(...line)),
    })
    try {
      await scenario.run(session)
    } catch (error) {
      const [firstLine] = String(error).split('\n')
      failures.push(
        `${tenant} ${language} ${scenario.screenNames.join(' ')}: ${firstLine} (at ${page.url()})`,
      )
    }
    pictures.push(...session.pictures)
    await context.close()
    console.log(`${tenant} ${language} ${scenario.screenNames[0]}: ${session.pictures.length}`)
  }
}

/** Waits until the demo of a brand is fully seeded. */
async function waitForDemo(host: string): Promise<Demo> {
  for (;;) {
    const demo = Demo.parse(await fetchAs(host, '/demo.json'))
    if (demo.seeding.state === 'Done') return demo
    console.log(`the demo: ${demo.seeding.done} of ${demo.seeding.total}`)
    await new Promise((resolve) => {
      setTimeout(resolve, 5_000)
    })
  }
}

/** `fetch` does not allow setting the `Host` header. */
async function fetchAs(host: string, path: string): Promise<unknown> {
  const clientRequest = get(`${url}${path}`, { headers: { host } })
  const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
  return json(answer)
}

async function getBrowser(scene: CameraScene): Promise<Browser> {
  const openBrowser = browsers.get(scene)
  if (openBrowser) return openBrowser
  const browser = await chromium.launch(buildLaunchOptions(scene))
  browsers.set(scene, browser)
  return browser
}
