import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { getTextModule, textLevels } from '../../contract/pages.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { buildApp } from '../../server/app.ts'
import { createSettingsFeature } from '../../server/features/settings/index.ts'
import { createBuilds } from '../../server/features/storefront/builds.ts'
import { createStorefrontFeature } from '../../server/features/storefront/index.ts'
import { readTenants } from '../../server/features/tenants/index.ts'
import { projectRoot } from '../../server/platform/root.ts'
import type { Services } from '../../server/platform/services.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

const dayInMs = 86_400_000
const folder = mkdtempSync(join(tmpdir(), 'photofinish-storefront-'))
const webFolder = join(folder, 'web')
const tenantsFolder = join(folder, 'tenants')
const iconSizes = {
  'icon-192.png': 192,
  'icon-512.png': 512,
  'icon-maskable-192.png': 192,
  'icon-maskable-512.png': 512,
  'apple-touch-icon.png': 180,
}

let testServer: SearchServer
let services: Services
let runningApp: FastifyInstance | undefined

/** Starts a server with the build in `webFolder`. Stops the previous one after its background work. */
async function startServer(): Promise<FastifyInstance> {
  await runningApp?.close()
  runningApp = await buildApp(services, [
    createSettingsFeature(services),
    createStorefrontFeature(services, { webFolder }),
  ])
  await runningApp.ready()
  return runningApp
}

/** Stops the server and replaces the build with one whose only script is the given file. */
async function deploy(asset: string): Promise<void> {
  await runningApp?.close()
  runningApp = undefined
  build(asset)
}

function build(asset: string, target = webFolder): void {
  rmSync(target, { recursive: true, force: true })
  cpSync(join(projectRoot, 'public'), target, { recursive: true })
  mkdirSync(join(target, 'assets'))
  writeFileSync(join(target, 'assets', asset), `export const name = '${asset}'`)
  const shell = '<!doctype html><html lang="ru"><head><title>x</title><!--settings--></head></html>'
  writeFileSync(join(target, 'index.html'), `${shell}<script src="/assets/${asset}"></script>`)
}

/** Writes the manifest of the build. */
function writeManifest(manifest: object): void {
  mkdirSync(join(webFolder, '.vite'), { recursive: true })
  writeFileSync(join(webFolder, '.vite', 'manifest.json'), JSON.stringify(manifest))
}

const fetchPath = async (path: string, host = 'plain.test', accept = '*/*') => {
  const app = runningApp ?? (await startServer())
  return app.inject({ url: path, headers: { host, accept } })
}

