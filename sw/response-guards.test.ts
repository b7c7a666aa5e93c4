import { afterEach, describe, expect, it, vi } from 'vitest'
import type { WorkboxPlugin } from 'workbox-core'
import { tenantHeader } from '../contract/call.ts'
import { cachedAtHeader, readCachedAt } from '../src/lib/cached-at.ts'
import { publicPaths } from './public-paths.ts'
import { jsonGuard, matchesFileExtension, pageGuard, pictureGuard } from './response-guards.ts'

const portalHtml = '<html><h1>Sign in to the Wi-Fi</h1></html>'
const tenantHeaders = { [tenantHeader]: 'photofinish' }
const request = new Request('https://race.example/public/events/api/v1/events?count=12', {
  headers: { 'accept-language': 'es' },
})

/** Calls the functions of a plugin with the parameters that they read. */
function bindPlugin(plugin: WorkboxPlugin) {
  const event = undefined as never
  return {
    pass: (response: Response) =>
      plugin.fetchDidSucceed?.({ request, response, event }) ?? Promise.resolve(response),
    cache: async (response: Response) =>
      (await plugin.cacheWillUpdate?.({ request, response, event })) ?? null,
  }
}

afterEach(() => vi.useRealTimers())

describe('data of the service', () => {
  const { pass, cache } = bindPlugin(jsonGuard)
  const createJson = (status = 200, headers: Record<string, string> = tenantHeaders) =>
    new Response('{"items":[]}', { status, headers: { 'content-type': 'application/json', ...headers } })

  it('passes, also refusals', async () => {
    expect(await pass(createJson())).toHaveProperty('status', 200)
    expect(await pass(createJson(404))).toHaveProperty('status', 404)
    expect(await pass(createJson(500))).toHaveProperty('status', 500)
  })

  it.each([
    ['a captive portal’s page', new Response(portalHtml, { headers: { 'content-type': 'text/html' } })],
    [
      'a page with our header',
      new Response(portalHtml, { headers: { 'content-type': 'text/html', ...tenantHeaders } }),
    ],
    ['JSON of another server', createJson(200, {})],
    ['a proxy’s page', new Response(portalHtml, { status: 502, headers: { 'content-type': 'text/html' } })],
  ])('is not %s', async (_, response) => {
    await expect(pass(response)).rejects.toThrow('no answer of the service')
  })

  it('is stored with the time it came, and only when it is an answer', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
    const copy = await cache(createJson(200, { ...tenantHeaders, 'content-encoding': 'br' }))
    expect(readCachedAt(copy?.headers ?? new Headers())).toBe(1_800_000_000_000)
    expect(copy?.headers.get(tenantHeader)).toBe('photofinish')
    expect(copy?.headers.has('content-encoding')).toBe(false)
    expect(await copy?.text()).toBe('{"items":[]}')
    expect(await cache(createJson(404))).toBeNull()
  })

  it('is stored per language', async () => {
    const key = await jsonGuard.cacheKeyWillBeUsed?.({ request, mode: 'write', event: undefined as never })
    expect(key).toBe('https://race.example/public/events/api/v1/events?count=12&language=es')
  })

  it('is shared by all languages where it holds all of them: the settings', async () => {
    const settings = new Request(`https://race.example${publicPaths.settings}`, { headers: request.headers })
    const options = { request: settings, mode: 'read', event: undefined as never }
    expect(await jsonGuard.cacheKeyWillBeUsed?.(options)).toBe(settings.url)
  })

  it('keeps the time at which a page received it before it was controlled', async () => {
    const copy = await cache(createJson(200, { ...tenantHeaders, [cachedAtHeader]: '1700000000000' }))
    expect(readCachedAt(copy?.headers ?? new Headers())).toBe(1_700_000_000_000)
  })
})

describe('a receipt', () => {
  const { pass, cache } = bindPlugin(pageGuard)
  const createPage = (status = 200, headers: Record<string, string> = tenantHeaders) =>
    new Response('<h1>Receipt</h1>', { status, headers: { 'content-type': 'text/html', ...headers } })

  it('passes and is stored; a refusal passes and is not', async () => {
    expect(await pass(createPage())).toHaveProperty('status', 200)
    expect(await (await cache(createPage()))?.text()).toBe('<h1>Receipt</h1>')
    expect(await pass(createPage(403))).toHaveProperty('status', 403)
    expect(await cache(createPage(403))).toBeNull()
  })

  it.each([
    ['a captive portal’s page', createPage(200, {})],
    ['data', new Response('{}', { headers: { 'content-type': 'application/json', ...tenantHeaders } })],
  ])('is not %s', async (_, response) => {
    await expect(pass(response)).rejects.toThrow('no page of the service')
  })
})

describe('pictures', () => {
  const { pass, cache } = bindPlugin(pictureGuard)
  const createPicture = (bytes: number, declaredSize = bytes, extraHeaders: Record<string, string> = {}) =>
    new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': 'image/webp',
        'content-length': String(declaredSize),
        ...tenantHeaders,
        ...extraHeaders,
      },
    })

  it('pass, and are stored whole', async () => {
    expect(await pass(createPicture(10))).toHaveProperty('status', 200)
    const copy = await cache(createPicture(10))
    expect((await copy?.arrayBuffer())?.byteLength).toBe(10)
    expect(copy?.headers.get('content-length')).toBe('10')
  })

  it.each([
    [
      'a captive portal’s page',
      new Response(portalHtml, { headers: { 'content-type': 'text/html', ...tenantHeaders } }),
    ],
    ['a picture of another server', new Response('GIF89a', { headers: { 'content-type': 'image/gif' } })],
  ])('are not %s', async (_, response) => {
    await expect(pass(response)).rejects.toThrow('no picture of the service')
  })

  it('that broke off, have no length, or are for printing are not stored', async () => {
    expect(await cache(createPicture(10, 20))).toBeNull()
    expect(
      await cache(new Response('x', { headers: { 'content-type': 'image/webp', ...tenantHeaders } })),
    ).toBeNull()
    expect(await cache(createPicture(400_000))).toBeNull()
  })
})

it('accepts a file of the build only under its own name', () => {
  const createFile = (type: string, status = 200) =>
    new Response('', { status, headers: { 'content-type': type } })
  const script = 'https://race.example/assets/index-B1.js'
  expect(matchesFileExtension(script, createFile('text/javascript; charset=utf-8'))).toBe(true)
  expect(matchesFileExtension(script, createFile('text/html'))).toBe(false)
  expect(matchesFileExtension(script, createFile('text/javascript', 404))).toBe(false)
  expect(
    matchesFileExtension('https://race.example/index.html?v=1', createFile('text/html; charset=utf-8')),
  ).toBe(true)
  expect(matchesFileExtension('https://race.example/fonts/a.woff2', createFile('text/html'))).toBe(false)
})
