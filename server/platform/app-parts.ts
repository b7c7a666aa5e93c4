import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Tenant } from './context.ts'
import type { Db } from './db/connect.ts'
import type { Revisions } from './db/revisions.ts'
import type { JobHandler } from './jobs/jobs.ts'
import type { Logger } from './log.ts'
import type { Objects } from './objects/port.ts'

/** What every feature may stand on. Adapters that only one feature needs are that feature's own ports. */
export interface Ground {
  readonly config: Config
  readonly db: Db
  readonly revisions: Revisions
  readonly objects: Objects
  readonly log: Logger
  readonly clock: () => Date
  readonly tenants: Tenants
}

/** The brands that this installation serves. */
export interface Tenants {
  readonly all: readonly Tenant[]
  byName(name: string): Tenant | undefined
  /** By host name without port; undefined when nobody answers for it. */
  byHost(host: string): Tenant | undefined
  /** Reads them anew after a change; a tenant that cannot be used stays as it was. */
  reload(): Promise<void>
}

/** What a feature brings along: its routes, and its jobs by kind. */
export interface Feature {
  readonly routes?: (app: FastifyInstance) => void | Promise<void>
  readonly jobs?: Readonly<Record<string, JobHandler>>
}
