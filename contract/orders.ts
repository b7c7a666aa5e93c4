import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { ProductType } from './catalog.ts'
import {
  CalendarDay,
  CaptureDetails,
  CurrencyId,
  Id,
  Image,
  listSchema,
  Money,
  Page,
  Timestamp,
} from './common.ts'

export const OrderState = z.enum(['AwaitingPayment', 'Completed', 'Canceled'])
export type OrderState = z.infer<typeof OrderState>

/** Describes money that the shop refunds. The state is `Created` until the bank confirms the transfer. */
export const OrderRefund = z.object({
  amount: Money,
  state: z.enum(['Created', 'Succeeded']),
  /** When it entered its state. */
  changedOn: Timestamp,
})
export type OrderRefund = z.infer<typeof OrderRefund>

export const Order = z.object({
  orderId: Id,
  /** Order number for support on the phone. Grants no access. */
  number: z.string(),
  state: OrderState,
  currencyId: CurrencyId,
  invoiceId: Id,
  /** Before the discount of a payment method. */
  totalAmount: Money,
  /** The paid amount. Before that, the amount due with the last started payment method, or else with the first one offered. */
  amountToPay: z.optional(Money),
  /** The payment method that was used, or last started. Absent when there is none. */
  paymentTypeId: z.optional(Id),
  catalogId: Id,
  eventId: Id,
  albumId: Id,
  /**
   * IANA time zone of the event, for displaying the order's moments. Absent when the event was deleted. A service of an earlier
   * release omits it, and so do copies on devices.
   */
  timeZone: z.optional(z.string()),
  /** Masked for callers without a proof, where the order was placed with a device key. */
  customer: z.object({
    email: z.string(),
    /** Set while the relay refuses the address: letters wait for a correction. */
    refused: z.optional(z.literal(true)),
  }),
  createdOn: Timestamp,
  /** Absent until something is paid. */
  paidOn: z.optional(Timestamp),
  preorder: z.boolean(),
  /** Given by someone else, who paid for it in another order. */
  gift: z.optional(z.boolean()),
  /** Message of the giver to the runner, for both of them. */
  giftMessage: z.optional(z.string()),
  /** Amount refunded to the buyer, if any. */
  refundedAmount: z.optional(Money),
  /** Single refunds, oldest first, including pending ones. Absent when there are none. */
  refunds: z.optional(z.array(OrderRefund)),
  /** Time of the full refund. From then on nothing of the order is delivered. */
  withdrawnOn: z.optional(Timestamp),
})
export type Order = z.infer<typeof Order>

export const Download = z.object({
  /** Distinguishes the file from others of its item in every language. A service may omit it. */
  fileId: z.optional(Id),
  /** In the requested language. Safe in file systems, and unique within the order. */
  fileName: z.string(),
  /** Absent for a video. */
  taken: z.optional(CaptureDetails),
  url: z.string(),
  bytes: z.int(),
  expiresOn: Timestamp,
  thumb: z.optional(Image),
  /**
   * Token that opens the same picture, small but without watermark, until `expiresOn`: see `getPicture`. Absent for a video.
   */
  picture: z.optional(z.string()),
  /** The photo that the file is, or that it shows in a frame. Absent for a video. */
  photoId: z.optional(Id),
  /** The frame around the photo, if any. */
  frameId: z.optional(Id),
  /** Set for a video. */
  videoId: z.optional(Id),
  /** Added after the order was paid. */
  isNew: z.optional(z.boolean()),
})
export type Download = z.infer<typeof Download>

export const OrderItem = z.object({
  orderItemId: Id,
  totalPrice: Money,
  product: z.object({ productId: z.optional(Id), title: z.string(), productType: ProductType }),
  /** Set for a single photo, also in a frame. */
  taken: z.optional(CaptureDetails),
  /** Given to the runner of a shared link, in whose order the file is. */
  gift: z.optional(z.boolean()),
  /** Only for a paid order. */
  downloads: z.optional(z.array(Download)),
  /** Number of files of a paid item that are still being rendered, such as photos in a frame. */
  preparing: z.optional(z.int()),
  /** Last day of the event, for a paid pre-order that has no photos yet. */
  waitsUntil: z.optional(CalendarDay),
  /** Bought gift codes, and the event whose photos they are for. */
  codes: z.optional(z.array(z.string())),
  event: z.optional(z.object({ eventId: Id, title: z.string() })),
})
export type OrderItem = z.infer<typeof OrderItem>

const OrderParams = z.object({ orderId: Id })

