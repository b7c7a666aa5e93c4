import { join } from 'node:path'
import { createSandboxBank, type Deliver } from './adapters/bank/sandbox/index.ts'
import { createStripeBank } from './adapters/bank/stripe/index.ts'
import { createYookassaBank } from './adapters/bank/yookassa/index.ts'
import { createFolderMailer } from './adapters/mail/folder.ts'
import { createSmtpMailer } from './adapters/mail/smtp.ts'
import { createPushGateway } from './adapters/push/gateway.ts'
import { createArchivesFeature } from './features/archives/index.ts'
import { createCartFeature } from './features/cart/index.ts'
import { createCatalogFeature } from './features/catalog/index.ts'
import { createFrameFeature, type FramePainter, type RunnerFinder } from './features/frame/index.ts'
import type { Callers } from './features/identity/index.ts'
import { createInvoicesFeature, sumsToPay } from './features/invoices/index.ts'
import { createMailingFeature } from './features/mailing/index.ts'
import type { Mailer } from './features/mailing/ports.ts'
import { createOrdersFeature, type Shrinker } from './features/orders/index.ts'
import { createPaymentsFeature } from './features/payments/index.ts'
import type { Bank } from './features/payments/ports.ts'
import { createPreordersFeature } from './features/preorders/index.ts'
import { createPushFeature } from './features/push/index.ts'
import type { PushGateway } from './features/push/ports.ts'
import { createReceiptsFeature } from './features/receipts/index.ts'
import { createRequestsFeature } from './features/requests/index.ts'
import type { Feature, Ground } from './platform/app-parts.ts'
import { type Config, ConfigError } from './platform/config.ts'

/** Introduces the features of selling to each other and to the outside: banks and the way out for mail. */
export function createSelling(
  ground: Ground,
  ports: {
    finder: RunnerFinder
    painter: FramePainter
    shrinker: Shrinker
    deliver: Deliver
    gateway?: PushGateway | undefined
    callers: Callers
  },
): readonly Feature[] {
  const { finder, painter, shrinker, deliver, callers } = ports
  const sandbox = createSandboxBank(ground, deliver)
  const banks = [sandbox.bank, ...banksOf(ground.config)]
  checkBanks(ground, banks)
  return [
    createCatalogFeature(ground),
    createFrameFeature(ground, { painter, finder }),
    createCartFeature(ground, { finder, painter, callers }),
    createOrdersFeature(ground, { finder, callers, sumsToPay, shrinker }),
    createInvoicesFeature(),
    createPaymentsFeature(ground, { banks }),
    createPreordersFeature(ground, { finder }),
    createArchivesFeature(ground, { finder }),
    createPushFeature(ground, { gateway: ports.gateway ?? createPushGateway(), finder }),
    createReceiptsFeature({ callers }),
    createRequestsFeature(),
    createMailingFeature({ mailer: mailerOf(ground.config), finder }),
    sandbox.feature,
  ]
}

/** Names of the banks that tenants of this installation can choose from. */
export const bankNames = (config: Config): string[] => ['sandbox', ...banksOf(config).map(({ name }) => name)]

/** The banks at which this installation has an account. */
function banksOf({ banks: { stripe, yookassa } }: Config): Bank[] {
  return [...(stripe ? [createStripeBank(stripe)] : []), ...(yookassa ? [createYookassaBank(yookassa)] : [])]
}

/** @throws ConfigError when a tenant's bank or external service is none of those, rather than at the first buyer's expense */
function checkBanks({ tenants }: Ground, banks: readonly Bank[]): void {
  for (const { name, bank, external = bank } of tenants.all)
    for (const wanted of [bank, external]) {
      if (banks.some((each) => each.name === wanted)) continue
      const there = banks.map((each) => each.name).join(', ')
      throw new ConfigError(`Tenant ${name} wants the bank "${wanted}"; there is an account at: ${there}`)
    }
}

function mailerOf({ mail, dataDir }: Config): Mailer {
  return mail.smtpUrl
    ? createSmtpMailer(mail.smtpUrl, mail.from)
    : createFolderMailer(join(dataDir, 'outbox'), mail.from)
}
