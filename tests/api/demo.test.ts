import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listProducts } from '../../contract/catalog.ts'
import { Demo, demoPath } from '../../contract/demo.ts'
import { getEvent, listEvents } from '../../contract/events.ts'
import { buildApp } from '../../server/app.ts'
import { createCatalogFeature } from '../../server/features/catalog/index.ts'
import {
  createDemoFeature,
  isDemoAvailable,
  printAddresses,
  seedDemo,
} from '../../server/features/demo/index.ts'
import { demoSeeds } from '../../server/features/demo/tables.ts'
import type { IngestProgress } from '../../server/features/ingest/index.ts'
import { listPromoCodes } from '../../server/features/promo/index.ts'
import type { Config } from '../../server/platform/config.ts'
import type { Context } from '../../server/platform/context.ts'
import { projectRoot } from '../../server/platform/root.ts'
import type { Services } from '../../server/platform/services.ts'
import { createTestEvent } from '../support/data/race.ts'
import { fetchAnswer } from '../support/server/api-calls.ts'
import { type IngestServer, openIngestServer } from '../support/server/ingest-server.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let testServer: IngestServer
let services: Services
let app: FastifyInstance
let folder: string

/** A few photos only, so that the demo is created quickly. */
const photos = ['photos-a/A009.jpg', 'photos-a/A016.jpg', 'photos-a/A025.jpg', 'photos-b/B003.jpg']

beforeAll(async () => {
  testServer = await openIngestServer()
  services = createDemoServices('auto')
  folder = testServer.createFolder()
  cpSync(join(projectRoot, 'demo'), folder, {
    recursive: true,
    filter: (path) => !/photos-[ab]/.test(path),
  })
  for (const name of photos) {
    mkdirSync(join(folder, name.slice(0, 8)), { recursive: true })
    copyFileSync(join(projectRoot, 'demo', name), join(folder, name))
  }
  app = await buildApp(services, [
    ...testServer.searchModule.features,
    createCatalogFeature(services),
    createDemoFeature(services, folder),
  ])
})
afterAll(async () => {
  await app.close()
  await testServer.close()
})

function createDemoServices(demo: Config['demo']): Services {
  return { ...testServer.services, config: { ...testServer.services.config, demo } }
}

function runSeed(
  seedServices: Services,
  signal = new AbortController().signal,
  onProgress: (progress: IngestProgress) => void = () => {},
) {
  const notes: string[] = []
  const report = { progress: onProgress, note: (text: string) => notes.push(text) }
  return seedDemo(seedServices, testServer.context(), testServer.parts, report, signal, folder)
}

const fetchUrl = (url: string, host = 'one.test') =>
  app.inject({ url, headers: { host, accept: 'application/json' } })

async function fetchImage(url = '/') {
  const { statusCode, headers } = await app.inject({ url, headers: { host: 'one.test' } })
  return { status: statusCode, headers }
}

it('is created once, resumes after a stop, and offers first steps', async () => {
  expect((await fetchUrl(demoPath)).statusCode).toBe(404)
  expect(await runSeed(createDemoServices('off'))).toBe('Skipped')

  const abortController = new AbortController()
  const first = await runSeed(
    services,
    abortController.signal,
    ({ added }) => added > 0 && abortController.abort(),
  )
  expect(first).toBe('Stopped')
  const statusWhileStopped = (await fetchUrl(demoPath)).json<Demo>()
  expect(statusWhileStopped.seeding).toMatchObject({ state: 'Running', total: photos.length })

  const progress: IngestProgress[] = []
  expect(await runSeed(services, undefined, (one) => progress.push(one))).toBe('Done')
  expect(progress.at(-1)).toMatchObject({ done: photos.length, total: photos.length })
  expect(await runSeed(services)).toBe('Skipped')
  expect(await runSeed(createDemoServices('on'))).toBe('Skipped')

  const { items } = await fetchAnswer(app, listEvents, { language: 'es' })
  expect(items.map(({ title, counts }) => ({ title, ...counts }))).toEqual([
    { title: 'Carrera del Malecón', photos: 0, videos: 0, competitors: 8, report: 0 },
    { title: 'Trail «Sendero blanco»', photos: 1, videos: 0, competitors: 8, report: 0 },
    { title: 'Media maratón de los Tres Puentes', photos: 3, videos: 4, competitors: 16, report: 0 },
  ])
  for (const { cover } of items) {
    const { status, headers } = await fetchImage(cover?.small?.url)
    expect([status, headers['content-type']]).toEqual([200, 'image/webp'])
  }
  for (const { catalogId } of items) {
    const products = await fetchAnswer(app, listProducts, { query: { catalogId } })
    expect(products.total).toBeGreaterThan(0)
  }
  const codes = await listPromoCodes(testServer.context())
  expect(codes.map(({ code, used, usageLimit }) => [code, used, usageLimit])).toEqual([
    ['FINISH20', 0, null],
    ['FIRST100', 1, 1],
    ['GIFT', 0, 1],
    ['SUMMER', 0, null],
  ])

  const demo = Demo.parse((await fetchUrl(demoPath)).json())
  expect(demo.seeding).toEqual({ state: 'Done', done: photos.length, total: photos.length })
  expect(demo.events.map(({ photosReady, photosTotal }) => [photosReady, photosTotal])).toEqual([
    [3, 3],
    [1, 1],
    [0, 0],
  ])
  // event ids are the same in every demo: lighthouserc.json refers to one
  expect(demo.events.map(({ eventId }) => eventId)).toContain(
    `${testServer.context().tenant.name}-three-bridges`,
  )
  const futureEvent = items[0]
  expect(futureEvent?.features.preorder).toBe(true)
  expect(Date.parse(String(futureEvent?.startsOn))).toBeGreaterThan(testServer.services.clock().getTime())
  expect(demo.events.map(({ preorder }) => preorder)).toEqual([undefined, undefined, true])
  expect(demo.selfies.filter(({ runner }) => runner)).toHaveLength(10)
  expect(demo.selfies.filter(({ refusedWith }) => refusedWith)).toHaveLength(5)
  expect(demo.numbers).toContainEqual({
    eventId: demo.events[0]?.eventId,
    number: '128',
    runner: 'Андрей Ковалёв',
    hasVideo: true,
  })
  const cover = (await fetchAnswer(app, getEvent, { params: { eventId: String(demo.events[0]?.eventId) } }))
    .cover
  expect((await fetchUrl(String(cover?.url))).headers['content-type']).toBe('image/jpeg')
})

