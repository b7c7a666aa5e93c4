import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../../../contract/settings.ts'
import { createFaceIndex } from '../../../server/adapters/vision/search/face-index.ts'
import { buildApp, createContextForTenant } from '../../../server/app.ts'
import { createSettingsFeature } from '../../../server/features/settings/index.ts'
import { createStorefrontFeature } from '../../../server/features/storefront/index.ts'
import { createTenants } from '../../../server/features/tenants/index.ts'
import type { Context, Tenant } from '../../../server/platform/context.ts'
import { projectRoot } from '../../../server/platform/root.ts'
import type { Services } from '../../../server/platform/services.ts'
import { openSearchServer } from './search-server.ts'

/** Served pages of a storefront without code. */
export interface ServedPages {
  readonly app: FastifyInstance
  context(tenantName: string): Context
  close(): Promise<void>
}

/** @param brands settings of the tenants by name; `NAME.test` is the host */
export async function openServedPages(brands: Record<string, Partial<Settings>>): Promise<ServedPages> {
  const folder = mkdtempSync(join(tmpdir(), 'photofinish-pages-'))
  const web = join(folder, 'web')
  mkdirSync(join(web, 'assets'), { recursive: true })
  writeFileSync(join(web, 'index.html'), readFileSync(join(projectRoot, 'index.html')))
  const testServer = await openSearchServer({ index: createFaceIndex() })
  const [baseTenant] = testServer.services.tenants.all
  if (!baseTenant) throw new Error('There is no tenant')
  const buildTenant = (name: string, ownSettings: Partial<Settings>): Tenant => ({
    ...baseTenant,
    name,
    hosts: [`${name}.test`],
    settings: { ...baseTenant.settings, tenantName: `Фото <${name}>`, ...ownSettings },
  })
  const tenants = createTenants(
    Object.entries(brands).map(([name, ownSettings]) => buildTenant(name, ownSettings)),
  )
  const services: Services = { ...testServer.services, tenants }
  const app = await buildApp(services, [
    createSettingsFeature(services),
    createStorefrontFeature(services, { webFolder: web }),
  ])
  await app.ready()
  return {
    app,
    context: (tenantName) => {
      const tenant = tenants.byName(tenantName)
      if (!tenant) throw new Error(`There is no tenant ${tenantName}`)
      return createContextForTenant(services, tenant)
    },
    close: async () => {
      await app.close()
      await testServer.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
