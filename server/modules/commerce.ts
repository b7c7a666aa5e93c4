import { join } from 'node:path'
import { createBanks } from '../adapters/bank/index.ts'
import { createSandboxBank, type Deliver } from '../adapters/bank/sandbox/index.ts'
import { createFolderMailer } from '../adapters/mail/folder.ts'
import { createSmtpMailer } from '../adapters/mail/smtp.ts'
import { createPushGateway } from '../adapters/push/gateway.ts'
import { createThumbnailer } from '../adapters/vision/images/letter-thumb.ts'
import { createArchivesFeature } from '../features/archives/index.ts'
import { createCartFeature } from '../features/cart/index.ts'
import { createCatalogFeature } from '../features/catalog/index.ts'
import { createFrameFeature, type FramePainter, type RunnerFinder } from '../features/frame/index.ts'
import type { Authenticator } from '../features/identity/index.ts'
import { createAmountsFinder, createInvoicesFeature, findVisibleRefunds } from '../features/invoices/index.ts'
import { createMailingFeature } from '../features/mailing/index.ts'
import type { Mailer } from '../features/mailing/ports.ts'
import { createOfferFeature } from '../features/offer/index.ts'
import {
  createOrdersFeature,
  findFramesToMake,
  type PackagePhotos,
  type Shrinker,
} from '../features/orders/index.ts'
import { createPaymentSupportCheck, createPaymentsFeature } from '../features/payments/index.ts'
import type { Bank } from '../features/payments/ports.ts'
import { createPhotoGiftsFeature } from '../features/photo-gifts/index.ts'
import { createPreordersFeature } from '../features/preorders/index.ts'
import { createPushFeature } from '../features/push/index.ts'
import type { PushGateway } from '../features/push/ports.ts'
import { createReceiptsFeature } from '../features/receipts/index.ts'
import { createRequestsFeature } from '../features/requests/index.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import type { Feature, Services } from '../platform/services.ts'

/** Connects the commerce features to each other, to banks and to mail delivery. */
export function createCommerceFeatures(
  services: Services,
  ports: {
    finder: RunnerFinder & PackagePhotos
    painter: FramePainter
    shrinker: Shrinker
    deliver: Deliver
    gateway?: PushGateway | undefined
    callers: Authenticator
  },
): readonly Feature[] {
  const { finder, painter, shrinker, deliver, callers } = ports
  const sandbox = createSandboxBank(services, deliver)
  const { sandboxBank } = services.config
  const banks = [...(sandboxBank ? [sandbox.bank] : []), ...createBanks(services.config)]
  checkBanks(services, banks)
  const supportsPayment = createPaymentSupportCheck(banks)
  const access = { config: services.config, callers }
  const findAmountsToPay = createAmountsFinder(supportsPayment)
  return [
    createCatalogFeature(services),
    createFrameFeature(services, {
      painter,
      finder,
      findFramesToMake: (context, orderId) => findFramesToMake(context, finder, orderId),
    }),
    createCartFeature(services, { finder, painter, callers }),
    createOrdersFeature(services, {
      ...{ finder, callers, shrinker },
      findAmountsToPay,
      findRefunds: findVisibleRefunds,
    }),
    createInvoicesFeature({ ...access, supportsPayment }),
    createPaymentsFeature(services, { banks, callers }),
    createOfferFeature({ supportsPayment }),
    createPreordersFeature(services, { finder, callers }),
    createPhotoGiftsFeature(),
    createArchivesFeature(services, { finder, callers }),
    createPushFeature(services, { gateway: ports.gateway ?? createPushGateway(), finder, callers }),
    createReceiptsFeature(access),
    createRequestsFeature(),
    createMailingFeature({
      config: services.config,
      mailer: createMailer(services.config),
      finder,
      objects: services.objects,
      thumbnailer: createThumbnailer(shrinker),
    }),
    ...(sandboxBank ? [sandbox.feature] : []),
  ]
}

/** Returns the names of the banks that tenants of this installation can use. */
export const listBankNames = (config: Config): string[] => [
  ...(config.sandboxBank ? ['sandbox'] : []),
  ...createBanks(config).map(({ name }) => name),
]

/** @throws ConfigError at startup when the bank or external service of a tenant is not available */
function checkBanks({ tenants }: Services, banks: readonly Bank[]): void {
  for (const { name, bank, external = bank } of tenants.all)
    for (const bankName of [bank, external]) {
      if (banks.some((each) => each.name === bankName)) continue
      const available = banks.map((each) => each.name).join(', ') || 'none'
      const hint = bankName === 'sandbox' ? '; SANDBOX_BANK=1 or DEMO=1 switches it on' : ''
      throw new ConfigError(
        `Tenant ${name} wants the bank "${bankName}"${hint}; there is an account at: ${available}`,
      )
    }
}

function createMailer({ mail, dataDir }: Config): Mailer {
  return mail.smtpUrl
    ? createSmtpMailer(mail.smtpUrl, mail.from)
    : createFolderMailer(join(dataDir, 'outbox'), mail.from)
}