/**
 * Describes the calls about one order. They need a proof: the key of a device of the order, or the account that placed it or has
 * its verified e-mail address. An order that was placed without a device key and without an account opens by its id. Callers
 * without access get the answer for an unknown order.
 */
const callDefaults = { service: 'orders', auth: 'any', device: true } as const

const accessErrors = ['OrderNotFound', 'TokenExpired', 'TokenInvalid', 'IdentityUnavailable'] as const

export const getOrder = defineCall({
  ...callDefaults,
  name: 'getOrder',
  summary: 'Returns one order',
  method: 'GET',
  path: '/orders/:orderId',
  params: OrderParams,
  status: 200,
  answer: Order,
  errors: accessErrors,
})

/** The key in the link of an order's letter. */
const OrderKey = z.string().check(z.minLength(1), z.maxLength(128))

export const addOrderDevice = defineCall({
  service: 'orders',
  name: 'addOrderDevice',
  summary:
    'Exchanges the key from the link of a letter for access of the calling device; repeats change nothing',
  method: 'POST',
  path: '/orders/:orderId/devices',
  auth: 'none',
  device: true,
  params: OrderParams,
  body: z.strictObject({ key: OrderKey }),
  status: 204,
  errors: ['OrderNotFound'],
})

export const listOrderItems = defineCall({
  ...callDefaults,
  name: 'listOrderItems',
  summary: 'Lists the items of an order; of a paid order with links to the files',
  method: 'GET',
  path: '/orders/:orderId/items',
  params: OrderParams,
  query: z.object({ offset: Page.offset, count: Page.largeCount }),
  status: 200,
  answer: listSchema(OrderItem),
  errors: accessErrors,
})

export const getPicture = defineCall({
  service: 'orders',
  name: 'getPicture',
  summary: 'Returns the thumbnail of a bought photo, or of a framed one, without a watermark',
  method: 'GET',
  path: '/pictures/:picture',
  auth: 'none',
  params: z.object({ picture: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  status: 200,
  file: 'image/webp',
  revalidated: true,
  ranges: true,
  errors: ['NotFound', 'LinkExpired', 'NotPaid'],
})

export const listOrders = defineCall({
  service: 'orders',
  name: 'listOrders',
  summary: 'Lists the orders of the signed-in user, newest first',
  method: 'GET',
  path: '/orders',
  auth: 'identity',
  query: z.object({
    sortBy: z._default(z.literal('createdOn:desc'), 'createdOn:desc'),
    offset: Page.offset,
    count: Page.count,
  }),
  status: 200,
  answer: listSchema(Order),
  errors: ['Unauthenticated', 'TokenExpired', 'TokenInvalid', 'IdentityUnavailable'],
})

export const listGifts = defineCall({
  service: 'orders',
  name: 'listGifts',
  summary: 'Lists the orders of an event that visitors of shared links have given to the calling device',
  method: 'GET',
  path: '/gifts',
  auth: 'none',
  device: true,
  query: z.object({ eventId: Id, offset: Page.offset, count: Page.count }),
  status: 200,
  answer: listSchema(z.object({ orderId: Id })),
  errors: [],
})

/**
 * Validates the `handle` that the service adds to the bank's return URL. It works once, and gives the calling device access to
 * the order.
 */
export const ReturnHandle = z.string().check(z.minLength(1), z.maxLength(512))

export const openReturn = defineCall({
  service: 'orders',
  name: 'openReturn',
  summary: 'Returns the order for the handle in the return URL of the bank; once, within an hour',
  method: 'POST',
  path: '/returns',
  auth: 'none',
  device: true,
  body: z.strictObject({ handle: ReturnHandle }),
  status: 200,
  answer: z.object({ orderId: Id }),
  idempotent: true,
  errors: ['ReturnSpent'],
})

export const sendLetterAgain = defineCall({
  ...callDefaults,
  name: 'sendLetterAgain',
  summary: 'Mails the links of a paid order again to its e-mail address; needs no credentials',
  method: 'POST',
  path: '/orders/:orderId/letter',
  params: OrderParams,
  status: 204,
  idempotent: true,
  errors: [...accessErrors, 'NotPaid'],
})

export const correctEmail = defineCall({
  ...callDefaults,
  name: 'correctEmail',
  summary: 'Changes the e-mail address of an order; the letter of a paid order is sent there at once',
  method: 'PUT',
  path: '/orders/:orderId/customer',
  params: OrderParams,
  body: z.strictObject({ email: z.string().check(z.maxLength(320)) }),
  status: 204,
  errors: [...accessErrors, 'EmailInvalid', 'EmailNotAscii'],
})
