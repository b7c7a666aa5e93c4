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
  /** Its users are those of the embedded sign-on server. */
  readonly embeddedIdentity: boolean
  /** Text burnt into previews. */
  readonly watermark: string
  readonly brand: Brand
  /** Events of the demo that it shows; empty: no demo here. */
  readonly demo: 'all' | readonly DemoWish[]
}

/** One event of the demo, by its external id. */
export interface DemoWish {
  readonly event: string
  /** How many of its photos are enough; undefined: all, and its videos. */
  readonly photos?: number | undefined
}

/** What a brand looks like beyond its settings. */
export interface Brand {
  /** Its own files by name: logo, icons, pictures, fonts, policy. Small, and read with the settings. */
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly logo: string | undefined
  /** On dark ground; undefined: the logo, on a plate where it could not be seen otherwise. */
  readonly logoDark: string | undefined
  /** What icons are drawn from; undefined: the logo. */
  readonly icon: string | undefined
  readonly images: readonly BrandImage[]
  readonly fonts: readonly BrandFont[]
  /** Privacy policy of its own; undefined: one is written from what is known. */
  readonly policy: string | undefined
}

/** A picture of a theme: a file, where it is shown, and what it shows. */
export interface BrandImage {
  readonly file: string
  readonly place: 'hero' | 'slider' | 'partner' | 'logo'
  readonly alt: Readonly<Partial<Record<Language, string>>>
  readonly width: number
  readonly height: number
}

/** A face of a brand's own, for running text or for headings. */
export interface BrandFont {
  readonly file: string
  readonly use: 'text' | 'display'
  /** Of CSS, one weight or a range, e.g. `400 900`. */
  readonly weight: string
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
