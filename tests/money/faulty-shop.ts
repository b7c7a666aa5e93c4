import { join } from 'node:path'
import { buildPath } from '../../contract/call.ts'
import { createSearchToken } from '../../contract/competitors.ts'
import { notifyPayment } from '../../contract/invoices.ts'
import { createSandboxBank } from '../../server/adapters/bank/sandbox/index.ts'
import { signBody } from '../../server/adapters/bank/sandbox/signature.ts'
import { createFolderMailer } from '../../server/adapters/mail/folder.ts'
import { framePainter } from '../../server/adapters/vision/frames/paint-frame.ts'
import { shrinker } from '../../server/adapters/vision/images/derivatives.ts'
import { createThumbnailer } from '../../server/adapters/vision/images/letter-thumb.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { createArchivesFeature } from '../../server/features/archives/index.ts'
import { createCartFeature } from '../../server/features/cart/index.ts'
import { createCatalogFeature } from '../../server/features/catalog/index.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import {
  createAmountsFinder,
  createInvoicesFeature,
  findVisibleRefunds,
} from '../../server/features/invoices/index.ts'
import { createMailingFeature } from '../../server/features/mailing/index.ts'
import type { Mail } from '../../server/features/mailing/ports.ts'
import { createOrdersFeature } from '../../server/features/orders/index.ts'
import { createPaymentSupportCheck, createPaymentsFeature } from '../../server/features/payments/index.ts'
import { type Bank, BankUnavailable } from '../../server/features/payments/ports.ts'
import { createReceiptsFeature } from '../../server/features/receipts/index.ts'
import { createAuthModule } from '../../server/modules/auth.ts'
import type { Feature } from '../../server/platform/services.ts'
import { fetchAnswer } from '../support/server/api-calls.ts'
import { openSearchServer } from '../support/server/search-server.ts'
import { createEventOnSale, createStoredPhoto, findProductId, type Shop } from '../support/server/shop.ts'
import { createTableReset } from './reset-tables.ts'

/** Notification of the bank to the shop. */
export interface BankNotification {
  readonly paymentId: string
  readonly body: string
}

/** Shop without sockets, whose bank and mail server can be made to fail. */
export interface FaultyShop extends Shop {
  readonly event: EventRow
  readonly photoIds: readonly string[]
  readonly products: { readonly photo: string; readonly package: string }
  /** All notifications of the bank. */
  readonly notifications: BankNotification[]
  /** Whether notifications of the bank are dropped; the test may then send them itself. */
  dropsNotifications: boolean
  /** Whether the bank does not answer. */
  isBankSilent: boolean
  /** Sent e-mails, including repeated ones. */
  readonly sentEmails: Mail[]
  /** Sends a notification signed with the current time. @returns the HTTP status */
  sendNotification(notification: BankNotification): Promise<number>
  /** Returns a search token; cached until it expires. */
  token(number?: string): Promise<string>
  /** Deletes carts, orders, codes, jobs and events from the shop, so that it stays fast. */
  resetSales(): Promise<void>
}

/** The runner whose package is sold; they are on three photos. */
export const runnerBib = '7'

