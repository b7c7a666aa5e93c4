import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { ProductType } from './catalog.ts'
import { CurrencyId, Id, Image, listOf, Money, Page, Timestamp } from './common.ts'

export const OrderState = z.enum(['AwaitingPayment', 'Completed', 'Canceled'])
export type OrderState = z.infer<typeof OrderState>

/** Money that somebody of the shop gives back; `Created` until the bank has said that it has gone. */
export const OrderRefund = z.object({
  amount: Money,
  state: z.enum(['Created', 'Succeeded']),
  /** When it came into its state. */
  changedOn: Timestamp,
})
export type OrderRefund = z.infer<typeof OrderRefund>

export const Order = z.object({
  orderId: Id,
  /** What people say on the phone. Opens nothing. */
  number: z.string(),
  state: OrderState,
  currencyId: CurrencyId,
  invoiceId: Id,
  /** Before what a way to pay takes off. */
  totalAmount: Money,
  /** What was paid; while nothing is, what is to be paid the way that was begun last, or else the first that is offered. */
  amountToPay: z.optional(Money),
  /** The way it was paid, or was last begun to be; absent while there is none. */
  paymentTypeId: z.optional(Id),
  catalogId: Id,
  eventId: Id,
  albumId: Id,
  customer: z.object({ email: z.string() }),
  createdOn: Timestamp,
  preorder: z.boolean(),
  /** What went back to the buyer, if anything did. */
  refundedAmount: z.optional(Money),
  /** Each by itself, oldest first, with what is on its way; absent when there is none. */
  refunds: z.optional(z.array(OrderRefund)),
  /** All the money is back since then, and nothing of it is delivered any more. */
  withdrawnOn: z.optional(Timestamp),
})
export type Order = z.infer<typeof Order>

export const Download = z.object({
  fileName: z.string(),
  url: z.string(),
  bytes: z.int(),
  expiresOn: Timestamp,
  thumb: z.optional(Image),
  /** Opens the same picture as small, but without its mark, until then: `getPicture`; absent of a video. */
  picture: z.optional(z.string()),
  /** Came after the order was paid. */
  isNew: z.optional(z.boolean()),
})
export type Download = z.infer<typeof Download>

export const OrderItem = z.object({
  orderItemId: Id,
  totalPrice: Money,
  product: z.object({ productId: z.optional(Id), title: z.string(), productType: ProductType }),
  /** Only of a paid order. */
  downloads: z.optional(z.array(Download)),
  /** How many files of a paid item are still being made, such as photos in a frame. */
  preparing: z.optional(z.int()),
  /** Gift codes that were bought, and for the photos of which event. */
  codes: z.optional(z.array(z.string())),
  event: z.optional(z.object({ eventId: Id, title: z.string() })),
})
export type OrderItem = z.infer<typeof OrderItem>

const OfOrder = z.object({ orderId: Id })

export const getOrder = defineCall({
  service: 'orders',
  name: 'getOrder',
  summary: 'One order',
  method: 'GET',
  path: '/orders/:orderId',
  auth: 'none',
  params: OfOrder,
  status: 200,
  answer: Order,
  errors: ['OrderNotFound'],
})

export const listOrderItems = defineCall({
  service: 'orders',
  name: 'listOrderItems',
  summary: 'What was ordered; of a paid order with links to the files',
  method: 'GET',
  path: '/orders/:orderId/items',
  auth: 'none',
  params: OfOrder,
  status: 200,
  answer: listOf(OrderItem),
  errors: ['OrderNotFound'],
})

export const getPicture = defineCall({
  service: 'orders',
  name: 'getPicture',
  summary: 'A bought photo, or one in its frame, as small as a thumb and without a watermark',
  method: 'GET',
  path: '/pictures/:picture',
  auth: 'none',
  params: z.object({ picture: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  status: 200,
  file: 'image/webp',
  errors: ['NotFound', 'LinkExpired', 'NotPaid'],
})

export const listOrders = defineCall({
  service: 'orders',
  name: 'listOrders',
  summary: "The signed-in user's own orders, newest first",
  method: 'GET',
  path: '/orders',
  auth: 'identity',
  query: z.object({
    sortBy: z._default(z.literal('createdOn:desc'), 'createdOn:desc'),
    offset: Page.offset,
    count: Page.count,
  }),
  status: 200,
  answer: listOf(Order),
  errors: ['Unauthenticated', 'TokenExpired', 'TokenInvalid', 'IdentityUnavailable'],
})

/** The `handle` that the service adds to the address a bank returns the buyer to; a browser that has it opens that order once. */
export const ReturnHandle = z.string().check(z.minLength(1), z.maxLength(512))

export const openReturn = defineCall({
  service: 'orders',
  name: 'openReturn',
  summary: 'Trades the handle that a buyer brings back from the bank for the order, once and within the hour',
  method: 'POST',
  path: '/returns',
  auth: 'none',
  body: z.strictObject({ handle: ReturnHandle }),
  status: 200,
  answer: z.object({ orderId: Id }),
  idempotent: true,
  errors: ['ReturnSpent'],
})

export const sendLetterAgain = defineCall({
  service: 'orders',
  name: 'sendLetterAgain',
  summary: 'Mails the links of a paid order once more',
  method: 'POST',
  path: '/orders/:orderId/letter',
  auth: 'none',
  params: OfOrder,
  status: 204,
  idempotent: true,
  errors: ['OrderNotFound', 'NotPaid'],
})

export const correctEmail = defineCall({
  service: 'orders',
  name: 'correctEmail',
  summary: 'Where letters about an order go from now on; of a paid order the letter is sent there at once',
  method: 'PUT',
  path: '/orders/:orderId/customer',
  auth: 'none',
  params: OfOrder,
  body: z.strictObject({ email: z.string().check(z.maxLength(320)) }),
  status: 204,
  errors: ['OrderNotFound', 'EmailInvalid'],
})
