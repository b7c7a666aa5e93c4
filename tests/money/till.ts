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
import { createSigningIn } from '../../server/auth-module.ts'
import { createArchivesFeature } from '../../server/features/archives/index.ts'
import { createCartFeature } from '../../server/features/cart/index.ts'
import { createCatalogFeature } from '../../server/features/catalog/index.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { createInvoicesFeature, createSumsToPay } from '../../server/features/invoices/index.ts'
import { createMailingFeature } from '../../server/features/mailing/index.ts'
import type { Mail } from '../../server/features/mailing/ports.ts'
import { createOrdersFeature } from '../../server/features/orders/index.ts'
import { createPaymentsFeature, takenBy } from '../../server/features/payments/index.ts'
import { type Bank, BankUnavailable } from '../../server/features/payments/ports.ts'
import { createReceiptsFeature } from '../../server/features/receipts/index.ts'
import type { Feature } from '../../server/platform/services.ts'
import { answer } from '../support/server/api-calls.ts'
import { openSearchServer } from '../support/server/search-server.ts'
import { aSellingEvent, aStoredPhoto, findProductId, type Shop } from '../support/server/shop.ts'
import { createForgetting } from './forget.ts'

/** Notification of the bank to the shop. */
export interface Notice {
  readonly paymentId: string
  readonly body: string
}

/** Shop without sockets, whose bank and mail server can be made to fail. */
export interface Till extends Shop {
  readonly event: EventRow
  readonly photoIds: readonly string[]
  readonly products: { readonly photo: string; readonly package: string }
  /** All notifications of the bank. */
  readonly notices: Notice[]
  /** Whether notifications of the bank are dropped; the test may then send them itself. */
  losesNotices: boolean
  /** Whether the bank does not answer. */
  bankIsSilent: boolean
  /** Sent e-mails, including repeated ones. */
  readonly letters: Mail[]
  /** Sends a notification signed with the current time. @returns the HTTP status */
  sendNotice(notice: Notice): Promise<number>
  /** Returns a search token; cached until it expires. */
  token(number?: string): Promise<string>
  /** Deletes carts, orders, codes, jobs and events from the shop, so that it stays fast. */
  forgetBuyers(): Promise<void>
}

/** The runner whose package is sold; they are on three photos. */
export const runnerNumber = '7'

export async function openTill(): Promise<Till> {
  const notices: Notice[] = []
  const letters: Mail[] = []
  const faults = { losesNotices: false, bankIsSilent: false }
  const testServer = await openSearchServer({
    index: createFaceIndex(),
    more: (services, { finder }): readonly Feature[] => {
      const sandbox = createSandboxBank(services, async (_url, body) => {
        const notice = { paymentId: (JSON.parse(body) as Notice).paymentId, body }
        notices.push(notice)
        return faults.losesNotices ? 204 : sendNotice(notice)
      })
      const { callers } = createSigningIn(services)
      const mailer = createFolderMailer(join(services.config.dataDir, 'outbox'), 'photos@one.test')
      const bank = sometimesSilent(sandbox.bank, () => faults.bankIsSilent)
      const takes = takenBy([bank])
      const sumsToPay = createSumsToPay(takes)
      return [
        createCatalogFeature(services),
        createCartFeature(services, { finder, painter: framePainter, callers }),
        createOrdersFeature(services, { finder, callers, sumsToPay, shrinker }),
        createInvoicesFeature({ config: services.config, callers, takes }),
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
              letters.push(mail)
            },
          },
        }),
        sandbox.feature,
      ]
    },
  })
  const { app, services } = testServer
  const sendNotice = async ({ body }: Notice): Promise<number> => {
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
    press: async (payUrl, outcome) => {
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
  const event = await aSellingEvent(shop, { switches: { closed: false } })
  const photoIds: string[] = []
  for (let index = 0; index < 6; index++) {
    const numbers = index < 3 ? [runnerNumber] : []
    photoIds.push((await aStoredPhoto(shop, event, { numbers, fileName: `${index}.jpg` })).photoId)
  }
  const products = {
    photo: await findProductId(shop, event, 'photo'),
    package: await findProductId(shop, event, 'photos_with_me'),
  }
  const forgetRows = await createForgetting(services.db)
  let searches = 0
  const tokens = new Map<string, { token: string; until: number }>()
  const more = {
    event,
    photoIds,
    products,
    notices,
    letters,
    sendNotice,
    token: async (number = '') => {
      const now = services.clock().getTime()
      const known = tokens.get(number)
      if (known && known.until > now) return known.token
      searches += 1
      const { token } = await answer(app, createSearchToken, {
        params: { eventId: event.id },
        body: number === '' ? {} : { number },
        // frequent searches from one address are rejected, which is tested elsewhere
        address: `10.1.${(searches >> 8) & 255}.${searches & 255}`,
      })
      tokens.set(number, { token, until: now + 5 * 60_000 })
      return token
    },
    forgetBuyers: async () => {
      notices.length = 0
      letters.length = 0
      await forgetRows()
    },
  }
  return Object.assign(faults, shop, more)
}

function sometimesSilent(bank: Bank, isSilent: () => boolean): Bank {
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
