import type { Language } from '../../contract/common.ts'
import type { Settings } from '../../contract/settings.ts'
import type { Db } from './db/connect.ts'
import type { Logger } from './log.ts'

/** Represents one brand. Its name is the key of every row that belongs to it. */
export interface Tenant {
  readonly name: string
  /** Host names without port. `*` matches hosts that no other tenant has. */
  readonly hosts: readonly string[]
  readonly settings: Settings
  /** Recipient of requests from the tenant's forms. */
  readonly mailTo: string
  /** Name of the bank that takes payments. */
  readonly bank: string
  /** Additional payment service with its own page. Undefined: none. */
  readonly external?: string | undefined
  /** Data of the fiscal receipts required by Russian law (54-FZ). Undefined: none are sent to the bank. */
  readonly fiscalReceipts?: FiscalReceipts | undefined
  /** `false`: faces are neither measured nor searched, in any of its events. */
  readonly faceSearch?: boolean | undefined
  /** Its users are those of the embedded sign-on server. */
  readonly embeddedIdentity: boolean
  /** Text rendered into previews. */
  readonly watermark: string
  readonly brand: Brand
  /** Demo events of this tenant. Empty: no demo. */
  readonly demo: 'all' | readonly DemoSettings[]
}

/** Tax data of a Russian seller for fiscal receipts. */
export interface FiscalReceipts {
  readonly taxSystem:
    | 'general'
    | 'simplifiedIncome'
    | 'simplifiedIncomeMinusCosts'
    | 'agricultural'
    | 'patent'
  /** Percent included in prices. */
  readonly vat: 'none' | '0' | '5' | '7' | '10' | '20' | '22'
  /** Subject of the sale (tag 1212 of a receipt). Undefined: `service`. */
  readonly subject?: 'commodity' | 'service' | 'intellectual_activity' | 'payment' | 'another' | undefined
  /** Payment of items that are delivered at once (tag 1214 of a receipt). Undefined: `full_payment`. */
  readonly mode?: 'full_prepayment' | 'partial_prepayment' | 'advance' | 'full_payment' | undefined
}

/** One demo event, by its external id. */
export interface DemoSettings {
  readonly event: string
  /** Maximum number of its photos. Undefined: all photos, and the videos. */
  readonly photos?: number | undefined
}

/** Assets and documents of a brand. */
export interface Brand {
  /** Its files by name: logo, icons, pictures, fonts, policy. They are small and loaded with the settings. */
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly logo: string | undefined
  /** For dark backgrounds. Undefined: the logo, with a light plate behind it where it would be invisible. */
  readonly logoDark: string | undefined
  /** Source of the app icons. Undefined: the logo. */
  readonly icon: string | undefined
  readonly images: readonly BrandImage[]
  readonly fonts: readonly BrandFont[]
  /** Custom privacy policy. Undefined: one is generated from the settings. */
  readonly policy: string | undefined
  /** Terms of sale as a document; undefined: generated from the settings. */
  readonly offer: string | undefined
}

/** An image of a theme: its file, place and alternative text. */
export interface BrandImage {
  readonly file: string
  readonly place: 'hero' | 'slider' | 'partner' | 'logo'
  readonly alt: Readonly<Partial<Record<Language, string>>>
  readonly width: number
  readonly height: number
}

/** A font of a brand, for running text or for headings. */
export interface BrandFont {
  readonly file: string
  readonly use: 'text' | 'display'
  /** CSS font weight, single or a range, e.g. `400 900`. */
  readonly weight: string
}

/**
 * First argument of every use case and store: tenant, language, connection or transaction, and current time. A query without a
 * tenant does not compile.
 */
export interface Context {
  readonly tenant: Tenant
  readonly language: Language
  readonly db: Db
  readonly now: Date
  readonly log: Logger
  /** Scheme and host for links in the response to this caller, without trailing slash. */
  readonly origin: string
  /** Scheme and host for links in letters: PUBLIC_URL or a host of the tenant, never another host of a request. */
  readonly letterOrigin: string
}

/** Runs `work` in one transaction. Must not wait for external services inside. */
export function inTransaction<Result>(
  context: Context,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  return context.db.transaction((transaction) => work({ ...context, db: transaction }))
}
