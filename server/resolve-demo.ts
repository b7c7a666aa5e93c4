import { createContextForTenant } from './app.ts'
import { isDemoAvailable, listDemoTenants } from './features/demo/index.ts'
import type { Config } from './platform/config.ts'
import type { Services } from './platform/services.ts'

/**
 * Decides what `DEMO=auto` means for a server: the demo is off where the first tenant that shows it has other events, and where
 * no tenant shows it. Its bank and its users are then off too, except those that a separate setting enables: every visitor could
 * mark orders as paid, and knows the passwords.
 *
 * @param services with the tenants as they are with the demo
 */
export async function resolveDemo(services: Services): Promise<Config> {
  const { config, log, tenants } = services
  if (config.demo !== 'auto') return config
  const [tenant] = listDemoTenants(tenants)
  if (tenant && (await isDemoAvailable(services, createContextForTenant(services, tenant)))) return config
  const { demoParts } = config
  if (demoParts.length > 0)
    log.warn(
      { off: demoParts },
      'the demo is off, as there are other events or tenants: SANDBOX_BANK=1 enables its bank, EMBEDDED_IDENTITY=1 its users',
    )
  return {
    ...config,
    demo: 'off',
    embeddedIdentity: config.embeddedIdentity && !demoParts.includes('embeddedIdentity'),
    sandboxBank: config.sandboxBank && !demoParts.includes('sandboxBank'),
  }
}
