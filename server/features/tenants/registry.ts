import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ConfigError } from '../../platform/config.ts'
import type { Tenant } from '../../platform/context.ts'
import type { Logger } from '../../platform/log.ts'
import type { Tenants } from '../../platform/services.ts'
import { toMediaType } from './brand-files.ts'
import { readTenant, type TenantSource, type TenantSurroundings } from './tenant-file.ts'

/** Tenants that can be reloaded while the server runs. */
export interface LiveTenants extends Tenants {
  /** Polls for changes every few seconds, until the returned function is called. */
  watch(): () => void
}

/** Source of tenants besides the folder. */
export interface TenantStore {
  read(): Promise<readonly TenantSource[]>
  /** Returns a version of the content; undefined where no other process writes. */
  mark(): Promise<string | undefined>
}

const lookEveryInMs = 2_000

/**
 * Reads every `*.json` of the folder; the file name is the tenant's name.
 *
 * @throws ConfigError with every problem, its file, field and line, or two tenants of one host
 */
export function readTenants(folder: string, around: TenantSurroundings): Tenants {
  const sources = readTenantSources(folder)
  if (sources.length === 0) throw new ConfigError(`There is no tenant in ${folder}`)
  return createTenants(withThemesOfTheirOwn(readAll(sources, around, () => {})))
}

/**
 * Creates a fixed set of tenants.
 *
 * @throws ConfigError when two tenants have the same host
 */
export function createTenants(all: readonly Tenant[]): Tenants {
  const current = buildIndex(all)
  return { ...accessors(() => current), reload: async () => undefined }
}

/**
 * Opens the tenants of a folder and of the database. An invalid tenant fails the start. On a later reload its previous state is
 * kept and the error is logged.
 *
 * @throws ConfigError like {@link readTenants}
 */
export async function openTenants(
  folder: string,
  store: TenantStore,
  around: TenantSurroundings,
  log: Logger,
): Promise<LiveTenants> {
  const sources = async () => withoutNamesakes(readTenantSources(folder), await store.read(), log)
  const remark: Remark = (tenant, words) => log.warn({ tenant }, words)
  let current = buildIndex(withThemesOfTheirOwn(readAll(await sources(), around, remark)))
  let mark = await computeVersion(folder, store)

  const reload = async () => {
    mark = await computeVersion(folder, store)
    current = renewed(await sources(), around, current, log)
  }
  let work = Promise.resolve()
  const look = () => {
    work = work
      .then(async () => ((await computeVersion(folder, store)) === mark ? undefined : reload()))
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

function buildIndex(all: readonly Tenant[]): Index {
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

/** Checks that themes are unique: a page accepts only responses of its theme. @throws ConfigError when two tenants share one */
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

/** Receives remarks on ineffective parts of a tenant's file. */
type Remark = (tenant: string, words: string) => void

function read(source: TenantSource, around: TenantSurroundings, remark: Remark): Tenant {
  const { tenant, remarks } = readTenant(source, around)
  for (const words of remarks) remark(source.name, words)
  return tenant
}

/**
 * Reads all tenants.
 *
 * @throws ConfigError with the problems of all invalid ones
 */
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

/** Reloads tenants one by one: an invalid tenant keeps its previous state, and one that claims another's host is left out. */
function renewed(
  sources: readonly TenantSource[],
  around: TenantSurroundings,
  before: Index,
  log: Logger,
): Index {
  const isKnown = ({ name }: TenantSource) => before.all.some((tenant) => tenant.name === name)
  let index: Index = { all: [], hosts: new Map() }
  const add = (tenant: Tenant) => {
    index = buildIndex(withThemesOfTheirOwn([...index.all, tenant]))
  }
  // Existing tenants first, so that they keep host and theme.
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
    log.warn({ tenant: name }, 'tenant is in the folder and in the database: using the folder')
  return [...ofFolder, ...ofStore.filter(({ name }) => !names.has(name))]
}

function readTenantSources(folder: string): TenantSource[] {
  return namesIn(folder).map((file) => sourceOfFile(join(folder, file)))
}

/** Reads a tenant's file and those of the folder of the same name. */
export function sourceOfFile(path: string): TenantSource {
  const besides = path.replace(/\.json$/, '')
  const names = existsSync(besides) ? readdirSync(besides).filter((name) => toMediaType(name)) : []
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

/** Returns names, sizes and times of all files, which reveal a change without reading them. */
async function computeVersion(folder: string, store: TenantStore): Promise<string> {
  const marks: string[] = []
  const visit = (path: string) => {
    const info = statSync(path, { throwIfNoEntry: false })
    if (info?.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    else if (info) marks.push(`${path} ${info.size} ${info.mtimeMs}`)
  }
  visit(folder)
  return [...marks, await store.mark()].join('\n')
}
