import { mkdirSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { BankSettings } from './adapters/bank/index.ts'
import { type Config, ConfigError } from './platform/config.ts'
import { loadSecrets } from './platform/secrets.ts'

/** Returns whether a text is a valid proxy list: addresses, ranges, well-known range names, or a number of hops. */
function isProxyList(text: string): boolean {
  if (/^\d{1,2}$/.test(text)) return true
  return text.split(',').every((each) => {
    const [address = '', bits, ...extraParts] = each.trim().split('/')
    if (/^(loopback|linklocal|uniquelocal)$/.test(each.trim())) return true
    const maxPrefixLength = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    return (
      maxPrefixLength > 0 &&
      extraParts.length === 0 &&
      (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= maxPrefixLength))
    )
  })
}

/** Lists the settings by name, without those of payment providers. */
const Environment = z.object({
  PORT: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65535)), 8080),
  HOST: z._default(z.string(), '0.0.0.0'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//))),
  DATABASE_TIMEOUT_SECONDS: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(600)), 15),
  ALLOW_UNSAFE_DATABASE: z._default(z.enum(['0', '1']), '0'),
  TRUST_PROXY: z.optional(z.string().check(z.refine(isProxyList))),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/ })),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'info'),
  DEMO: z._default(z.enum(['0', '1', 'auto']), 'auto'),
  EMBEDDED_IDENTITY: z._default(z.enum(['0', '1', 'auto']), 'auto'),
  SANDBOX_BANK: z._default(z.enum(['0', '1', 'auto']), 'auto'),
  NODE_ENV: z.optional(z.string()),
  VISION_WORKERS: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(64))),
  FFMPEG_PATH: z.optional(z.string()),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//))),
  MAIL_FROM: z._default(z.string(), 'Photofinish <photos@localhost>'),
  S3_BUCKET: z.optional(z.string()),
  S3_ENDPOINT: z.optional(z.url()),
  S3_REGION: z._default(z.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  SECRET_KEY: z.optional(z.string().check(z.minLength(32))),
})

/** Lists the names of all settings. Each has a row in docs/settings.md. */
export const settingNames: readonly string[] = [
  ...Object.keys(Environment.shape),
  ...Object.keys(BankSettings.shape),
]

/** Describes the expected format of a setting, for its error message. */
const expectedFormats: Record<string, string> = {
  PORT: 'a port number from 0 to 65535',
  DATABASE_URL: 'postgres://user:password@host:port/database',
  DATABASE_TIMEOUT_SECONDS: 'a whole number from 1 to 600',
  TRUST_PROXY: 'addresses or ranges like 10.0.0.0/8,127.0.0.1, or a number of hops',
  METRICS_TOKEN: 'at least 16 characters',
  PUBLIC_URL: 'an address like https://photos.example.org',
  LOG_LEVEL: 'trace, debug, info, warn, error, fatal or silent',
  DEMO: '0, 1 or auto',
  ALLOW_UNSAFE_DATABASE: '0 or 1',
  EMBEDDED_IDENTITY: '0, 1 or auto',
  SANDBOX_BANK: '0, 1 or auto',
  VISION_WORKERS: 'a whole number from 1 to 64',
  SMTP_URL: 'smtp://user:password@host:port',
  S3_ENDPOINT: 'an address like https://s3.example.org',
  SECRET_KEY: 'at least 32 characters',
}

/** Returns whether a setting grants access to something, by its name. Its value must not reach a log. */
const isSecret = (name: string) =>
  name === 'DATABASE_URL' || name === 'SMTP_URL' || /(?:^|_)(?:KEY|PASSWORD|SECRET|TOKEN)(?:_|$)/.test(name)

