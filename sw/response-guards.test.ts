import { afterEach, describe, expect, it, vi } from 'vitest'
import type { WorkboxPlugin } from 'workbox-core'
import { tenantHeader } from '../contract/call.ts'
import { cachedAt, cachedAtHeader } from '../src/lib/copies.ts'
import { publicPaths } from './public-paths.ts'
import { isWhatItsNameSays, onlyOurJson, onlyOurPage, onlyOurPictures } from './response-guards.ts'

const portal = '<html><h1>Sign in to the Wi-Fi</h1></html>'
const ours = { [tenantHeader]: 'photofinish' }
const request = new Request('https://race.example/public/events/api/v1/events?count=12', {
  headers: { 'accept-language': 'es' },
})

/** Calls the functions of a plugin with the parameters that they read. */
function recordCalls(plugin: WorkboxPlugin) {
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
  const { pass, cache } = recordCalls(onlyOurJson)
  const json = (status = 200, headers: Record<string, string> = ours) =>
    new Response('{"items":[]}', { status, headers: { 'content-type': 'application/json', ...headers } })

  it('passes, also refusals', async () => {
    expect(await pass(json())).toHaveProperty('status', 200)
    expect(await pass(json(404))).toHaveProperty('status', 404)
    expect(await pass(json(500))).toHaveProperty('status', 500)
  })

  it.each([
    ['a captive portal’s page', new Response(portal, { headers: { 'content-type': 'text/html' } })],
    ['a page with our header', new Response(portal, { headers: { 'content-type': 'text/html', ...ours } })],
    ['JSON of another server', json(200, {})],
    ['a proxy’s page', new Response(portal, { status: 502, headers: { 'content-type': 'text/html' } })],
  ])('is not %s', async (_, response) => {
    await expect(pass(response)).rejects.toThrow('no answer of the service')
  })

  it('is stored with the time it came, and only when it is an answer', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
    const copy = await cache(json(200, { ...ours, 'content-encoding': 'br' }))
    expect(cachedAt(copy?.headers ?? new Headers())).toBe(1_800_000_000_000)
    expect(copy?.headers.get(tenantHeader)).toBe('photofinish')
    expect(copy?.headers.has('content-encoding')).toBe(false)
    expect(await copy?.text()).toBe('{"items":[]}')
    expect(await cache(json(404))).toBeNull()
  })

  it('is stored per language', async () => {
    const key = await onlyOurJson.cacheKeyWillBeUsed?.({ request, mode: 'write', event: undefined as never })
    expect(key).toBe('https://race.example/public/events/api/v1/events?count=12&language=es')
  })

  it('is shared by all languages where it holds all of them: the settings', async () => {
    const settings = new Request(`https://race.example${publicPaths.settings}`, { headers: request.headers })
    const options = { request: settings, mode: 'read', event: undefined as never }
    expect(await onlyOurJson.cacheKeyWillBeUsed?.(options)).toBe(settings.url)
  })

  it('keeps the time at which a page received it before it was controlled', async () => {
    const copy = await cache(json(200, { ...ours, [cachedAtHeader]: '1700000000000' }))
    expect(cachedAt(copy?.headers ?? new Headers())).toBe(1_700_000_000_000)
  })
})

describe('a receipt', () => {
  const { pass, cache } = recordCalls(onlyOurPage)
  const page = (status = 200, headers: Record<string, string> = ours) =>
    new Response('<h1>Receipt</h1>', { status, headers: { 'content-type': 'text/html', ...headers } })

  it('passes and is stored; a refusal passes and is not', async () => {
    expect(await pass(page())).toHaveProperty('status', 200)
    expect(await (await cache(page()))?.text()).toBe('<h1>Receipt</h1>')
    expect(await pass(page(403))).toHaveProperty('status', 403)
    expect(await cache(page(403))).toBeNull()
  })

  it.each([
    ['a captive portal’s page', page(200, {})],
    ['data', new Response('{}', { headers: { 'content-type': 'application/json', ...ours } })],
  ])('is not %s', async (_, response) => {
    await expect(pass(response)).rejects.toThrow('no page of the service')
  })
})

describe('pictures', () => {
  const { pass, cache } = recordCalls(onlyOurPictures)
  const picture = (bytes: number, promised = bytes, more: Record<string, string> = {}) =>
    new Response(new Uint8Array(bytes), {
      headers: { 'content-type': 'image/webp', 'content-length': String(promised), ...ours, ...more },
    })

  it('pass, and are stored whole', async () => {
    expect(await pass(picture(10))).toHaveProperty('status', 200)
    const copy = await cache(picture(10))
    expect((await copy?.arrayBuffer())?.byteLength).toBe(10)
    expect(copy?.headers.get('content-length')).toBe('10')
  })

  it.each([
    ['a captive portal’s page', new Response(portal, { headers: { 'content-type': 'text/html', ...ours } })],
    ['a picture of another server', new Response('GIF89a', { headers: { 'content-type': 'image/gif' } })],
  ])('are not %s', async (_, response) => {
    await expect(pass(response)).rejects.toThrow('no picture of the service')
  })

  it('that broke off, have no length, or are for printing are not stored', async () => {
    expect(await cache(picture(10, 20))).toBeNull()
    expect(await cache(new Response('x', { headers: { 'content-type': 'image/webp', ...ours } }))).toBeNull()
    expect(await cache(picture(400_000))).toBeNull()
  })
})

it('accepts a file of the build only under its own name', () => {
  const file = (type: string, status = 200) => new Response('', { status, headers: { 'content-type': type } })
  const script = 'https://race.example/assets/index-B1.js'
  expect(isWhatItsNameSays(script, file('text/javascript; charset=utf-8'))).toBe(true)
  expect(isWhatItsNameSays(script, file('text/html'))).toBe(false)
  expect(isWhatItsNameSays(script, file('text/javascript', 404))).toBe(false)
  expect(isWhatItsNameSays('https://race.example/index.html?v=1', file('text/html; charset=utf-8'))).toBe(
    true,
  )
  expect(isWhatItsNameSays('https://race.example/fonts/a.woff2', file('text/html'))).toBe(false)
})
