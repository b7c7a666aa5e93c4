import { join } from 'node:path'
import { pathOf } from '../../contract/call.ts'
import { createSearchToken } from '../../contract/competitors.ts'
import { notifyPayment } from '../../contract/invoices.ts'
import { createSandboxBank } from '../../server/adapters/bank/sandbox/index.ts'
import { signBody } from '../../server/adapters/bank/sandbox/signature.ts'
import { createFolderMailer } from '../../server/adapters/mail/folder.ts'
import { framePainter } from '../../server/adapters/vision/frames/paint-frame.ts'
import { shrinker } from '../../server/adapters/vision/images/derivatives.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import { createArchivesFeature } from '../../server/features/archives/index.ts'
import { createCartFeature } from '../../server/features/cart/index.ts'
import { createCatalogFeature } from '../../server/features/catalog/index.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { createInvoicesFeature, sumsToPay } from '../../server/features/invoices/index.ts'
import { createMailingFeature } from '../../server/features/mailing/index.ts'
import type { Mail } from '../../server/features/mailing/ports.ts'
import { createOrdersFeature } from '../../server/features/orders/index.ts'
import { createPaymentsFeature } from '../../server/features/payments/index.ts'
import { type Bank, BankUnavailable } from '../../server/features/payments/ports.ts'
import { createReceiptsFeature } from '../../server/features/receipts/index.ts'
import type { Feature } from '../../server/platform/app-parts.ts'
import { createSigningIn } from '../../server/signing-in.ts'
import { answer } from '../world/ask.ts'
import { openFindingWorld } from '../world/finding.ts'
import { aSellingEvent, aStoredPhoto, productOf, type Shop } from '../world/shop.ts'
import { createForgetting } from './forget.ts'

/** What the bank wants to tell the shop. */
export interface Notice {
  readonly paymentId: string
  readonly body: string
}

/** A shop whose bank and post can be made to fail, all without a socket. */
export interface Till extends Shop {
  readonly event: EventRow
  readonly photoIds: readonly string[]
  readonly products: { readonly photo: string; readonly package: string }
  /** Everything the bank has told or wanted to tell. */
  readonly notices: Notice[]
  /** Whether what the bank tells gets lost on the way; the test may then tell it itself. */
  losesNotices: boolean
  /** Whether the bank answers nothing. */
  bankIsSilent: boolean
  /** Letters that left the house, each id as often as it was sent. */
  readonly letters: Mail[]
  /** Tells a notice as the bank would, signed now. @returns the HTTP status */
  tell(notice: Notice): Promise<number>
  /** A token to search with; the same until it grows old. */
  token(number?: string): Promise<string>
  /** Empties the shop of carts, orders, codes, work and news, so that it is as quick as on the first day. */
  forgetBuyers(): Promise<void>
}

/** The runner whose package is sold; three photos show her. */
export const runnerNumber = '7'

export async function openTill(): Promise<Till> {
  const notices: Notice[] = []
  const letters: Mail[] = []
  const faults = { losesNotices: false, bankIsSilent: false }
  const world = await openFindingWorld({
    index: createFaceIndex(),
    more: (ground, { finder }): readonly Feature[] => {
      const sandbox = createSandboxBank(ground, async (_url, body) => {
        const notice = { paymentId: (JSON.parse(body) as Notice).paymentId, body }
        notices.push(notice)
        return faults.losesNotices ? 204 : tell(notice)
      })
      const { callers } = createSigningIn(ground)
      const mailer = createFolderMailer(join(ground.config.dataDir, 'outbox'), 'photos@one.test')
      const bank = sometimesSilent(sandbox.bank, () => faults.bankIsSilent)
      return [
        createCatalogFeature(ground),
        createCartFeature(ground, { finder, painter: framePainter, callers }),
        createOrdersFeature(ground, { finder, callers, sumsToPay, shrinker }),
        createInvoicesFeature(),
        createPaymentsFeature(ground, { banks: [bank] }),
        createArchivesFeature(ground, { finder }),
        createReceiptsFeature({ callers }),
        createMailingFeature({
          finder,
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
  const { app, ground } = world
  const tell = async ({ body }: Notice): Promise<number> => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: pathOf(notifyPayment, { provider: 'sandbox' }),
      headers: {
        host: 'one.test',
        'content-type': 'application/json',
        'x-sandbox-signature': signBody(body, ground.config.secrets.sandboxBank, ground.clock()),
      },
      payload: body,
    })
    return statusCode
  }
  const shop: Shop = {
    ...world,
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
  const event = await aSellingEvent(shop)
  const photoIds: string[] = []
  for (let index = 0; index < 6; index++) {
    const numbers = index < 3 ? [runnerNumber] : []
    photoIds.push((await aStoredPhoto(shop, event, { numbers, fileName: `${index}.jpg` })).photoId)
  }
  const products = {
    photo: await productOf(shop, event, 'photo'),
    package: await productOf(shop, event, 'photos_with_me'),
  }
  const forgetRows = await createForgetting(ground.db)
  let searches = 0
  const tokens = new Map<string, { token: string; until: number }>()
  const more = {
    event,
    photoIds,
    products,
    notices,
    letters,
    tell,
    token: async (number = '') => {
      const now = ground.clock().getTime()
      const known = tokens.get(number)
      if (known && known.until > now) return known.token
      searches += 1
      const { token } = await answer(app, createSearchToken, {
        params: { eventId: event.id },
        body: number === '' ? {} : { number },
        // one who searches this often is refused, which has a test of its own
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

/** The bank's own id of the payment whose page this is. */
export function bankIdOf(payUrl: string): string {
  return payUrl.split('/').at(-1) ?? ''
}