beforeAll(async () => {
  testServer = await openSearchServer({ index: createFaceIndex() })
  const baseTenant = JSON.parse(readFileSync(join(projectRoot, 'tenants/default.json'), 'utf8')) as object
  mkdirSync(join(tenantsFolder, 'branded'), { recursive: true })
  const writeTenant = (name: string, tenantName: string) =>
    writeFileSync(
      join(tenantsFolder, `${name}.json`),
      JSON.stringify({ ...baseTenant, hosts: [`${name}.test`], theme: name, tenantName }),
    )
  writeTenant('plain', 'Plain')
  writeTenant('branded', 'Branded')
  for (const [name, sizeInPx] of Object.entries(iconSizes)) {
    const picture = { width: sizeInPx, height: sizeInPx, channels: 3, background: '#00f' } as const
    await sharp({ create: picture })
      .png()
      .toFile(join(tenantsFolder, 'branded', name))
  }
  writeFileSync(join(tenantsFolder, 'branded', 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  services = { ...testServer.services, tenants: readTenants(tenantsFolder, { demo: false }) }
})

afterEach(async () => {
  vi.useRealTimers()
  await runningApp?.close()
  runningApp = undefined
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

const fetchManifest = async (host: string) =>
  (await fetchPath('/manifest.webmanifest', host)).json<Manifest>()

test.each(['plain.test', 'branded.test'])(
  'every picture of the manifest of %s exists in its declared size',
  async (host) => {
    await deploy('one.js')
    const { icons, shortcuts, screenshots = [] } = await fetchManifest(host)
    const pictures = [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons), ...screenshots]
    expect(pictures.length).toBeGreaterThanOrEqual(7)
    for (const { src, sizes } of pictures) {
      const response = await fetchPath(src, host)
      const { width, height } = await sharp(response.rawPayload).metadata()
      expect([src, response.statusCode, `${width}x${height}`]).toEqual([src, 200, sizes])
    }
  },
)

test('a tenant with its own icons serves them at the same addresses, and no picture of the product', async () => {
  await deploy('one.js')
  const ownIcon = readFileSync(join(tenantsFolder, 'branded', 'icon-512.png'))
  expect((await fetchPath('/icon-512.png', 'branded.test')).rawPayload.equals(ownIcon)).toBe(true)
  expect((await fetchPath('/icon-512.png', 'plain.test')).rawPayload.equals(ownIcon)).toBe(false)
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
  const clippedPixels: number[] = []
  for (let index = 0; index < data.length; index += info.channels) {
    const [x, y] = [(index / info.channels) % 512, Math.floor(index / info.channels / 512)]
    if (Math.hypot(x - 256, y - 256) > 0.4 * 512 && (data[index] ?? 0) > 40) clippedPixels.push(index)
  }
  expect(clippedPixels).toEqual([])
})

test('an icon of the wrong size stops the start with an error that names it', async () => {
  const brokenFolder = join(folder, 'broken')
  cpSync(tenantsFolder, brokenFolder, { recursive: true })
  cpSync(join(brokenFolder, 'branded', 'icon-192.png'), join(brokenFolder, 'branded', 'icon-512.png'))
  expect(() => readTenants(brokenFolder, { demo: false })).toThrow(
    /icon-512\.png should be a PNG of 512 × 512 pixels/,
  )
})

test('a picture shared without a service worker leads home with a notice, at any size', async () => {
  await deploy('one.js')
  const app = await startServer()
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
  await startServer()
  await deploy('two-BBBB.js')
  await startServer()
  const previousChunk = await fetchPath('/assets/one-AAAA.js')
  expect([previousChunk.statusCode, previousChunk.body]).toEqual([200, "export const name = 'one-AAAA.js'"])
  expect(previousChunk.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(previousChunk.headers['cache-control']).toContain('immutable')
  expect((await fetchPath('/', 'plain.test', 'text/html')).body).toContain('two-BBBB.js')
  await deploy('one-AAAA.js')
  await startServer()
  expect((await fetchPath('/assets/two-BBBB.js')).statusCode).toBe(200)
})

test('a new build deployed while the server runs removes nothing from open pages', async () => {
  const createStoredCheck = (asset: string) => async () =>
    (await services.objects.head(`build-assets/${asset}`)) !== undefined
  await deploy('three-CCCC.js')
  await startServer()
  await expect.poll(createStoredCheck('three-CCCC.js')).toBe(true)
  build('four-DDDD.js')
  expect((await fetchPath('/', 'plain.test', 'text/html')).body).toContain('four-DDDD.js')
  expect((await fetchPath('/assets/three-CCCC.js')).statusCode).toBe(200)
  await expect.poll(createStoredCheck('four-DDDD.js')).toBe(true)
})

test('other processes answer for the code of a new build as soon as its process listens', async () => {
  await deploy('old-HHHH.js')
  await startServer()
  const newFolder = join(folder, 'new-web')
  build('new-IIII.js', newFolder)
  const chunks = Array.from({ length: 40 }, (_, index) => `chunk-${index}.js`)
  for (const chunk of chunks) writeFileSync(join(newFolder, 'assets', chunk), 'export {}')
  const newApp = await buildApp(services, [createStorefrontFeature(services, { webFolder: newFolder })])
  try {
    await newApp.listen({ port: 0 })
    for (const asset of [...chunks, 'new-IIII.js'])
      expect([asset, (await fetchPath(`/assets/${asset}`)).statusCode]).toEqual([asset, 200])
  } finally {
    await newApp.close()
  }
})

test('keeps the code of a build that another process stores during the removal', async () => {
  await deploy('old-KKKK.js')
  const newFolder = join(folder, 'concurrent-web')
  build('new-LLLL.js', newFolder)
  const newBuilds = createBuilds(services, newFolder)
  let lists = 0
  const list: Services['objects']['list'] = async (folderName) => {
    const keys = await services.objects.list(folderName)
    if (lists++ === 0) await newBuilds.store()
    return keys
  }
  await createBuilds({ ...services, objects: { ...services.objects, list } }, webFolder).purgeExpired()
  expect(lists).toBe(2)
  expect(await newBuilds.find('new-LLLL.js')).toBeDefined()
})

test.each([
  ['another process stores with the same file', 'other-NNNN.js'],
  ['another process stores again after a rollback', undefined],
])('keeps the code of an expired build that %s during the removal', async (_case, otherAsset) => {
  await deploy('current-MMMM.js')
  const sharedAsset = `shared-${otherAsset ?? 'MMMM.js'}`
  const newFolder = join(folder, 'shared-web')
  build(sharedAsset, newFolder)
  const newBuilds = createBuilds(services, newFolder)
  await newBuilds.store()
  testServer.moveClock(31 * dayInMs)
  if (otherAsset !== undefined) writeFileSync(join(newFolder, 'assets', otherAsset), 'export {}')
  let isStored = false
  const get: Services['objects']['get'] = async (...input) => {
    const content = await services.objects.get(...input)
    if (isStored || !Buffer.from(content).includes(sharedAsset)) return content
    isStored = true
    await newBuilds.store()
    return content
  }
  await createBuilds({ ...services, objects: { ...services.objects, get } }, webFolder).purgeExpired()
  expect(isStored).toBe(true)
  expect(await newBuilds.find(sharedAsset)).toBeDefined()
  await newBuilds.purgeExpired()
  expect(await newBuilds.find(sharedAsset)).toBeDefined()
})

test('stores files again that a removal of another process takes after the start', async () => {
  await deploy('taken-PPPP.js')
  const { objects } = services
  const list: typeof objects.list = async (folderName) => {
    await objects.remove('build-assets/taken-PPPP.js')
    return objects.list(folderName)
  }
  const parts = { ...services, objects: { ...objects, list } }
  const app = await buildApp(parts, [createStorefrontFeature(parts, { webFolder })])
  await app.ready()
  await app.close()
  expect(await objects.head('build-assets/taken-PPPP.js')).toBeDefined()
})

test('a bucket that does not answer delays the start, and does not stop it', async () => {
  await deploy('one-JJJJ.js')
  const { objects } = services
  let endSilence = () => {}
  const answer = new Promise<void>((resolve) => {
    endSilence = resolve
  })
  let uploads = 0
  const silent: typeof objects = {
    ...objects,
    put: async (...input) => {
      uploads++
      await answer
      return objects.put(...input)
    },
  }
  const parts = { ...services, objects: silent }
  const app = await buildApp(parts, [createStorefrontFeature(parts, { webFolder })])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ready = app.ready()
  await expect.poll(() => uploads).toBe(1)
  await vi.advanceTimersByTimeAsync(8_000)
  await ready
  vi.useRealTimers()
  endSilence()
  await app.close()
})

test('removes code that no build of the last 30 days had, and never that of the current build', async () => {
  await deploy('five-EEEE.js')
  await startServer()
  await deploy('six-FFFF.js')
  await startServer()
  testServer.moveClock(29 * dayInMs)
  await startServer()
  expect((await fetchPath('/assets/five-EEEE.js')).statusCode).toBe(200)
  testServer.moveClock(2 * dayInMs)
  await startServer()
  await startServer()
  expect((await fetchPath('/assets/five-EEEE.js')).statusCode).toBe(404)
  await deploy('seven-GGGG.js')
  await startServer()
  expect((await fetchPath('/assets/six-FFFF.js')).statusCode).toBe(200)
})

test.each(['/assets/../index.html', '/assets/%2e%2e%2fsecret', '/assets/.hidden', '/assets/nothing-1234.js'])(
  '%s is not code of any build',
  async (path) => {
    await deploy('one.js')
    expect((await fetchPath(path, 'plain.test', 'text/javascript')).statusCode).toBe(404)
  },
)

test('a page preloads its own code and texts, and no others', async () => {
  await deploy('main-9.js')
  const createChunk = (file: string, ...imports: string[]) => ({ file: `assets/${file}`, imports })
  writeManifest({
    'index.html': { ...createChunk('main-9.js'), isEntry: true },
    '_lists.js': createChunk('lists.js', 'index.html'),
    'src/features/events/HomePage.tsx': createChunk('home.js', 'index.html', '_lists.js'),
    'src/features/cart/CartPage.tsx': { ...createChunk('cart.js', '_lists.js'), css: ['assets/cart.css'] },
    ...Object.fromEntries(
      textLevels.map((level) => [getTextModule('ru', level), createChunk(`ru-${level}.js`)]),
    ),
  })
  await startServer()
  const listPreloads = async (path: string) =>
    [
      ...(await fetchPath(path, 'plain.test', 'text/html')).body.matchAll(
        /(?:modulepreload|stylesheet)" crossorigin href="([^"]+)"/g,
      ),
    ]
      .map(([, file]) => file)
      .filter((file) => file?.startsWith('/assets/'))
  expect(await listPreloads('/')).toEqual(['/assets/lists.js', '/assets/home.js', '/assets/ru-first.js'])
  expect(await listPreloads('/cart')).toEqual([
    '/assets/lists.js',
    '/assets/cart.js',
    '/assets/ru-first.js',
    '/assets/ru-event.js',
    '/assets/ru-results.js',
    '/assets/ru-page.js',
    '/assets/cart.css',
  ])
  expect(await listPreloads('/my-order')).toEqual([])
})
