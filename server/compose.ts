import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { deliverLocally } from './adapters/bank/sandbox/deliver.ts'
import { createFolderObjects } from './adapters/objects/folder.ts'
import { coverMaker } from './adapters/vision/images/cover.ts'
import { createFaceIndex } from './adapters/vision/search/face-index.ts'
import { createVision } from './adapters/vision/vision.ts'
import { buildApp, contextForTenant } from './app.ts'
import { createDemoFeature } from './features/demo/index.ts'
import type { CoverMaker } from './features/events/index.ts'
import type { FramePainter } from './features/frame/index.ts'
import { createMetricsFeature } from './features/metrics/index.ts'
import type { PhotoAnalyser } from './features/photos/index.ts'
import { createSettingsFeature } from './features/settings/index.ts'
import { createStorefrontFeature } from './features/storefront/index.ts'
import {
  createTenantStore,
  createTenantsFeature,
  openTenants,
  readKnownTexts,
} from './features/tenants/index.ts'
import { createFinding } from './finding.ts'
import type { Feature, Ground } from './platform/app-parts.ts'
import type { Config } from './platform/config.ts'
import type { Context } from './platform/context.ts'
import { type Database, openDatabase } from './platform/db/connect.ts'
import { idempotencyJobs } from './platform/http/idempotency.ts'
import { createJobRunner, type JobRunner } from './platform/jobs/jobs.ts'
import type { Logger } from './platform/log.ts'
import type { Objects } from './platform/objects/port.ts'
import { knownTextsFile, projectRoot } from './platform/root.ts'
import { bankNames, createSelling } from './selling.ts'
import { createSigningIn } from './signing-in.ts'

/** Everything of one installation, put together but not yet listening. */
export interface Composition {
  readonly ground: Ground
  readonly database: Database
  readonly features: readonly Feature[]
  readonly jobs: JobRunner
  /** Looks at photos; starts its threads only when it is first asked. */
  readonly analyser: PhotoAnalyser
  /** Puts photos into frames, in the same threads. */
  readonly painter: FramePainter
  /** Makes the pictures that stand above events. */
  readonly covers: CoverMaker
  buildApp(): Promise<FastifyInstance>
  /** Gets ready for the first runner: called once the server listens, here told where. */
  listensOn(port: number): void
  contextOf(tenantName: string): Context | undefined
  /** Ends adapters and the database, after the listeners have stopped. */
  close(): Promise<void>
}

/** A bucket when one is set, else a folder; the S3 client is loaded only when it is used. */
async function openObjects(config: Config): Promise<Objects> {
  if (!config.s3) return createFolderObjects(join(config.dataDir, 'objects'))
  const { createBucketObjects } = await import('./adapters/objects/s3.ts')
  return createBucketObjects(config.s3)
}

/** Opens the database, introduces adapters to features, and gathers their jobs. */
export async function compose(config: Config, log: Logger): Promise<Composition> {
  const database = await openDatabase({ ...config, log })
  const objects = await openObjects(config)
  const tenants = await openTenants(
    join(projectRoot, 'tenants'),
    createTenantStore({ db: database.db, objects }, config.databaseUrl !== undefined),
    {
      demo: config.demo !== 'off',
      embeddedIdentity: config.embeddedIdentity,
      banks: bankNames(config),
      texts: readKnownTexts(knownTextsFile),
    },
    log,
  )
  const ground: Ground = {
    config,
    db: database.db,
    revisions: database.revisions,
    objects,
    log,
    clock: () => new Date(),
    tenants,
  }
  const stopWatching = tenants.watch()
  let listeningPort = config.port
  const contextOf = (name: string) => {
    const tenant = ground.tenants.byName(name)
    return tenant && contextForTenant(ground, tenant)
  }
  const vision = createVision({
    modelsFolder: join(projectRoot, 'dist', 'models'),
    photoWorkers: config.visionWorkers,
  })
  const index = createFaceIndex()
  const finding = createFinding(ground, { faces: vision.faces, index })
  const { callers, features: ofIdentity } = createSigningIn(ground)
  const features: Feature[] = [
    createMetricsFeature(ground),
    { jobs: idempotencyJobs },
    createSettingsFeature(ground),
    createTenantsFeature(),
    ...ofIdentity,
    ...finding.features,
    ...createSelling(ground, {
      callers,
      finder: finding.finder,
      painter: vision.painter,
      shrinker: vision.shrinker,
      deliver: deliverLocally(() => listeningPort),
    }),
    createDemoFeature(ground),
    createStorefrontFeature(ground),
  ]
  const handlers = new Map(features.flatMap((feature) => Object.entries(feature.jobs ?? {})))
  return {
    ground,
    database,
    features,
    jobs: createJobRunner({ db: ground.db, log, clock: ground.clock, handlers, contextFor: contextOf }),
    analyser: vision.photos,
    painter: vision.painter,
    covers: coverMaker,
    listensOn: (port) => {
      listeningPort = port
      vision.warmUp()
    },
    buildApp: () => buildApp(ground, features),
    contextOf,
    close: async () => {
      stopWatching()
      await Promise.all([vision.close(), index.close()])
      await database.close()
    },
  }
}
