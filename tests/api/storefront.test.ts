import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { buildApp } from '../../server/app.ts'
import { createSettingsFeature } from '../../server/features/settings/index.ts'
import { createStorefrontFeature } from '../../server/features/storefront/index.ts'
import { readTenants } from '../../server/features/tenants/index.ts'
import { projectRoot } from '../../server/platform/root.ts'
import type { Services } from '../../server/platform/services.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

const dayInMs = 86_400_000
const folder = mkdtempSync(join(tmpdir(), 'photofinish-storefront-'))
const web = join(folder, 'web')
const tenants = join(folder, 'tenants')
const ownIcons = {
  'icon-192.png': 192,
  'icon-512.png': 512,
  'icon-maskable-192.png': 192,
  'icon-maskable-512.png': 512,
  'apple-touch-icon.png': 180,
}

let testServer: SearchServer
let services: Services
let running: FastifyInstance | undefined

/** Starts a server with the build in `webFolder`. Stops the previous one after its background work. */
async function start(): Promise<FastifyInstance> {
  await running?.close()
  running = await buildApp(services, [
    createSettingsFeature(services),
    createStorefrontFeature(services, web),
  ])
  await running.ready()
  return running
}

/** Stops the server and replaces the build with one whose only script is the given file. */
async function deploy(asset: string): Promise<void> {
  await running?.close()
  running = undefined
  build(asset)
}

function build(asset: string): void {
  rmSync(web, { recursive: true, force: true })
  cpSync(join(projectRoot, 'public'), web, { recursive: true })
  mkdirSync(join(web, 'assets'))
  writeFileSync(join(web, 'assets', asset), `export const name = '${asset}'`)
  const shell = '<!doctype html><html lang="ru"><head><title>x</title><!--settings--></head></html>'
  writeFileSync(join(web, 'index.html'), `${shell}<script src="/assets/${asset}"></script>`)
}

/** Writes the manifest of the build. */
function writeManifest(manifest: object): void {
  mkdirSync(join(web, '.vite'), { recursive: true })
  writeFileSync(join(web, '.vite', 'manifest.json'), JSON.stringify(manifest))
}

const get = async (path: string, host = 'plain.test', accept = '*/*') => {
  const app = running ?? (await start())
  return app.inject({ url: path, headers: { host, accept } })
}

