import { createHash } from 'node:crypto'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { buildApp, createContextForTenant } from '../../server/app.ts'
import { createSettingsFeature } from '../../server/features/settings/index.ts'
import { createStorefrontFeature } from '../../server/features/storefront/index.ts'
import { createTenantsFeature, readTenants } from '../../server/features/tenants/index.ts'
import { projectRoot } from '../../server/platform/root.ts'
import type { Services } from '../../server/platform/services.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

const webFolder = mkdtempSync(join(tmpdir(), 'photofinish-branding-'))
const tenants = readTenants(join(projectRoot, 'tenants'), { demo: false })
const brandedTenants = ['trail', 'us', 'sister'] as const

let testServer: SearchServer
let services: Services
let app: FastifyInstance

beforeAll(async () => {
  cpSync(join(projectRoot, 'public'), webFolder, { recursive: true })
  mkdirSync(join(webFolder, 'assets'))
  copyFileSync(join(projectRoot, 'index.html'), join(webFolder, 'index.html'))
  testServer = await openSearchServer({ index: createFaceIndex() })
  services = { ...testServer.services, tenants }
  app = await buildApp(services, [
    createSettingsFeature(services),
    createTenantsFeature(),
    createStorefrontFeature(services, { webFolder }),
  ])
})
afterAll(async () => {
  await app.close()
  await testServer.close()
  rmSync(webFolder, { recursive: true, force: true })
})

const fetchPath = (name: string, url: string, language = 'ru-RU') =>
  app.inject({
    url,
    headers: { host: `${name}.localhost`, accept: 'text/html,*/*', 'accept-language': language },
  })

/** Returns texts and colors of a brand that must not appear on another brand's pages. */
function listBrandMarks(name: string): string[] {
  const { settings } = tenants.byName(name) ?? {}
  if (!settings) throw new Error(`There is no tenant ${name}`)
  const { tenantName, legalEntity, supportEmail, theme, logo } = settings
  return [`>${tenantName}<`, `— ${tenantName}`, legalEntity, supportEmail, `"${theme}"`, logo ?? theme]
}

it.each(brandedTenants)(
  'the page of %s has its brand before any code runs, as has the cached shell',
  async (name) => {
    const { settings } = tenants.byName(name) ?? {}
    for (const path of ['/', '/index.html', '/contacts']) {
      const { body, headers } = await fetchPath(name, path)
      expect(body).toContain(`data-tenant="${settings?.theme}"`)
      expect(body).toContain(`<html lang="${name === 'us' ? 'en' : 'ru'}"`)
      expect(/<title>([^<]*)/.exec(body)?.[1]).toContain(settings?.tenantName)
      expect(body).toContain(`<meta name="apple-mobile-web-app-title" content="${settings?.shortName}">`)
      const style = /<style>([^<]*)<\/style>/.exec(body)?.[1] ?? ''
      for (const scheme of ['light', 'dark'] as const)
        expect(style).toContain(`--pf-accent:${settings?.tokens[scheme]['--pf-accent']}`)
      const hash = createHash('sha256').update(style).digest('base64')
      expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
      const foreignMarks = brandedTenants.filter((other) => other !== name).flatMap(listBrandMarks)
      expect(foreignMarks.filter((mark) => body.includes(mark))).toEqual([])
    }
  },
)

it('the US host has no Russian text for any browser language', async () => {
  const { body } = await fetchPath('us', '/', 'ru-RU,ru')
  expect(body).not.toMatch(/[а-яё]/i)
})

it.each(brandedTenants)('manifest, icons, policy and pictures of %s are its own', async (name) => {
  const { settings, brand } = tenants.byName(name) ?? {}
  const manifest = (await fetchPath(name, '/manifest.webmanifest')).json<{
    name: string
    screenshots?: unknown
  }>()
  expect([manifest.name, manifest.screenshots]).toEqual([settings?.tenantName, undefined])
  const defaultIcon = await app.inject({ url: '/icon-512.png', headers: { host: 'localhost' } })
  const icon = await fetchPath(name, '/icon-512.png')
  expect(icon.headers['content-type']).toBe('image/png')
  expect(icon.rawPayload.equals(defaultIcon.rawPayload)).toBe(false)
  expect((await fetchPath(name, '/policy.pdf')).rawPayload.subarray(0, 4).toString()).toBe('%PDF')
  const logo = await fetchPath(name, String(settings?.logo))
  expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  expect(brand?.files.size).toBeGreaterThan(1)
  for (const other of brandedTenants.filter((each) => each !== name))
    expect((await fetchPath(other, String(settings?.logo))).statusCode).toBe(404)
})

it('links in letters use the brand’s own host, also where PUBLIC_URL is another’s', () => {
  const getLetterOrigin = (publicUrl: string | undefined, name: string) => {
    const tenant = tenants.byName(name)
    if (!tenant) throw new Error(`There is no tenant ${name}`)
    return createContextForTenant(
      { ...services, config: { ...services.config, publicUrl, port: 8080 } },
      tenant,
    ).letterOrigin
  }
  expect(getLetterOrigin(undefined, 'trail')).toBe('http://trail.localhost:8080')
  expect(getLetterOrigin('https://photos.example', 'default')).toBe('https://photos.example')
  expect(getLetterOrigin('https://photos.example', 'trail')).toBe('https://trail.localhost')
  expect(getLetterOrigin('https://trail.localhost:8443', 'trail')).toBe('https://trail.localhost:8443')
  expect(getLetterOrigin('https://trail.localhost:8443', 'us')).toBe('https://us.localhost:8443')
})
