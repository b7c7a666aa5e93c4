import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ConfigError } from '../../platform/config.ts'
import type { Tenant } from '../../platform/context.ts'
import type { Logger } from '../../platform/log.ts'
import type { Tenants } from '../../platform/services.ts'
import { toMediaType } from './brand-files.ts'
import { type InstallationInfo, readTenant, type TenantSource } from './tenant-file.ts'

/** Tenants that can be reloaded while the server runs. */
export interface LiveTenants extends Tenants {
  /** Polls for changes every few seconds, until the returned function is called. */
  watch(): () => void
}

/** Source of tenants besides the folder. */
export interface TenantStore {
  /** Reads all tenants, without files that are missing: `readTenant` names those that it needs. */
  read(): Promise<readonly TenantSource[]>
  /** Returns a version of the content; undefined where no other process writes. */
  readVersion(): Promise<string | undefined>
}

const pollIntervalInMs = 2_000

/**
 * Reads every `*.json` of the folder; the file name is the tenant's name.
 *
 * @throws ConfigError with every problem, its file, field and line, or two tenants of one host
 */
export function readTenants(folder: string, installation: InstallationInfo): Tenants {
  const sources = readTenantSources(folder)
  if (sources.length === 0) throw new ConfigError(`There is no tenant in ${folder}`)
  return createTenants(checkUniqueThemes(readAll(sources, installation, () => {})))
}

/**
 * Creates a fixed set of tenants.
 *
 * @throws ConfigError when two tenants have the same host
 */
export function createTenants(all: readonly Tenant[]): Tenants {
  const current = buildIndex(all)
  return { ...createAccessors(() => current), reload: async () => undefined }
}

/**
 * Opens the tenants of a folder and of the database. An invalid tenant of the folder fails the start. One of the database is
 * left out and the error is logged, because the commands that correct it need the start. On a later reload, the previous state
 * of an invalid tenant is kept and the error is logged.
 *
 * @throws ConfigError like {@link readTenants}, for tenants of the folder
 */
export async function openTenants(
  folder: string,
  store: TenantStore,
  installation: InstallationInfo,
  log: Logger,
): Promise<LiveTenants> {
  const readSources = async () => {
    const folderSources = readTenantSources(folder)
    return { folderSources, storeSources: omitShadowed(await store.read(), folderSources, log) }
  }
  const reportRemark: ReportRemark = (tenant, message) => log.warn({ tenant }, message)
  // Computed before the sources are read, so that a change meanwhile is read at the next poll.
  let version = await computeVersion(folder, store)
  const { folderSources: startFolderSources, storeSources: startStoreSources } = await readSources()
  const folderIndex = buildIndex(checkUniqueThemes(readAll(startFolderSources, installation, reportRemark)))
  let current = addSources(folderIndex, startStoreSources, installation, emptyIndex, log)

  const reload = async () => {
    const newVersion = await computeVersion(folder, store)
    const { folderSources, storeSources } = await readSources()
    current = reloadIndex([...folderSources, ...storeSources], installation, current, log)
    // after the read: one that failed is repeated by the next poll
    version = newVersion
  }
  let pendingWork = Promise.resolve()
  const checkForChanges = () => {
    pendingWork = pendingWork
      .then(async () => ((await computeVersion(folder, store)) === version ? undefined : reload()))
      .catch((error: unknown) => log.error({ err: error }, 'the tenants could not be read anew'))
  }
  return {
    ...createAccessors(() => current),
    reload,
    watch: () => {
      const timer = setInterval(checkForChanges, pollIntervalInMs).unref()
      return () => clearInterval(timer)
    },
  }
}

interface Index {
  readonly all: readonly Tenant[]
  readonly hosts: ReadonlyMap<string, Tenant>
}

const emptyIndex: Index = { all: [], hosts: new Map() }

