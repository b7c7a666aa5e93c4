import type { Ground } from '../../platform/app-parts.ts'
import type { Tenant } from '../../platform/context.ts'
import { outboxFolder } from './outbox.ts'

/** Where a tenant's storefront answers on this machine. */
export function addressesOf(ground: Ground, tenant: Tenant, port = ground.config.port): string {
  const host = tenant.hosts.find((name) => name !== '*') ?? 'localhost'
  return host === 'localhost' && ground.config.publicUrl !== undefined
    ? ground.config.publicUrl
    : `http://${host}${port === 80 ? '' : `:${port}`}`
}

/**
 * Tells whoever has started the server where to look.
 *
 * @param options.port that is really listened on, when the settings left it open
 * @param options.hasDemo whether there is a demo to show
 */
export function printAddresses(
  ground: Ground,
  options: { port?: number; hasDemo: boolean; print?: (line: string) => void },
): void {
  const { port = ground.config.port, hasDemo, print = console.log } = options
  const [first, ...others] = ground.tenants.all.map((tenant) => ({
    tenant,
    address: addressesOf(ground, tenant, port),
  }))
  const root = first?.address ?? `http://localhost:${port}`
  const rows: [string, string][] = [
    ['Storefront', `${root}/`],
    ...others.map(({ tenant, address }): [string, string] => [tenant.settings.tenantName, `${address}/`]),
    ...(hasDemo ? ([['What to try', `${root}/demo`]] as [string, string][]) : []),
    ['Calls', `${root}/public/docs`],
    ...(ground.config.mail.smtpUrl === undefined
      ? ([['Mails', outboxFolder(ground.config)]] as [string, string][])
      : []),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  print('')
  for (const [name, address] of rows) print(`  ${name.padEnd(width)}  ${address}`)
  print('')
}
