import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as z from 'zod/mini'
import { Settings } from '../../../contract/settings.ts'
import type { Tenants } from '../../platform/app-parts.ts'
import { ConfigError } from '../../platform/config.ts'
import type { Tenant } from '../../platform/context.ts'
import { readPictures } from './pictures.ts'

/** A tenant's file: its public settings, and what only the server may know. */
const TenantFile = z.strictObject({
  ...z.omit(Settings, { demo: true }).shape,
  hosts: z.array(z.string().check(z.regex(/^(\*|[a-z0-9.-]+)$/))).check(z.minLength(1)),
  mailTo: z.string(),
  bank: z.string(),
  external: z.optional(z.string()),
  watermark: z.string().check(z.minLength(1), z.maxLength(40)),
})

/**
 * Reads every `*.json` of the folder; the file's name is the tenant's.
 *
 * @param demo whether the demo events are served here
 * @throws ConfigError naming the file and the field that is wrong, or two tenants of one host
 */
export function readTenants(folder: string, demo: boolean): Tenants {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
  if (files.length === 0) throw new ConfigError(`There is no tenant in ${folder}`)
  return createTenants(files.map((name) => readTenant(join(folder, name), demo)))
}

/** @throws ConfigError when two tenants answer for one host */
export function createTenants(all: readonly Tenant[]): Tenants {
  const byHost = new Map<string, Tenant>()
  for (const tenant of all) {
    for (const host of tenant.hosts) {
      const other = byHost.get(host)
      if (other)
        throw new ConfigError(`Tenants ${other.name} and ${tenant.name} both answer for host ${host}`)
      byHost.set(host, tenant)
    }
  }
  return {
    all,
    byName: (name) => all.find((tenant) => tenant.name === name),
    byHost: (host) => byHost.get(host.toLowerCase()) ?? byHost.get('*'),
  }
}

function readTenant(file: string, demo: boolean): Tenant {
  const parsed = z.safeParse(TenantFile, parseJson(file))
  if (!parsed.success) {
    const lines = parsed.error.issues.map(
      (issue) => `  ${issue.path.join('.') || '(whole file)'}: ${issue.message}`,
    )
    throw new ConfigError(`${file} cannot be used:\n${lines.join('\n')}`)
  }
  const { hosts, mailTo, bank, external, watermark, ...settings } = parsed.data
  return {
    name: basename(file, '.json'),
    hosts,
    mailTo,
    bank,
    external,
    watermark,
    pictures: readPictures(file.replace(/\.json$/, '')),
    settings: { ...settings, demo },
  }
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError(`${file} is not JSON: ${String(error)}`)
  }
}
