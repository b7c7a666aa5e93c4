import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Tenants } from '../../platform/app-parts.ts'
import { ConfigError } from '../../platform/config.ts'
import type { Tenant } from '../../platform/context.ts'
import type { Logger } from '../../platform/log.ts'
import { mediaTypeOf } from './brand-files.ts'
import { readTenant, type TenantSource, type TenantSurroundings } from './tenant-file.ts'

/** Tenants that may change while the server runs. */
export interface LiveTenants extends Tenants {
  /** Looks for changes every few seconds, until the returned function is called. */
  watch(): () => void
}

/** Where tenants besides those of the folder come from. */
export interface TenantStore {
  read(): Promise<readonly TenantSource[]>
  /** Changes with the content; undefined where nobody else writes. */
  mark(): Promise<string | undefined>
}

const lookEveryInMs = 2_000

/**
 * Reads every `*.json` of the folder; the file's name is the tenant's.
 *
 * @throws ConfigError with every problem, its file, field and line, or two tenants of one host
 */
export function readTenants(folder: string, around: TenantSurroundings): Tenants {
  const sources = sourcesOf(folder)
  if (sources.length === 0) throw new ConfigError(`There is no tenant in ${folder}`)
  return createTenants(withThemesOfTheirOwn(readAll(sources, around, () => {})))
}

/** @throws ConfigError when two tenants answer for one host */
export function createTenants(all: readonly Tenant[]): Tenants {
  const current = indexOf(all)
  return { ...accessors(() => current), reload: async () => undefined }
}

/**
 * The tenants of a folder and of the database. A broken one stops the start; later it leaves what was there before
 * and is told in the log.
 *
 * @throws ConfigError like {@link readTenants}
 */
export async function openTenants(
  folder: string,
  store: TenantStore,
  around: TenantSurroundings,
  log: Logger,
): Promise<LiveTenants> {
  const sources = async () => withoutNamesakes(sourcesOf(folder), await store.read(), log)
  const remark: Remark = (tenant, words) => log.warn({ tenant }, words)
  let current = indexOf(withThemesOfTheirOwn(readAll(await sources(), around, remark)))
  let mark = await markOf(folder, store)

  const reload = async () => {
    mark = await markOf(folder, store)
    current = renewed(await sources(), around, current, log)
  }
  let work = Promise.resolve()
  const look = () => {
    work = work
      .then(async () => ((await markOf(folder, store)) === mark ? undefined : reload()))
      .catch((error: unknown) => log.error({ err: error }, 'the tenants could not be read anew'))
  }
  return {
    ...accessors(() => current),
    reload,
    watch: () => {
      const timer = setInterval(look, lookEveryInMs).unref()
      return () => clearInterval(timer)
    },
  }
}

interface Index {
  readonly all: readonly Tenant[]
  readonly hosts: ReadonlyMap<string, Tenant>
}

function accessors(index: () => Index): Omit<Tenants, 'reload'> {
  return {
    get all() {
      return index().all
    },
    byName: (name) => index().all.find((tenant) => tenant.name === name),
    byHost: (host) => index().hosts.get(host.toLowerCase()) ?? index().hosts.get('*'),
  }
}

function indexOf(all: readonly Tenant[]): Index {
  const hosts = new Map<string, Tenant>()
  for (const tenant of all) {
    for (const host of tenant.hosts) {
      const other = hosts.get(host)
      if (other)
        throw new ConfigError(`Tenants ${other.name} and ${tenant.name} both answer for host ${host}`)
      hosts.set(host, tenant)
    }
  }
  return { all, hosts }
}

/** A page believes only answers of its own theme. @throws ConfigError when two tenants share one */
function withThemesOfTheirOwn(all: readonly Tenant[]): readonly Tenant[] {
  const themes = new Map<string, Tenant>()
  for (const tenant of all) {
    const { theme } = tenant.settings
    const other = themes.get(theme)
    if (other)
      throw new ConfigError(`Tenants ${other.name} and ${tenant.name} both call their theme "${theme}"`)
    themes.set(theme, tenant)
  }
  return all
}

/** Told of what is useless in a tenant's file. */
type Remark = (tenant: string, words: string) => void

function read(source: TenantSource, around: TenantSurroundings, remark: Remark): Tenant {
  const { tenant, remarks } = readTenant(source, around)
  for (const words of remarks) remark(source.name, words)
  return tenant
}

/** @throws ConfigError with the problems of all that cannot be used */
function readAll(sources: readonly TenantSource[], around: TenantSurroundings, remark: Remark): Tenant[] {
  const problems: string[] = []
  const tenants = sources.flatMap((source) => {
    try {
      return [read(source, around, remark)]
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
      return []
    }
  })
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return tenants
}

/** One by one: a broken tenant keeps its former state, and one that takes another's host stays away. */
function renewed(
  sources: readonly TenantSource[],
  around: TenantSurroundings,
  before: Index,
  log: Logger,
): Index {
  const isKnown = ({ name }: TenantSource) => before.all.some((tenant) => tenant.name === name)
  let index: Index = { all: [], hosts: new Map() }
  const add = (tenant: Tenant) => {
    index = indexOf(withThemesOfTheirOwn([...index.all, tenant]))
  }
  // who was there first keeps host and theme
  for (const source of [...sources].sort((a, b) => Number(isKnown(b)) - Number(isKnown(a)))) {
    try {
      add(read(source, around, (tenant, words) => log.warn({ tenant }, words)))
    } catch (error) {
      log.error({ err: error, tenant: source.name }, 'a tenant cannot be used as it is now')
      const former = before.all.find(({ name }) => name === source.name)
      if (former) add(former)
    }
  }
  return index.all.length > 0 ? index : before
}

function withoutNamesakes(
  ofFolder: readonly TenantSource[],
  ofStore: readonly TenantSource[],
  log: Logger,
): TenantSource[] {
  const names = new Set(ofFolder.map(({ name }) => name))
  for (const { name } of ofStore.filter((source) => names.has(source.name)))
    log.warn({ tenant: name }, 'a tenant stands in the folder and in the database; that of the folder counts')
  return [...ofFolder, ...ofStore.filter(({ name }) => !names.has(name))]
}

function sourcesOf(folder: string): TenantSource[] {
  return namesIn(folder).map((file) => sourceOfFile(join(folder, file)))
}

/** A tenant's file and those of the folder of its name beside it. */
export function sourceOfFile(path: string): TenantSource {
  const besides = path.replace(/\.json$/, '')
  const names = existsSync(besides) ? readdirSync(besides).filter((name) => mediaTypeOf(name)) : []
  return {
    name: basename(path, '.json'),
    where: path,
    text: readFileSync(path, 'utf8'),
    files: new Map(names.map((name) => [name, readFileSync(join(besides, name))])),
  }
}

const namesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()

/** Names, sizes and times of all files: reading them is not needed to see that one changed. */
async function markOf(folder: string, store: TenantStore): Promise<string> {
  const marks: string[] = []
  const visit = (path: string) => {
    const info = statSync(path, { throwIfNoEntry: false })
    if (info?.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    else if (info) marks.push(`${path} ${info.size} ${info.mtimeMs}`)
  }
  visit(folder)
  return [...marks, await store.mark()].join('\n')
}