export async function openFaultyShop(): Promise<FaultyShop> {
  const notifications: BankNotification[] = []
  const sentEmails: Mail[] = []
  const faults = { dropsNotifications: false, isBankSilent: false }
  const testServer = await openSearchServer({
    index: createFaceIndex(),
    createMoreFeatures: (services, { finder }): readonly Feature[] => {
      const sandbox = createSandboxBank(services, async (_url, body) => {
        const notification = { paymentId: (JSON.parse(body) as BankNotification).paymentId, body }
        notifications.push(notification)
        return faults.dropsNotifications ? 204 : sendNotification(notification)
      })
      const { callers } = createAuthModule(services)
      const mailer = createFolderMailer(join(services.config.dataDir, 'outbox'), 'photos@one.test')
      const bank = createSilenceableBank(sandbox.bank, () => faults.isBankSilent)
      const supportsPayment = createPaymentSupportCheck([bank])
      const findAmountsToPay = createAmountsFinder(supportsPayment)
      return [
        createCatalogFeature(services),
        createCartFeature(services, { finder, painter: framePainter, callers }),
        createOrdersFeature(services, {
          ...{ finder, callers, shrinker },
          findAmountsToPay,
          findRefunds: findVisibleRefunds,
        }),
        createInvoicesFeature({ config: services.config, callers, supportsPayment }),
        createPaymentsFeature(services, { banks: [bank], callers }),
        createArchivesFeature(services, { finder, callers }),
        createReceiptsFeature({ config: services.config, callers }),
        createMailingFeature({
          config: services.config,
          finder,
          objects: services.objects,
          thumbnailer: createThumbnailer(shrinker),
          mailer: {
            async send(mail) {
              await mailer.send(mail)
              sentEmails.push(mail)
            },
          },
        }),
        sandbox.feature,
      ]
    },
  })
  const { app, services } = testServer
  const sendNotification = async ({ body }: BankNotification): Promise<number> => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: buildPath(notifyPayment, { provider: 'sandbox' }),
      headers: {
        host: 'one.test',
        'content-type': 'application/json',
        'x-sandbox-signature': signBody(body, services.config.secrets.sandboxBank, services.clock()),
      },
      payload: body,
    })
    return statusCode
  }
  const shop: Shop = {
    ...testServer,
    pressBankButton: async (payUrl, outcome) => {
      const { pathname, host } = new URL(payUrl)
      const response = await app.inject({
        method: 'POST',
        url: pathname,
        headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
        payload: `outcome=${outcome}`,
      })
      if (response.statusCode !== 303) throw new Error(`The bank answered ${response.statusCode}`)
      return String(response.headers.location)
    },
  }
  // more photos may come, so the package price is not reduced to that of its few photos
  const event = await createEventOnSale(shop, { switches: { closed: false } })
  const photoIds: string[] = []
  for (let index = 0; index < 6; index++) {
    const numbers = index < 3 ? [runnerBib] : []
    photoIds.push((await createStoredPhoto(shop, event, { numbers, fileName: `${index}.jpg` })).photoId)
  }
  const products = {
    photo: await findProductId(shop, event, 'photo'),
    package: await findProductId(shop, event, 'photos_with_me'),
  }
  const resetTables = await createTableReset(services.db)
  let searches = 0
  const tokens = new Map<string, { token: string; until: number }>()
  const additions = {
    event,
    photoIds,
    products,
    notifications,
    sentEmails,
    sendNotification,
    token: async (number = '') => {
      const now = services.clock().getTime()
      const cachedToken = tokens.get(number)
      if (cachedToken && cachedToken.until > now) return cachedToken.token
      searches += 1
      const { token } = await fetchAnswer(app, createSearchToken, {
        params: { eventId: event.id },
        body: number === '' ? {} : { number },
        // frequent searches from one address are rejected, which is tested elsewhere
        address: `10.1.${(searches >> 8) & 255}.${searches & 255}`,
      })
      tokens.set(number, { token, until: now + 5 * 60_000 })
      return token
    },
    resetSales: async () => {
      notifications.length = 0
      sentEmails.length = 0
      await resetTables()
    },
  }
  return Object.assign(faults, shop, additions)
}

function createSilenceableBank(bank: Bank, isSilent: () => boolean): Bank {
  const check = async () => {
    if (isSilent()) throw new BankUnavailable('No answer')
  }
  return {
    name: bank.name,
    kinds: bank.kinds,
    readNotification: (...args) => bank.readNotification(...args),
    createPayment: async (order) => {
      await check()
      return bank.createPayment(order)
    },
    getPayment: async (id) => {
      await check()
      return bank.getPayment(id)
    },
    refundPayment: async (refund) => {
      await check()
      return bank.refundPayment(refund)
    },
    cancelPayment: async (id) => {
      await check()
      return bank.cancelPayment(id)
    },
  }
}

/** Returns the bank's id of the payment on this page. */
export function toBankId(payUrl: string): string {
  return payUrl.split('/').at(-1) ?? ''
}
