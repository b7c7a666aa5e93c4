import type { Secrets } from './secrets.ts'

/** The configuration of an installation, see docs/settings.md. */
export interface Config {
  /** 0: chosen by the system, and replaced in `Services` once the server listens. */
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Statement timeout of PostgreSQL. */
  readonly databaseTimeoutInMs: number
  readonly allowUnsafeDatabase: boolean
  /**
   * Proxies whose `X-Forwarded-*` headers are trusted: addresses, or the number of hops from the server outwards. `false`:
   * none.
   */
  readonly trustProxy: string[] | number | false
  /** Bearer token of `/metrics`. Undefined: the route does not exist. */
  readonly metricsToken: string | undefined
  /** Without a trailing slash. Undefined: the address of the request is used. */
  readonly publicUrl: string | undefined
  readonly logLevel: string
  /** `auto`: seed the demo when the database is new and contains no event. A server with other events has `off` instead. */
  readonly demo: 'off' | 'on' | 'auto'
  /** Parts of the demo that are enabled by `auto` alone, without a separate setting. */
  readonly demoParts: readonly ('embeddedIdentity' | 'sandboxBank')[]
  /** The embedded sign-on server with its demo users is enabled. */
  readonly embeddedIdentity: boolean
  /** The sandbox bank, which takes no money, is enabled. */
  readonly sandboxBank: boolean
  /** `SECRET_KEY` is set. Otherwise keys are derived from a file in `dataDir`. */
  readonly hasSecretKey: boolean
  readonly visionWorkers: number
  /** Program that makes posters and previews of videos. Undefined: `ffmpeg` from PATH, if present. */
  readonly ffmpegPath: string | undefined
  readonly mail: { readonly smtpUrl: string | undefined; readonly from: string }
  readonly s3:
    | {
        readonly bucket: string
        readonly endpoint: string | undefined
        readonly region: string
        readonly accessKeyId: string | undefined
        readonly secretAccessKey: string | undefined
      }
    | undefined
  /** Variables of payment providers that are set. Checked by `readConfig`, and read by `createBanks`. */
  readonly bankVariables: Readonly<Record<string, string | undefined>>
  readonly secrets: Secrets
}

/** An invalid setting. The message names it and the expected format. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