it('serves selfies and camera pictures, and no other files of the folder', async () => {
  const selfie = await fetchUrl('/demo-files/selfies/good-a01-andrei.jpg')
  expect(selfie.rawPayload).toEqual(readFileSync(join(folder, 'selfies/good-a01-andrei.jpg')))
  expect(selfie.headers['content-disposition']).toContain('good-a01-andrei.jpg')
  expect((await fetchUrl('/demo-files/camera/camera-no-face.mjpeg')).statusCode).toBe(200)
  for (const path of [
    'selfies/..%2Fphotos-a%2FA009.jpg',
    'selfies/%2e%2e%2fevents.json',
    'photos-a/A009.jpg',
    'camera/nothing.mjpeg',
    'outbox/..%2Fsecret.key',
    'outbox/secret.key',
  ]) {
    expect((await fetchUrl(`/demo-files/${path}`)).statusCode, path).toBe(404)
  }
})

it('shows sent mails, sandboxed, to visitors of the demo only', async () => {
  const outbox = join(services.config.dataDir, 'outbox')
  mkdirSync(outbox, { recursive: true })
  const mailHeaders =
    'X-Photofinish-Tenant: one\r\nSubject: =?UTF-8?Q?=D0=97=D0=B0=D0=BA=D0=B0=D0=B7?=\r\nTo: a@b.example\r\nContent-Type: text/html'
  writeFileSync(
    join(outbox, 'order-1.eml'),
    `${mailHeaders}\r\n\r\n<a href="/order/1">1</a><script>alert(1)</script>`,
  )
  writeFileSync(join(outbox, 'order-2.eml'), 'X-Photofinish-Tenant: two\r\nSubject: x\r\n\r\nx')
  const { outbox: shownOutbox } = (await fetchUrl(demoPath)).json<Demo>()
  expect(shownOutbox.mails).toEqual([
    {
      subject: 'Заказ',
      to: 'a@b.example',
      sentOn: expect.any(String),
      url: '/demo-files/outbox/order-1.eml',
    },
  ])
  const mail = await fetchUrl('/demo-files/outbox/order-1.eml')
  expect(mail.body).toContain('<a href="/order/1">')
  expect(mail.headers['content-security-policy']).toContain("default-src 'none'")
  expect(mail.headers['content-security-policy']).toContain('sandbox')
  expect((await fetchUrl('/demo-files/outbox/order-2.eml')).statusCode).toBe(404)
  expect((await fetchUrl(demoPath, 'two.test')).statusCode).toBe(404)
  expect((await fetchUrl('/demo-files/outbox/order-1.eml', 'two.test')).statusCode).toBe(404)
})

/** Returns a context that calls a function between its first query and the answer to it. */
function interruptFirstQuery(context: Context, action: () => Promise<unknown>): Context {
  let isFirst = true
  const wrap = <Value>(target: Value): Value => {
    if (typeof target !== 'object' || target === null) return target
    return new Proxy(target, {
      get: (_, key) => {
        const value: unknown = Reflect.get(target, key)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          if (key !== 'then' || !isFirst) return wrap(value.apply(target, args))
          isFirst = false
          const [resolve] = args as [(rows: unknown) => unknown]
          return value.call(target, (rows: unknown) => action().then(() => resolve(rows)), args[1])
        }
      },
    })
  }
  return { ...context, db: wrap(context.db) }
}

it('is on for a server that starts while another one begins to seed', async () => {
  const context = testServer.context('two')
  const beginSeed = async () => {
    await context.db.insert(demoSeeds).values({
      tenant: context.tenant.name,
      state: 'Running',
      done: 0,
      total: 1,
      renewedOn: context.now,
    })
    await createTestEvent(context)
  }
  expect(await isDemoAvailable(services, interruptFirstQuery(context, beginSeed))).toBe(true)
  await context.db.delete(demoSeeds).where(eq(demoSeeds.tenant, context.tenant.name))
  expect(await isDemoAvailable(services, context)).toBe(false)
})

it('prints all addresses when the server starts', () => {
  const lines: string[] = []
  printAddresses(services, { port: 8123, hasDemo: true, print: (line) => lines.push(line) })
  const text = lines.join('\n')
  expect(text).toContain('http://one.test:8123/demo')
  expect(text).toContain('http://one.test:8123/public/docs')
  expect(text).toContain('http://two.test:8123/')
  expect(text).toContain(join(services.config.dataDir, 'outbox'))
})
