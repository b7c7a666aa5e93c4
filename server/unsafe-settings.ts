import type { Config } from './platform/config.ts'
import type { Tenants } from './platform/services.ts'

/** Matches loopback hosts, which are not reachable from other machines. */
const loopbackPattern = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/

/**
 * Lists the settings that are unsafe for real sales, each with its risk and the setting that fixes it.
 *
 * @returns one line each; empty when all are safe
 */
export function listUnsafeSettings(config: Config, tenants: Pick<Tenants, 'all'>): string[] {
  const { publicUrl, trustProxy } = config
  const joinNames = (tenantList: readonly { name: string }[]) => tenantList.map(({ name }) => name).join(', ')
  const sandboxTenants = tenants.all.filter(({ bank, external = bank }) =>
    [bank, external].includes('sandbox'),
  )
  const demoUserTenants = tenants.all.filter(({ embeddedIdentity }) => embeddedIdentity)
  const tenantsWithoutReceipts = tenants.all.filter(
    ({ bank, external = bank, fiscalReceipts }) =>
      [bank, external].includes('yookassa') && fiscalReceipts === undefined,
  )
  const isLocal = loopbackPattern.test(config.host)
  const isPublicUrlInsecure =
    publicUrl?.startsWith('http://') && !loopbackPattern.test(new URL(publicUrl).hostname)
  return [
    ...(config.sandboxBank
      ? [
          `sandbox bank: every visitor can mark an order of these tenants as paid: ${joinNames(sandboxTenants) || 'none'} (SANDBOX_BANK=0)`,
        ]
      : []),
    ...(tenantsWithoutReceipts.length > 0
      ? [
          `YooKassa refuses payments without data of cash receipts where they are required (54-FZ), for these tenants: ${joinNames(tenantsWithoutReceipts)} (fiscalReceipts)`,
        ]
      : []),
    ...(config.embeddedIdentity
      ? [
          `demo users: their passwords are published, for these tenants: ${joinNames(demoUserTenants) || 'none'} (EMBEDDED_IDENTITY=0)`,
        ]
      : []),
    ...(config.demo === 'off'
      ? []
      : ['demo: invented events, and a page with the mails that were sent (DEMO=0)']),
    ...(config.hasSecretKey
      ? []
      : ['SECRET_KEY is not set: keys derive from DATA_DIR/secret.key, which a copy of the folder reveals']),
    ...(publicUrl === undefined
      ? ["PUBLIC_URL is not set: links in mails begin with http:// and a host of the tenant's settings"]
      : []),
    ...(isPublicUrlInsecure ? [`PUBLIC_URL=${publicUrl} has no TLS: camera and installing need https`] : []),
    ...(trustProxy === false && !isLocal
      ? [
          `TRUST_PROXY is not set: HOST=${config.host} is reached without TLS, and limits count a proxy as one visitor`,
        ]
      : []),
    ...(config.mail.smtpUrl === undefined
      ? ['SMTP_URL is not set: mails are files in DATA_DIR/outbox and reach no buyer']
      : []),
    ...(config.allowUnsafeDatabase
      ? ['ALLOW_UNSAFE_DATABASE=1: a power cut can lose paid orders (ALLOW_UNSAFE_DATABASE=0)']
      : []),
    ...(config.databaseUrl === undefined
      ? ['DATABASE_URL is not set: the embedded database does not survive a power cut']
      : []),
  ]
}
