import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createFolderStore } from '../../../server/adapters/objects/folder.ts'
import { linkCardMaker } from '../../../server/adapters/vision/images/link-card.ts'
import { buildApp, createContextForTenant } from '../../../server/app.ts'
import type { FaceIndex, FacesPort } from '../../../server/features/recognition/ports.ts'
import { createTenants, readTenants } from '../../../server/features/tenants/index.ts'
import { jobLanes } from '../../../server/job-lanes.ts'
import { createSearchModule, type SearchModule } from '../../../server/modules/search.ts'
import type { Context, Tenant } from '../../../server/platform/context.ts'
import { idempotencyJobs } from '../../../server/platform/http/idempotency.ts'
import type { SlowClientLimits } from '../../../server/platform/http/slow-clients.ts'
import { createJobRunner, type JobRunner } from '../../../server/platform/jobs/jobs.ts'
import { createLogger, type Logger } from '../../../server/platform/log.ts'
import type { ObjectStore } from '../../../server/platform/objects/port.ts'
import { createUnfinishedJobs } from '../../../server/platform/objects/unfinished-uploads.ts'
import { projectRoot } from '../../../server/platform/root.ts'
import type { Feature, Services } from '../../../server/platform/services.ts'
import { createPurgeJobs } from '../../../server/purge-jobs.ts'
import { readConfig } from '../../../server/read-config.ts'
import { createFacesPort } from '../data/faces-port.ts'
import { openTestDatabase } from './database.ts'

/** The search server on a new database, with two tenants and a clock that the test controls. */
export interface SearchServer {
  readonly app: FastifyInstance
  readonly services: Services
  readonly searchModule: SearchModule
  readonly jobs: JobRunner
  /** Context of the tenant `one` (host `one.test`) by default. */
  context(tenantName?: 'one' | 'two'): Context
  moveClock(byInMs: number): void
  close(): Promise<void>
}

const failingFacesPort = createFacesPort(() =>
  Promise.reject(new Error('This test server accepts no pictures')),
)

export interface SearchServerOptions {
  index: FaceIndex
  /** Absent where no test sends a picture. */
  faces?: FacesPort
  /** Identity provider of both tenants; absent: none. */
  signOn?: { openId: NonNullable<Tenant['settings']['openId']>; embedded?: boolean }
  /** Settings that differ between the two tenants; absent: none. */
  settings?: (name: string) => Partial<Tenant['settings']>
  /** Other properties of both tenants, e.g. another bank; absent: none. */
  tenant?: Partial<Tenant>
  /** Environment variables of the server; absent: the defaults. */
  env?: Readonly<Record<string, string>>
  /** Store of pictures; absent: a new folder. */
  objects?: ObjectStore
  /** Limits of slow clients that differ from the defaults; absent: none. */
  limits?: Partial<SlowClientLimits>
  /** Log of the server; absent: none. */
  log?: Logger
  /** Additional features of the server. */
  createMoreFeatures?: (services: Services, searchModule: SearchModule) => readonly Feature[]
}

export async function openSearchServer(options: SearchServerOptions): Promise<SearchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'photofinish-test-'))
  const { log = createLogger('silent') } = options
  const database = await openTestDatabase()
  const [baseTenant] = readTenants(join(projectRoot, 'tenants'), { demo: false }).all
  if (!baseTenant) throw new Error('There is no tenant')
  const { openId, embedded = false } = options.signOn ?? {}
  const buildTenant = (name: string, ...otherHosts: string[]): Tenant => ({
    ...baseTenant,
    ...(openId && { embeddedIdentity: embedded }),
    ...options.tenant,
    settings: { ...baseTenant.settings, ...(openId && { openId }), ...options.settings?.(name) },
    name,
    hosts: [`${name}.test`, ...otherHosts],
  })
  // `one` also accepts connections to its socket's address.
  const tenants = createTenants([buildTenant('one', '127.0.0.1'), buildTenant('two')])
  let now = new Date('2026-09-12T15:00:00.000Z')
  const services: Services = {
    config: readConfig({
      DATA_DIR: dataDir,
      SECRET_KEY: 'k'.repeat(40),
      EMBEDDED_IDENTITY: embedded ? '1' : '0',
      ...options.env,
    }),
    db: database.db,
    tableVersions: database.tableVersions,
    objects: options.objects ?? createFolderStore(join(dataDir, 'objects')),
    log,
    clock: () => now,
    tenants,
  }
  const context = (tenantName: 'one' | 'two' = 'one') => {
    const tenant = tenants.byName(tenantName)
    if (!tenant) throw new Error(`There is no tenant ${tenantName}`)
    return createContextForTenant(services, tenant)
  }
  const searchModule = createSearchModule(services, {
    index: options.index,
    faces: options.faces ?? failingFacesPort,
    cards: linkCardMaker,
  })
  const features = [
    { jobs: idempotencyJobs },
    { jobs: createUnfinishedJobs(services) },
    { jobs: createPurgeJobs(services) },
    ...searchModule.features,
    ...(options.createMoreFeatures?.(services, searchModule) ?? []),
  ]
  const app = await buildApp(services, features, options.limits)
  const handlers = new Map(features.flatMap((feature) => Object.entries(feature.jobs ?? {})))
  const jobs = createJobRunner({
    db: database.db,
    log,
    clock: services.clock,
    handlers,
    lanes: jobLanes,
    createContext: (name) => {
      const tenant = tenants.byName(name)
      return tenant && createContextForTenant(services, tenant)
    },
  })
  return {
    app,
    services,
    searchModule,
    jobs,
    context,
    moveClock: (byInMs) => {
      now = new Date(now.getTime() + byInMs)
    },
    close: async () => {
      await app.close()
      await options.index.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
