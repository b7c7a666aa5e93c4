import type { Language } from '../../contract/common.ts'
import type { Settings } from '../../contract/settings.ts'
import type { Db } from './db/connect.ts'
import type { Logger } from './log.ts'

/** One brand: its name is the key of every row that belongs to it. */
export interface Tenant {
  readonly name: string
  /** Host names without port; `*` answers for hosts nobody else claims. */
  readonly hosts: readonly string[]
  readonly settings: Settings
  /** Where requests from the tenant's forms go. */
  readonly mailTo: string
  /** Which bank takes the money. */
  readonly bank: string
  /** Which payment service is offered besides, with a page of its own; undefined: none. */
  readonly external?: string | undefined
  /** Text burnt into previews. */
  readonly watermark: string
  /** Folder of its own icons; undefined: the product's. */
  readonly pictures: string | undefined
}

/**
 * What every use-case and store gets first: whose data, in which language, through which connection
 * or transaction, and what time it is. A query without a tenant does not compile.
 */
export interface Context {
  readonly tenant: Tenant
  readonly language: Language
  readonly db: Db
  readonly now: Date
  readonly log: Logger
  /** Scheme and host that links for this caller start with, no trailing slash. */
  readonly origin: string
}

/** Runs `work` in one transaction: all of it happens, or nothing does. Never waits for the outside world inside. */
export function inTransaction<Result>(
  context: Context,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  return context.db.transaction((transaction) => work({ ...context, db: transaction }))
}
