import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createFolderObjects } from '../../server/adapters/objects/folder.ts'
import { buildApp, contextForTenant } from '../../server/app.ts'
import type { FaceIndex, FacesPort } from '../../server/features/recognition/ports.ts'
import { createTenants, readTenants } from '../../server/features/tenants/index.ts'
import { createFinding, type Finding } from '../../server/finding.ts'
import type { Feature, Ground } from '../../server/platform/app-parts.ts'
import { readConfig } from '../../server/platform/config.ts'
import type { Context, Tenant } from '../../server/platform/context.ts'
import { idempotencyJobs } from '../../server/platform/http/idempotency.ts'
import { createJobRunner, type JobRunner } from '../../server/platform/jobs/jobs.ts'
import { createLogger, type Logger } from '../../server/platform/log.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { openTestDatabase } from './database.ts'

/** The finding server on a fresh database, with two tenants and a clock that the test moves. */
export interface FindingWorld {
  readonly app: FastifyInstance
  readonly ground: Ground
  readonly finding: Finding
  readonly jobs: JobRunner
  /** Of the tenant `one` (host `one.test`) unless named. */
  context(tenantName?: 'one' | 'two'): Context
  moveClock(byInMs: number): void
  close(): Promise<void>
}

const noPictures: FacesPort = {
  readSelfie: () => Promise.reject(new Error('This world takes no pictures')),
  close: async () => undefined,
}

export interface FindingWish {
  index: FaceIndex
  /** Absent where no test sends a picture. */
  faces?: FacesPort
  /** Where the users of both tenants sign in; absent: nowhere. */
  signOn?: { openId: NonNullable<Tenant['settings']['openId']>; embedded?: boolean }
  /** What tells the two tenants apart besides their names; absent: nothing. */
  settings?: (name: string) => Partial<Tenant['settings']>
  /** Where its server tells what happened; absent: nowhere. */
  log?: Logger
  /** What else this world serves. */
  more?: (ground: Ground, finding: Finding) => readonly Feature[]
}

export async function openFindingWorld(vision: FindingWish): Promise<FindingWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'photofinish-test-'))
  const { log = createLogger('silent') } = vision
  const database = await openTestDatabase()
  const [pattern] = readTenants(join(projectRoot, 'tenants'), { demo: false }).all
  if (!pattern) throw new Error('There is no tenant')
  const { openId, embedded = false } = vision.signOn ?? {}
  const tenantOf = (name: string, ...others: string[]): Tenant => ({
    ...pattern,
    ...(openId && { embeddedIdentity: embedded }),
    settings: { ...pattern.settings, ...(openId && { openId }), ...vision.settings?.(name) },
    name,
    hosts: [`${name}.test`, ...others],
  })
  // `one` also answers to whoever connects to its socket.
  const tenants = createTenants([tenantOf('one', '127.0.0.1'), tenantOf('two')])
  let now = new Date('2026-09-12T15:00:00.000Z')
  const ground: Ground = {
    config: readConfig({
      DATA_DIR: dataDir,
      SECRET_KEY: 'k'.repeat(40),
      EMBEDDED_IDENTITY: embedded ? '1' : '0',
    }),
    db: database.db,
    revisions: database.revisions,
    objects: createFolderObjects(join(dataDir, 'objects')),
    log,
    clock: () => now,
    tenants,
  }
  const context = (tenantName: 'one' | 'two' = 'one') => {
    const tenant = tenants.byName(tenantName)
    if (!tenant) throw new Error(`There is no tenant ${tenantName}`)
    return contextForTenant(ground, tenant)
  }
  const finding = createFinding(ground, { index: vision.index, faces: vision.faces ?? noPictures })
  const features = [{ jobs: idempotencyJobs }, ...finding.features, ...(vision.more?.(ground, finding) ?? [])]
  const app = await buildApp(ground, features)
  const handlers = new Map(features.flatMap((feature) => Object.entries(feature.jobs ?? {})))
  const jobs = createJobRunner({
    db: database.db,
    log,
    clock: ground.clock,
    handlers,
    contextFor: (name) => {
      const tenant = tenants.byName(name)
      return tenant && contextForTenant(ground, tenant)
    },
  })
  return {
    app,
    ground,
    finding,
    jobs,
    context,
    moveClock: (byInMs) => {
      now = new Date(now.getTime() + byInMs)
    },
    close: async () => {
      await app.close()
      await vision.index.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
