import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { Id, listSchema, Money, Page, Timestamp } from './common.ts'

export const Receipt = z.object({
  receiptId: Id,
  invoiceId: Id,
  state: z.enum(['Preparing', 'Ready']),
  fileType: z.literal('html'),
  /** Refunded amount, for the receipt of a refund. Absent for the receipt of a payment. */
  refunded: z.optional(Money),
  /** The `key` of `downloadReceipt`, for links that a browser opens without headers. A service may omit it. */
  key: z.optional(z.string()),
  createdOn: Timestamp,
})
export type Receipt = z.infer<typeof Receipt>

export const listReceipts = defineCall({
  service: 'receipts',
  name: 'listReceipts',
  summary: 'Lists the receipts of an invoice, oldest first: of its payment, and of each refund',
  method: 'GET',
  path: '/receipts',
  auth: 'any',
  device: true,
  query: z.object({ invoiceId: Id, offset: Page.offset, count: Page.largeCount }),
  status: 200,
  answer: listSchema(Receipt),
  errors: ['InvoiceNotFound', 'TokenExpired', 'TokenInvalid', 'IdentityUnavailable'],
})

export const getReceipt = defineCall({
  service: 'receipts',
  name: 'getReceipt',
  summary: 'Returns one receipt',
  method: 'GET',
  path: '/receipts/:receiptId',
  auth: 'any',
  device: true,
  params: z.object({ receiptId: Id }),
  status: 200,
  answer: Receipt,
  errors: ['ReceiptNotFound', 'TokenExpired', 'TokenInvalid', 'IdentityUnavailable'],
})

export const downloadReceipt = defineCall({
  service: 'receipts',
  name: 'downloadReceipt',
  summary: 'Returns the receipt as a printable page',
  method: 'GET',
  path: '/receipts/download',
  auth: 'any',
  device: true,
  query: z.object({
    invoiceId: Id,
    fileType: z._default(z.literal('html'), 'html'),
    /** One of the receipts of the invoice. Absent: that of its payment. */
    receiptId: z.optional(Id),
    /** From `listReceipts` or a letter: opens the receipts of this invoice without another proof. */
    key: z.optional(z.string().check(z.maxLength(128))),
  }),
  status: 200,
  file: 'text/html',
  answerHeaders: { 'Content-Disposition': 'Shown in the browser, with a file name for saving it' },
  errors: ['ReceiptNotFound', 'NotPaid', 'TokenExpired', 'TokenInvalid', 'IdentityUnavailable'],
})