function createAccessors(index: () => Index): Omit<Tenants, 'reload'> {
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
function checkUniqueThemes(all: readonly Tenant[]): readonly Tenant[] {
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
type ReportRemark = (tenant: string, message: string) => void

function readWithRemarks(
  source: TenantSource,
  installation: InstallationInfo,
  reportRemark: ReportRemark,
): Tenant {
  const { tenant, remarks } = readTenant(source, installation)
  for (const message of remarks) reportRemark(source.name, message)
  return tenant
}

/**
 * Reads all tenants.
 *
 * @throws ConfigError with the problems of all invalid ones
 */
function readAll(
  sources: readonly TenantSource[],
  installation: InstallationInfo,
  reportRemark: ReportRemark,
): Tenant[] {
  const problems: string[] = []
  const tenants = sources.flatMap((source) => {
    try {
      return [readWithRemarks(source, installation, reportRemark)]
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
      return []
    }
  })
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return tenants
}

/** Reloads all tenants. Existing ones are first, so that they keep host and theme. */
function reloadIndex(
  sources: readonly TenantSource[],
  installation: InstallationInfo,
  previousIndex: Index,
  log: Logger,
): Index {
  const isKnown = ({ name }: TenantSource) => previousIndex.all.some((tenant) => tenant.name === name)
  const sortedSources = [...sources].sort((a, b) => Number(isKnown(b)) - Number(isKnown(a)))
  const index = addSources(emptyIndex, sortedSources, installation, previousIndex, log)
  return index.all.length > 0 ? index : previousIndex
}

/**
 * Adds tenants one by one: an invalid tenant keeps its previous state, and one that claims another's host is left out. Both
 * are logged.
 */
function addSources(
  startIndex: Index,
  sources: readonly TenantSource[],
  installation: InstallationInfo,
  previousIndex: Index,
  log: Logger,
): Index {
  let index = startIndex
  const add = (tenant: Tenant) => {
    index = buildIndex(checkUniqueThemes([...index.all, tenant]))
  }
  for (const source of sources) {
    try {
      add(readWithRemarks(source, installation, (tenant, message) => log.warn({ tenant }, message)))
    } catch (error) {
      log.error({ err: error, tenant: source.name }, 'a tenant cannot be used as it is now')
      const previousTenant = previousIndex.all.find(({ name }) => name === source.name)
      if (previousTenant) add(previousTenant)
    }
  }
  return index
}

/** Returns the tenants of the database without those whose name a tenant of the folder has. */
function omitShadowed(
  storeSources: readonly TenantSource[],
  folderSources: readonly TenantSource[],
  log: Logger,
): TenantSource[] {
  const names = new Set(folderSources.map(({ name }) => name))
  for (const { name } of storeSources.filter((source) => names.has(source.name)))
    log.warn({ tenant: name }, 'tenant is in the folder and in the database: using the folder')
  return storeSources.filter(({ name }) => !names.has(name))
}

function readTenantSources(folder: string): TenantSource[] {
  return listTenantFiles(folder).map((file) => readSource(join(folder, file)))
}

/** Reads a tenant's file and those of the folder of the same name. */
export function readSource(path: string): TenantSource {
  const filesFolder = path.replace(/\.json$/, '')
  const names = existsSync(filesFolder) ? readdirSync(filesFolder).filter((name) => toMediaType(name)) : []
  return {
    name: basename(path, '.json'),
    location: path,
    text: readFileSync(path, 'utf8'),
    files: new Map(names.map((name) => [name, readFileSync(join(filesFolder, name))])),
  }
}

const listTenantFiles = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()

/** Returns names, sizes and times of all files, which reveal a change without reading them. */
async function computeVersion(folder: string, store: TenantStore): Promise<string> {
  const versions: string[] = []
  const visit = (path: string) => {
    const info = statSync(path, { throwIfNoEntry: false })
    if (info?.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    else if (info) versions.push(`${path} ${info.size} ${info.mtimeMs}`)
  }
  visit(folder)
  return [...versions, await store.readVersion()].join('\n')
}
