import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { CurrencyId, Id, listSchema, Money, Page, Timestamp } from './common.ts'

export const PaymentType = z.object({
  paymentTypeId: Id,
  kind: z.enum(['BankCard', 'FastPayment', 'External']),
  title: z.string(),
  discountPercent: z.int(),
  amountToPay: Money,
})
export type PaymentType = z.infer<typeof PaymentType>

export const PaymentState = z.enum(['Created', 'Pending', 'Succeeded', 'Declined'])
export type PaymentState = z.infer<typeof PaymentState>

export const Payment = z.object({
  paymentId: Id,
  paymentTypeId: Id,
  /** A `Discount` entry is an amount that need not be paid, e.g. the 5 % of a fast payment. */
  type: z.enum(['Payment', 'Discount']),
  state: PaymentState,
  amount: Money,
  createdOn: Timestamp,
})
export type Payment = z.infer<typeof Payment>

const InvoiceParams = z.object({ invoiceId: Id })

export const listPaymentTypes = defineCall({
  service: 'invoices',
  name: 'listPaymentTypes',
  summary: 'Lists the payment types for an amount; with an album, those that its event accepts',
  method: 'GET',
  path: '/paymentTypes',
  auth: 'none',
  query: z.object({
    amount: z.coerce.number().check(z.int(), z.minimum(0)),
    currencyId: z.pipe(z.coerce.number(), CurrencyId),
    albumId: z.optional(Id),
    offset: Page.offset,
    count: Page.count,
  }),
  status: 200,
  answer: listSchema(PaymentType),
  errors: ['EventNotFound'],
})

export const createPayment = defineCall({
  service: 'invoices',
  name: 'createPayment',
  summary: "Starts the payment of an invoice; returns the URL of the bank's page",
  method: 'POST',
  path: '/invoices/:invoiceId/payments',
  auth: 'any',
  device: true,
  params: InvoiceParams,
  // the service adds a one-time `handle` to the query of `returnUrl`; `openReturn` of the orders exchanges it for the order
  body: z.strictObject({ paymentTypeId: Id, returnUrl: z.string().check(z.maxLength(2048)) }),
  status: 201,
  answer: z.object({ paymentId: Id, payUrl: z.string(), state: PaymentState }),
  idempotent: true,
  errors: [
    'InvoiceNotFound',
    'InvoicePaid',
    'InvoiceCanceled',
    'PaymentInProgress',
    'PaymentTypeUnknown',
    'ReturnUrlNotAllowed',
    'ProviderUnavailable',
    'PaymentRefused',
    'TokenExpired',
    'TokenInvalid',
    'IdentityUnavailable',
  ],
})

export const listPayments = defineCall({
  service: 'invoices',
  name: 'listPayments',
  summary: 'Lists the payment attempts of an invoice, oldest first',
  method: 'GET',
  path: '/invoices/:invoiceId/payments',
  auth: 'any',
  device: true,
  params: InvoiceParams,
  query: z.object({ offset: Page.offset, count: Page.largeCount }),
  status: 200,
  answer: listSchema(Payment),
  errors: ['InvoiceNotFound', 'TokenExpired', 'TokenInvalid', 'IdentityUnavailable'],
})

export const notifyPayment = defineCall({
  service: 'invoices',
  name: 'notifyPayment',
  summary:
    'Receives a signed notification of a payment provider; forged ones are refused, repeated and late ones have no effect',
  method: 'POST',
  path: '/providers/:provider/notifications',
  auth: 'none',
  params: z.object({ provider: z.string().check(z.maxLength(32)) }),
  // the signature covers the bytes, of any media type
  bodyType: '*/*',
  status: 204,
  errors: ['SignatureInvalid', 'ProviderNotFound'],
})
