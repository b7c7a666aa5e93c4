import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getSettings, Settings } from '../../contract/settings.ts'
import { listThemeImages } from '../../contract/themes.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { buildApp } from '../../server/app.ts'
import { createSettingsFeature } from '../../server/features/settings/index.ts'
import { createTenantsFeature, readTenants } from '../../server/features/tenants/index.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { fetchAnswer, fetchProblemCode, sendCall } from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'
import { readTenantLanguages } from '../support/server/tenant-languages.ts'

let testServer: SearchServer
let app: FastifyInstance
beforeAll(async () => {
  testServer = await openSearchServer({ index: createFaceIndex() })
  const tenants = readTenants(join(projectRoot, 'tenants'), { demo: true })
  app = await buildApp({ ...testServer.services, tenants }, [
    createSettingsFeature(testServer.services),
    createTenantsFeature(),
  ])
})
afterAll(async () => {
  await app.close()
  await testServer.close()
})

const fetchSettings = (host: string) => fetchAnswer(app, getSettings, { host })

it('each host has the settings of its brand', async () => {
  const defaultSettings = await fetchSettings('localhost')
  expect(defaultSettings).toMatchObject({
    theme: 'photofinish',
    lang: 'ru',
    currencyId: 643,
    photofinishUSA: false,
  })
  expect(defaultSettings.languages).toEqual(readTenantLanguages('default'))
  const usSettings = {
    theme: 'photofinish-usa',
    lang: 'en',
    languages: ['en'],
    currencyId: 840,
    photofinishUSA: true,
  }
  expect(await fetchSettings('us.localhost')).toMatchObject(usSettings)
  expect(await fetchSettings('sister.localhost')).toMatchObject({
    hidePartnerPages: true,
    hideSupportIn: ['ru'],
  })
  for (const host of ['localhost', 'us.localhost', 'sister.localhost', 'trail.localhost']) {
    const settings = await fetchSettings(host)
    // contains public settings only, e.g. no recipient address of requests
    expect(Settings.parse(settings)).toEqual(settings)
  }
})

it('a theme has its pictures, page by page, described in the language that was asked for', async () => {
  const query = { themeId: 'white-trail', offset: '0', count: '50' }
  const call = { host: 'trail.localhost', query, language: 'en' }
  const all = await fetchAnswer(app, listThemeImages, call)
  expect(all.items.map(({ place }) => place)).toContain('logo')
  expect(all.items.find(({ place }) => place === 'slider')?.alt).toBe(
    'Five runners under the start arch in the snow',
  )
  const russian = await fetchAnswer(app, listThemeImages, { ...call, language: 'ru' })
  expect(russian.items.find(({ place }) => place === 'slider')?.alt).toMatch(/^Пятеро бегунов/)
  const rest = await fetchAnswer(app, listThemeImages, {
    ...call,
    query: { ...query, offset: '2', count: '2' },
  })
  expect([rest.items, rest.count, rest.total]).toEqual([all.items.slice(2, 4), 2, all.total])
  for (const { url } of all.items)
    expect((await app.inject({ url, headers: { host: call.host } })).statusCode, url).toBe(200)
  expect(await fetchProblemCode(app, listThemeImages, { ...call, host: 'localhost' })).toEqual([
    404,
    'NotFound',
  ])
})

it('sends settings once, and anew when the brand was read anew', async () => {
  const tenants = readTenants(join(projectRoot, 'tenants'), { demo: true })
  let tenant = tenants.byHost('localhost')
  const services = { ...testServer.services, tenants: { ...tenants, byHost: () => tenant } }
  const changingApp = await buildApp(services, [createSettingsFeature(services)])
  const first = await sendCall(changingApp, getSettings, { host: 'localhost' })
  const conditionalCall = { host: 'localhost', headers: { 'if-none-match': String(first.headers.etag) } }
  expect((await sendCall(changingApp, getSettings, conditionalCall)).statusCode).toBe(304)
  if (tenant) tenant = { ...tenant, settings: { ...tenant.settings, tenantName: 'Another name' } }
  const later = await sendCall(changingApp, getSettings, conditionalCall)
  expect([later.statusCode, later.json().tenantName]).toEqual([200, 'Another name'])
  await changingApp.close()
})
