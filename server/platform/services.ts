import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Tenant } from './context.ts'
import type { Db } from './db/connect.ts'
import type { TableVersions } from './db/table-versions.ts'
import type { JobHandler } from './jobs/jobs.ts'
import type { Logger } from './log.ts'
import type { ObjectStore } from './objects/port.ts'

/** Services available to every feature. Adapters used by a single feature are ports of that feature. */
export interface Services {
  readonly config: Config
  readonly db: Db
  readonly tableVersions: TableVersions
  readonly objects: ObjectStore
  readonly log: Logger
  readonly clock: () => Date
  readonly tenants: Tenants
}

/** The tenants of this installation. */
export interface Tenants {
  readonly all: readonly Tenant[]
  byName(name: string): Tenant | undefined
  /** By host name without port. Undefined when no tenant has this host. */
  byHost(host: string): Tenant | undefined
  /** Reloads all tenants after a change. An invalid tenant keeps its previous version. */
  reload(): Promise<void>
}

/** A feature's routes, and its job handlers by kind. */
export interface Feature {
  readonly routes?: (app: FastifyInstance) => void | Promise<void>
  readonly jobs?: Readonly<Record<string, JobHandler>>
}
