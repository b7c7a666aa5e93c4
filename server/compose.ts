import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { allCalls } from '../contract/calls.ts'
import { createLocalDeliver } from './adapters/bank/sandbox/deliver.ts'
import { createFolderStore } from './adapters/objects/folder.ts'
import { createVideoAnalyser } from './adapters/video/index.ts'
import { coverMaker } from './adapters/vision/images/cover.ts'
import { linkCardMaker } from './adapters/vision/images/link-card.ts'
import { createInstalledModels, type InstalledModels } from './adapters/vision/models/installed-models.ts'
import { createFaceIndex } from './adapters/vision/search/face-index.ts'
import { createVision } from './adapters/vision/vision.ts'
import { buildApp, createContextForTenant } from './app.ts'
import { collectHandlers } from './collect-handlers.ts'
import { createDemoFeature } from './features/demo/index.ts'
import type { CoverMaker } from './features/events/index.ts'
import type { FramePainter } from './features/frame/index.ts'
import { createMetricsFeature } from './features/metrics/index.ts'
import type { PhotoAnalyser } from './features/photos/index.ts'
import { readChosenModel } from './features/recognition/index.ts'
import type { FacesPort } from './features/recognition/ports.ts'
import { createSettingsFeature } from './features/settings/index.ts'
import { createStorefrontFeature } from './features/storefront/index.ts'
import {
  createTenantStore,
  createTenantsFeature,
  openTenants,
  readKnownTexts,
} from './features/tenants/index.ts'
import type { VideoAnalyser } from './features/videos/index.ts'
import { jobLanes } from './job-lanes.ts'
import { createAuthModule } from './modules/auth.ts'
import { createCommerceFeatures, listBankNames } from './modules/commerce.ts'
import { createSearchModule } from './modules/search.ts'
import type { Config } from './platform/config.ts'
import type { Context } from './platform/context.ts'
import { type Database, openDatabase } from './platform/db/connect.ts'
import { idempotencyJobs } from './platform/http/idempotency.ts'
import { requireCalls } from './platform/http/require-calls.ts'
import { createJobRunner, type JobRunner } from './platform/jobs/jobs.ts'
import { createLogger, type Logger } from './platform/log.ts'
import type { ObjectStore } from './platform/objects/port.ts'
import { createUnfinishedJobs } from './platform/objects/unfinished-uploads.ts'
import { pageTextsFile, projectRoot } from './platform/root.ts'
import type { Feature, Services } from './platform/services.ts'
import { createPurgeJobs } from './purge-jobs.ts'
import { resolveDemo } from './resolve-demo.ts'

/** Represents one installation with all its parts, wired but not yet listening. */
export interface Composition {
  readonly services: Services
  readonly database: Database
  readonly features: readonly Feature[]
  readonly jobs: JobRunner
  /** Analyzes photos. Starts its worker processes on first use. */
  readonly analyser: PhotoAnalyser
  readonly videoAnalyser: VideoAnalyser
  /** Renders photos into frames, in the same worker processes. */
  readonly painter: FramePainter
  /** Makes the cover images of events. */
  readonly covers: CoverMaker
  /** Files of face models that were installed. */
  readonly models: InstalledModels
  /** Computes embeddings of faces, in the same worker processes. */
  readonly faces: FacesPort
  buildApp(): Promise<FastifyInstance>
  /** Stores the actual port, which links in letters need, and logs a missing face model. Call after `listen()`. */
  completeStart(port: number): void
  createTenantContext(tenantName: string): Context | undefined
  /** Closes adapters and the database. Call after the listeners have stopped. */
  close(): Promise<void>
}

interface ComposeOptions {
  /** Visitors will use it: `DEMO=auto` is resolved by the events and tenants that exist. A command enables nothing. */
  readonly serves?: boolean
  /** Stops the start: the database is closed, and `compose` rejects with an `AbortError`. */
  readonly signal?: AbortSignal
}

/** Opens the S3 bucket when one is configured, else a folder. The S3 client is imported only when used. */
async function openObjectStore(config: Config): Promise<ObjectStore> {
  if (!config.s3) return createFolderStore(join(config.dataDir, 'objects'))
  const { createBucketStore } = await import('./adapters/objects/s3.ts')
  return createBucketStore(config.s3)
}

