import type { Tenant } from '../../platform/context.ts'
import type { Services } from '../../platform/services.ts'
import { getOutboxFolder } from './outbox.ts'

/** Returns the address of a tenant's storefront on this machine. */
export function formatAddress(services: Services, tenant: Tenant, port = services.config.port): string {
  const host = tenant.hosts.find((name) => name !== '*') ?? 'localhost'
  return host === 'localhost' && services.config.publicUrl !== undefined
    ? services.config.publicUrl
    : `http://${host}${port === 80 ? '' : `:${port}`}`
}

/**
 * Prints the addresses of all storefronts for the operator.
 *
 * @param options.port actual port, when the settings left it open
 * @param options.hasDemo whether there is a demo to show
 */
export function printAddresses(
  services: Services,
  options: { port?: number; hasDemo: boolean; print?: (line: string) => void },
): void {
  const { port = services.config.port, hasDemo, print = console.log } = options
  const [first, ...others] = services.tenants.all.map((tenant) => ({
    tenant,
    address: formatAddress(services, tenant, port),
  }))
  const root = first?.address ?? `http://localhost:${port}`
  const rows: [string, string][] = [
    ['Storefront', `${root}/`],
    ...others.map(({ tenant, address }): [string, string] => [tenant.settings.tenantName, `${address}/`]),
    ...(hasDemo ? ([['What to try', `${root}/demo`]] as [string, string][]) : []),
    ['Calls', `${root}/public/docs`],
    ...(services.config.mail.smtpUrl === undefined
      ? ([['Mails', getOutboxFolder(services.config)]] as [string, string][])
      : []),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  print('')
  for (const [name, address] of rows) print(`  ${name.padEnd(width)}  ${address}`)
  print('')
}
