import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatAddress } from '../../features/demo/index.ts'
import {
  deleteTenant,
  type Figure,
  readKnownTexts,
  readSource,
  readTenant,
  storeTenant,
  TenantInvalid,
  type TenantSource,
} from '../../features/tenants/index.ts'
import { listBankNames } from '../../modules/commerce.ts'
import type { Tenant } from '../../platform/context.ts'
import { pageTextsFile } from '../../platform/root.ts'
import type { Services } from '../../platform/services.ts'
import type { Command } from '../command.ts'
import { CommandFailure } from '../failures.ts'

/** Lists the brands of this installation. */
export const listTenantsCommand: Command = {
  name: 'tenant list',
  summary: 'List the tenants and the hosts they answer for',
  operands: [],
  options: {},
  details: ['A tenant is a file in the folder `tenants`, or a row in the database (`tenant add`).'],
  run: async ({ services }) => {
    const tenants = services.tenants.all.map(({ name, hosts, settings }) => ({
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

/** Shows the settings of one brand. */
export const showTenantCommand: Command = {
  name: 'tenant show',
  summary: "Show a tenant's settings as the pages get them",
  operands: ['NAME'],
  options: {},
  details: [],
  run: async ({ services }, _context, args) => {
    const tenant = services.tenants.byName(args.operand(0))
    if (!tenant) {
      const names = services.tenants.all.map(({ name }) => name).join(', ')
      throw new CommandFailure(`There is no tenant "${args.operand(0)}"; there is ${names}`)
    }
    const { brand, ...rest } = tenant
    const details = { ...rest, brand: { ...brand, files: [...brand.files.keys()] } }
    return { exitCode: 0, lines: JSON.stringify(details, undefined, 2).split('\n'), json: details }
  },
}

/** Validates a tenant file without using it. */
export const checkTenantCommand: Command = {
  name: 'tenant check',
  summary:
    "Check a tenant's file: fields and texts with their lines, pictures, and the contrast of its colours",
  operands: ['FILE.json'],
  options: {},
  details: ['Example: tenant check tenants/trail.json'],
  run: async ({ services }, _context, args) => {
    const { tenant, figures, remarks } = validateTenant(services, readSourceFile(args.cwd, args.operand(0)))
    const { name, hosts } = tenant
    const verdict =
      remarks.length === 0 ? `${name} is fine: ${hosts.join(', ')}` : `${name} can be used, but for that`
    return {
      exitCode: remarks.length === 0 ? 0 : 1,
      lines: [...figures.map(formatContrast), ...remarks, verdict],
      json: { name, hosts, contrast: figures.map(toContrastJson), remarks },
    }
  },
}

/** Stores a tenant in the database. */
export const addTenantCommand: Command = {
  name: 'tenant add',
  summary: 'Put a tenant into the database, or in place of the one there of the same name',
  operands: ['FILE.json'],
  options: {},
  details: [
    'The files of the folder beside it go along. The name is that of the file; servers take it up within seconds.',
    'Example: tenant add ./brands/city-run.json',
  ],
  run: async ({ services }, _context, args) => {
    const source = readSourceFile(args.cwd, args.operand(0))
    const { tenant, remarks } = validateTenant(services, source)
    rejectConflicts(services, tenant)
    await storeTenant(services, source, services.clock())
    await services.tenants.reload()
    const address = formatAddress(services, tenant)
    return { exitCode: 0, lines: [...remarks, `${address}/`], json: { name: tenant.name, address, remarks } }
  },
}

/** Removes a tenant from the database. */
export const removeTenantCommand: Command = {
  name: 'tenant remove',
  summary: 'Take a tenant out of the database; its events and orders stay for when it comes back',
  operands: ['NAME'],
  options: {},
  details: ['A tenant of the folder `tenants` goes with its file.'],
  run: async ({ services }, _context, args) => {
    const name = args.operand(0)
    if (!(await deleteTenant(services, name)))
      throw new CommandFailure(`The database has no tenant "${name}"`)
    await services.tenants.reload()
    return { exitCode: 0, lines: [`${name} is gone`], json: { name } }
  },
}

function readSourceFile(cwd: string, file: string): TenantSource {
  const path = resolve(cwd, file)
  if (!existsSync(path)) throw new CommandFailure(`There is no file ${path}`)
  return readSource(path)
}

/** Validates a tenant. @throws CommandFailure with every problem and its line */
export function validateTenant(services: Services, source: TenantSource): ReturnType<typeof readTenant> {
  const { demo, embeddedIdentity } = services.config
  try {
    return readTenant(source, {
      demo: demo !== 'off',
      embeddedIdentity,
      banks: listBankNames(services.config),
      texts: readKnownTexts(pageTextsFile),
    })
  } catch (error) {
    if (error instanceof TenantInvalid) throw new CommandFailure(error.message, { cause: error })
    throw error
  }
}

/**
 * Checks that a tenant does not collide with another one.
 *
 * @throws CommandFailure when a host or the theme belongs to another tenant, or the name to a tenant file
 */
export function rejectConflicts(services: Services, tenant: Tenant): void {
  for (const other of services.tenants.all.filter(({ name }) => name !== tenant.name)) {
    const host = tenant.hosts.find((each) => other.hosts.includes(each))
    if (host) throw new CommandFailure(`Host ${host} is that of tenant ${other.name} already`)
    if (other.settings.theme === tenant.settings.theme)
      throw new CommandFailure(`Tenant ${other.name} has a theme "${tenant.settings.theme}" already`)
  }
}

/** Converts a figure to the field names of the first release, which programs read. */
const toContrastJson = ({ background: services, minRatio: least, ...rest }: Figure) => ({
  ...rest,
  services,
  least,
})

/** Formats one color pair with its contrast. */
export const formatContrast = ({ scheme, ink, background, ratio, minRatio }: Figure) =>
  `${scheme.padEnd(5)}  ${`${ink} on ${background}`.padEnd(26)}  ${ratio.toFixed(2).padStart(5)}:1  ${
    ratio >= minRatio ? 'good' : `low, ${minRatio}:1 would be better`
  }`
