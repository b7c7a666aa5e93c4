import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CurrencyId } from '../../../contract/common.ts'

export const invoices = pgTable(
  'invoices',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    orderId: text('order_id').notNull(),
    state: text({ enum: ['Open', 'Paid', 'Canceled'] }).notNull(),
    /** Minor units, before the discount of a payment type. */
    amount: integer().notNull(),
    currencyId: integer('currency_id').$type<CurrencyId>().notNull(),
    albumId: text('album_id').notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
    paidOn: timestamp('paid_on', { withTimezone: true }),
  },
  (table) => [uniqueIndex('invoices_order').on(table.tenant, table.orderId)],
)

/** Stores refunds, with their reason; each is requested from the bank under a separate id. */
export const refunds = pgTable(
  'refunds',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    invoiceId: text('invoice_id').notNull(),
    /** The refunded attempt. */
    paymentId: text('payment_id').notNull(),
    /** Minor units. */
    amount: integer().notNull(),
    currencyId: integer('currency_id').$type<CurrencyId>().notNull(),
    /** `PaidTwice` is refunded automatically; `Asked` by the shop's staff, who may add a note. */
    reason: text({ enum: ['Asked', 'PaidTwice'] }).notNull(),
    note: text().notNull(),
    state: text({ enum: ['Created', 'Succeeded', 'Declined'] }).notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
    changedOn: timestamp('changed_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('refunds_invoice').on(table.tenant, table.invoiceId),
    // A duplicate payment is refunded once.
    uniqueIndex('refunds_paid_twice').on(table.tenant, table.paymentId).where(sql`reason = 'PaidTwice'`),
  ],
)

/** Stores all attempts to pay, and the discounts of some of them. */
export const payments = pgTable(
  'payments',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    invoiceId: text('invoice_id').notNull(),
    paymentTypeId: text('payment_type_id').notNull(),
    type: text({ enum: ['Payment', 'Discount'] }).notNull(),
    state: text({ enum: ['Created', 'Pending', 'Succeeded', 'Declined'] }).notNull(),
    /** Minor units. */
    amount: integer().notNull(),
    currencyId: integer('currency_id').$type<CurrencyId>().notNull(),
    /** Of a discount: its attempt, whose state it shares. */
    attemptId: text('attempt_id'),
    /** Of an attempt: the bank, the bank's id, and the address at which the buyer pays. */
    provider: text().notNull(),
    providerPaymentId: text('provider_payment_id'),
    payUrl: text('pay_url'),
    returnUrl: text('return_url').notNull(),
    /** Reason for manual review: `AmountDiffers`, `PaidTwice`. */
    reviewReason: text('held'),
    /** Sequence number within an invoice: two entries may have the same time. */
    position: integer().notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
    changedOn: timestamp('changed_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('payments_invoice').on(table.tenant, table.invoiceId, table.createdOn),
    uniqueIndex('payments_provider').on(table.tenant, table.provider, table.providerPaymentId),
    uniqueIndex('payments_one_live')
      .on(table.tenant, table.invoiceId)
      .where(sql`type = 'Payment' and state in ('Created', 'Pending')`),
  ],
)
