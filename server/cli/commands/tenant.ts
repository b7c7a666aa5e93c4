import type { Command } from '../command.ts'
import { CommandFailure } from '../failures.ts'

/** The brands of this installation. */
export const listTenantsCommand: Command = {
  name: 'tenant list',
  summary: 'List the tenants and the hosts they answer for',
  operands: [],
  options: {},
  details: ['A tenant is a file in the folder `tenants`.'],
  run: async ({ ground }) => {
    const tenants = ground.tenants.all.map(({ name, hosts, settings }) => ({
      name,
      title: settings.tenantName,
      hosts,
    }))
    return {
      exitCode: 0,
      lines: tenants.map(({ name, title, hosts }) => `${name}  ${title}  ${hosts.join(', ')}`),
      json: { tenants },
    }
  },
}

/** What one brand is set to. */
export const showTenantCommand: Command = {
  name: 'tenant show',
  summary: "Show a tenant's settings",
  operands: ['NAME'],
  options: {},
  details: [],
  run: async ({ ground }, _context, args) => {
    const tenant = ground.tenants.byName(args.operand(0))
    if (!tenant) {
      const names = ground.tenants.all.map(({ name }) => name).join(', ')
      throw new CommandFailure(`There is no tenant "${args.operand(0)}"; there is ${names}`)
    }
    return { exitCode: 0, lines: JSON.stringify(tenant, undefined, 2).split('\n'), json: tenant }
  },
}