/**
 * Opens the database, connects adapters to features, and collects their jobs.
 *
 * @throws ConfigError when a tenant cannot be used; the database is closed then
 */
export async function compose(
  config: Config,
  log: Logger,
  options: ComposeOptions = {},
): Promise<Composition> {
  const { signal } = options
  const database = await openDatabase({ ...config, log, signal })
  try {
    signal?.throwIfAborted()
    return await composeWithDatabase(database, { config, log, ...options })
  } catch (error) {
    // an open embedded database would keep its lock and the process
    await database.close()
    throw error
  }
}

async function composeWithDatabase(
  database: Database,
  { config: requestedConfig, log, serves = false }: ComposeOptions & { config: Config; log: Logger },
): Promise<Composition> {
  const { db, tableVersions, clock } = database
  const objects = await openObjectStore(requestedConfig)
  const openTenantsFor = (config: Config, tenantLog: Logger) =>
    openTenants(
      join(projectRoot, 'tenants'),
      createTenantStore({ db, objects }, config.databaseUrl !== undefined),
      {
        demo: config.demo !== 'off',
        embeddedIdentity: config.embeddedIdentity,
        banks: listBankNames(config),
        texts: readKnownTexts(pageTextsFile),
      },
      tenantLog,
    )
  let config = requestedConfig
  if (serves && config.demo === 'auto') {
    // remarks on tenants are logged below
    const demoTenants = await openTenantsFor(config, createLogger('silent'))
    const parts = { db, tableVersions, clock, objects, log }
    config = await resolveDemo({ ...parts, config, tenants: demoTenants })
  }
  const tenants = await openTenantsFor(config, log)
  let listeningPort = config.port
  const services: Services = {
    // with PORT=0 the system chooses the port, which links in letters need
    config: {
      ...config,
      get port() {
        return listeningPort
      },
    },
    ...{ db, tableVersions, objects, log, clock, tenants },
  }
  const stopWatching = tenants.watch()
  const createTenantContext = (name: string) => {
    const tenant = services.tenants.byName(name)
    return tenant && createContextForTenant(services, tenant)
  }
  const models = createInstalledModels({ folder: join(config.dataDir, 'models'), objects })
  const vision = createVision({
    installed: models,
    modelsFolder: join(projectRoot, 'dist', 'models'),
    photoWorkers: config.visionWorkers,
  })
  const index = createFaceIndex()
  const searchModule = createSearchModule(services, { faces: vision.faces, index, cards: linkCardMaker })
  const { callers, features: identityFeatures } = createAuthModule(services)
  const features: Feature[] = [
    createMetricsFeature(services),
    { jobs: idempotencyJobs },
    { jobs: createUnfinishedJobs(services) },
    { jobs: createPurgeJobs(services) },
    createSettingsFeature(services),
    createTenantsFeature(),
    ...identityFeatures,
    ...searchModule.features,
    ...createCommerceFeatures(services, {
      callers,
      finder: searchModule.finder,
      painter: vision.painter,
      shrinker: vision.shrinker,
      deliver: createLocalDeliver(() => services.config.port),
    }),
    createDemoFeature(services),
    createStorefrontFeature(services, { onEventOpened: searchModule.warmUpForEvent }),
  ]
  return {
    services,
    database,
    features,
    jobs: createJobRunner({
      db: services.db,
      log,
      handlers: collectHandlers(features),
      lanes: jobLanes,
      createContext: createTenantContext,
    }),
    analyser: vision.photos,
    videoAnalyser: createVideoAnalyser({ ffmpegPath: config.ffmpegPath }),
    painter: vision.painter,
    covers: coverMaker,
    models,
    faces: vision.faces,
    completeStart: (port) => {
      listeningPort = port
      // without the file of a chosen model the page works, and selfies fail with the same message
      readChosenModel(services)
        .then((model) => models.locate(model))
        .catch((error: unknown) => log.error({ err: error }, 'face model not loaded'))
    },
    buildApp: async () => {
      const app = await buildApp(services, features)
      requireCalls(app, allCalls)
      return app
    },
    createTenantContext,
    close: async () => {
      stopWatching()
      await Promise.all([vision.close(), index.close()])
      await database.close()
    },
  }
}