/**
 * Reads and validates the settings. Creates DATA_DIR and the secrets stored in it.
 *
 * @param options `serves`: visitors will use it, so NODE_ENV=production needs a choice about the demo; a command does not
 * @throws ConfigError naming every invalid setting, with its value unless it is a secret
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  { serves = false } = {},
): Config {
  const setVariables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = z.safeParse(Environment, setVariables)
  const parsedBanks = z.safeParse(BankSettings, setVariables)
  if (!parsed.success || !parsedBanks.success) {
    const issues = [...(parsed.error?.issues ?? []), ...(parsedBanks.error?.issues ?? [])]
    const lines = issues.map((issue) => {
      const name = String(issue.path[0])
      const shown = isSecret(name) ? name : `${name}=${setVariables[name] ?? ''}`
      return `  ${shown} should be ${expectedFormats[name] ?? issue.message}`
    })
    throw new ConfigError(`These settings cannot be used:\n${lines.join('\n')}`)
  }
  const settings = parsed.data
  const undecidedSettings =
    serves && settings.NODE_ENV === 'production' ? findUndecidedSettings(settings) : []
  if (undecidedSettings.length > 0)
    throw new ConfigError(
      'NODE_ENV=production needs an explicit choice about the demo:\n' +
        '  DEMO=0 for real sales: no demo events, no demo users, no sandbox bank\n' +
        '  DEMO=1 for a public demo: its users have published passwords, its bank takes no money\n' +
        `Left to their defaults, these would be open to every visitor: ${undecidedSettings.join(', ')}`,
    )
  const dataDir = resolve(settings.DATA_DIR)
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new ConfigError(`DATA_DIR=${dataDir} cannot be made: ${String(error)}`)
  }
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir,
    databaseUrl: settings.DATABASE_URL,
    databaseTimeoutInMs: settings.DATABASE_TIMEOUT_SECONDS * 1000,
    allowUnsafeDatabase: settings.ALLOW_UNSAFE_DATABASE === '1',
    trustProxy: parseTrustProxy(settings.TRUST_PROXY),
    metricsToken: settings.METRICS_TOKEN,
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ''),
    logLevel: settings.LOG_LEVEL,
    demo: settings.DEMO === 'auto' ? 'auto' : settings.DEMO === '1' ? 'on' : 'off',
    demoParts: listDemoParts(settings),
    embeddedIdentity: isEnabled(settings.EMBEDDED_IDENTITY, settings.DEMO),
    sandboxBank: isEnabled(settings.SANDBOX_BANK, settings.DEMO),
    hasSecretKey: settings.SECRET_KEY !== undefined,
    visionWorkers: settings.VISION_WORKERS ?? Math.max(1, availableParallelism()),
    ffmpegPath: settings.FFMPEG_PATH,
    mail: { smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM },
    s3: settings.S3_BUCKET
      ? {
          bucket: settings.S3_BUCKET,
          endpoint: settings.S3_ENDPOINT,
          region: settings.S3_REGION,
          accessKeyId: settings.S3_ACCESS_KEY_ID,
          secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
        }
      : undefined,
    bankVariables: Object.fromEntries(
      Object.entries(setVariables).filter(([name]) => Object.hasOwn(BankSettings.shape, name)),
    ),
    secrets: loadSecrets(dataDir, settings.SECRET_KEY),
  }
}

type DemoSwitch = '0' | '1' | 'auto'

/** Returns whether a part of the demo is on: by its own setting, otherwise unless the demo is off. See `resolveDemo`. */
function isEnabled(own: DemoSwitch, demo: DemoSwitch): boolean {
  return own === 'auto' ? demo !== '0' : own === '1'
}

type DemoSettings = Pick<z.infer<typeof Environment>, 'DEMO' | 'EMBEDDED_IDENTITY' | 'SANDBOX_BANK'>

/** Returns the parts of the demo that `DEMO=auto` alone enables. */
function listDemoParts({ DEMO, EMBEDDED_IDENTITY, SANDBOX_BANK }: DemoSettings): Config['demoParts'] {
  if (DEMO !== 'auto') return []
  return [
    ...(EMBEDDED_IDENTITY === 'auto' ? (['embeddedIdentity'] as const) : []),
    ...(SANDBOX_BANK === 'auto' ? (['sandboxBank'] as const) : []),
  ]
}

/** Returns the names of the settings that enable a part of the demo only by default. */
function findUndecidedSettings(settings: DemoSettings) {
  if (settings.DEMO !== 'auto') return []
  return (['DEMO', 'EMBEDDED_IDENTITY', 'SANDBOX_BANK'] as const).filter((name) => settings[name] === 'auto')
}

function parseTrustProxy(text = '0'): Config['trustProxy'] {
  if (/^\d+$/.test(text)) return Number(text) || false
  return text.split(',').map((each) => each.trim())
}