beforeAll(async () => {
  testServer = await openSearchServer({ index: createFaceIndex() })
  const pattern = JSON.parse(readFileSync(join(projectRoot, 'tenants/default.json'), 'utf8')) as object
  mkdirSync(join(tenants, 'branded'), { recursive: true })
  const write = (name: string, tenantName: string) =>
    writeFileSync(
      join(tenants, `${name}.json`),
      JSON.stringify({ ...pattern, hosts: [`${name}.test`], theme: name, tenantName }),
    )
  write('plain', 'Plain')
  write('branded', 'Branded')
  for (const [name, side] of Object.entries(ownIcons)) {
    const picture = { width: side, height: side, channels: 3, background: '#00f' } as const
    await sharp({ create: picture })
      .png()
      .toFile(join(tenants, 'branded', name))
  }
  writeFileSync(join(tenants, 'branded', 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  services = { ...testServer.services, tenants: readTenants(tenants, { demo: false }) }
})

afterEach(async () => {
  await running?.close()
  running = undefined
})

afterAll(async () => {
  await testServer.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Picture {
  src: string
  sizes: string
}

interface Manifest {
  name: string
  icons: Picture[]
  shortcuts: { url: string; icons: Picture[] }[]
  screenshots?: Picture[]
}

const fetchManifest = async (host: string) => (await get('/manifest.webmanifest', host)).json<Manifest>()

test.each(['plain.test', 'branded.test'])(
  'every picture of the manifest of %s exists in its declared size',
  async (host) => {
    await deploy('one.js')
    const { icons, shortcuts, screenshots = [] } = await fetchManifest(host)
    const pictures = [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons), ...screenshots]
    expect(pictures.length).toBeGreaterThanOrEqual(7)
    for (const { src, sizes } of pictures) {
      const response = await get(src, host)
      const { width, height } = await sharp(response.rawPayload).metadata()
      expect([src, response.statusCode, `${width}x${height}`]).toEqual([src, 200, sizes])
    }
  },
)

test('a tenant with its own icons serves them at the same addresses, and no picture of the product', async () => {
  await deploy('one.js')
  const own = readFileSync(join(tenants, 'branded', 'icon-512.png'))
  expect((await get('/icon-512.png', 'branded.test')).rawPayload.equals(own)).toBe(true)
  expect((await get('/icon-512.png', 'plain.test')).rawPayload.equals(own)).toBe(false)
  expect((await fetchManifest('branded.test')).screenshots).toBeUndefined()
  expect((await fetchManifest('plain.test')).screenshots).toHaveLength(3)
})

test('the touch icon is opaque, and a mask cuts nothing of the logo', async () => {
  for (const name of ['apple-touch-icon.png', 'icon-maskable-192.png', 'icon-maskable-512.png']) {
    const { isOpaque } = await sharp(join(projectRoot, 'public', name)).stats()
    expect([name, isOpaque]).toEqual([name, true])
  }
  const { data, info } = await sharp(join(projectRoot, 'public/icon-maskable-512.png'))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const outside: number[] = []
  for (let at = 0; at < data.length; at += info.channels) {
    const [x, y] = [(at / info.channels) % 512, Math.floor(at / info.channels / 512)]
    if (Math.hypot(x - 256, y - 256) > 0.4 * 512 && (data[at] ?? 0) > 40) outside.push(at)
  }
  expect(outside).toEqual([])
})

test('an icon of the wrong size stops the start with an error that names it', async () => {
  const broken = join(folder, 'broken')
  cpSync(tenants, broken, { recursive: true })
  cpSync(join(broken, 'branded', 'icon-192.png'), join(broken, 'branded', 'icon-512.png'))
  expect(() => readTenants(broken, { demo: false })).toThrow(
    /icon-512\.png should be a PNG of 512 × 512 pixels/,
  )
})

test('a picture shared without a service worker leads home with a notice, at any size', async () => {
  await deploy('one.js')
  const app = await start()
  const form = Buffer.concat([
    Buffer.from(
      '--x\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
    ),
    Buffer.alloc(12_000_000, 1),
    Buffer.from('\r\n--x--\r\n'),
  ])
  const response = await app.inject({
    method: 'POST',
    url: '/share',
    headers: { host: 'plain.test', 'content-type': 'multipart/form-data; boundary=x' },
    payload: form,
  })
  expect([response.statusCode, response.headers.location]).toEqual([303, '/?share=missed'])
})

test('a page of the previous build still finds its code after a deploy, and after a rollback', async () => {
  await deploy('one-AAAA.js')
  await start()
  await deploy('two-BBBB.js')
  await start()
  const former = await get('/assets/one-AAAA.js')
  expect([former.statusCode, former.body]).toEqual([200, "export const name = 'one-AAAA.js'"])
  expect(former.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(former.headers['cache-control']).toContain('immutable')
  expect((await get('/', 'plain.test', 'text/html')).body).toContain('two-BBBB.js')
  await deploy('one-AAAA.js')
  await start()
  expect((await get('/assets/two-BBBB.js')).statusCode).toBe(200)
})

test('a new build deployed while the server runs removes nothing from open pages', async () => {
  const isKept = (asset: string) => async () =>
    (await services.objects.head(`build-assets/${asset}`)) !== undefined
  await deploy('three-CCCC.js')
  await start()
  await expect.poll(isKept('three-CCCC.js')).toBe(true)
  build('four-DDDD.js')
  expect((await get('/', 'plain.test', 'text/html')).body).toContain('four-DDDD.js')
  expect((await get('/assets/three-CCCC.js')).statusCode).toBe(200)
  await expect.poll(isKept('four-DDDD.js')).toBe(true)
})

test('removes code that no build of the last 30 days had, and never that of the current build', async () => {
  await deploy('five-EEEE.js')
  await start()
  await deploy('six-FFFF.js')
  await start()
  testServer.moveClock(29 * dayInMs)
  await start()
  expect((await get('/assets/five-EEEE.js')).statusCode).toBe(200)
  testServer.moveClock(2 * dayInMs)
  await start()
  await start()
  expect((await get('/assets/five-EEEE.js')).statusCode).toBe(404)
  await deploy('seven-GGGG.js')
  await start()
  expect((await get('/assets/six-FFFF.js')).statusCode).toBe(200)
})

test.each(['/assets/../index.html', '/assets/%2e%2e%2fsecret', '/assets/.hidden', '/assets/nothing-1234.js'])(
  '%s is not code of any build',
  async (path) => {
    await deploy('one.js')
    expect((await get(path, 'plain.test', 'text/javascript')).statusCode).toBe(404)
  },
)

test('a page preloads its own code and texts, and no others', async () => {
  await deploy('main-9.js')
  const chunk = (file: string, ...imports: string[]) => ({ file: `assets/${file}`, imports })
  writeManifest({
    'index.html': { ...chunk('main-9.js'), isEntry: true },
    '_lists.js': chunk('lists.js', 'index.html'),
    'src/features/events/HomePage.tsx': chunk('home.js', 'index.html', '_lists.js'),
    'src/features/cart/CartPage.tsx': { ...chunk('cart.js', '_lists.js'), css: ['assets/cart.css'] },
    'virtual:messages/ru': chunk('ru.js'),
    'virtual:messages/ru/event': chunk('ru-event.js'),
    'virtual:messages/ru/more': chunk('more.js'),
  })
  await start()
  const named = async (path: string) =>
    [
      ...(await get(path, 'plain.test', 'text/html')).body.matchAll(
        /(?:modulepreload|stylesheet)" crossorigin href="([^"]+)"/g,
      ),
    ]
      .map(([, file]) => file)
      .filter((file) => file?.startsWith('/assets/'))
  expect(await named('/')).toEqual(['/assets/home.js', '/assets/lists.js', '/assets/ru.js'])
  expect(await named('/cart')).toEqual([
    '/assets/cart.js',
    '/assets/lists.js',
    '/assets/ru.js',
    '/assets/ru-event.js',
    '/assets/more.js',
    '/assets/cart.css',
  ])
  expect(await named('/my-order')).toEqual([])
})
