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
    /** Minor units, before what a way to pay takes off. */
    amount: integer().notNull(),
    currencyId: integer('currency_id').$type<CurrencyId>().notNull(),
    albumId: text('album_id').notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
    paidOn: timestamp('paid_on', { withTimezone: true }),
  },
  (table) => [uniqueIndex('invoices_order').on(table.tenant, table.orderId)],
)

/** Money that goes back, with its reason; each is asked of the bank under its own id. */
export const refunds = pgTable(
  'refunds',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    invoiceId: text('invoice_id').notNull(),
    /** The attempt whose money it is. */
    paymentId: text('payment_id').notNull(),
    /** Minor units. */
    amount: integer().notNull(),
    currencyId: integer('currency_id').$type<CurrencyId>().notNull(),
    /** `PaidTwice` is given back by itself; `Asked` by somebody of the shop, who may say more. */
    reason: text({ enum: ['Asked', 'PaidTwice'] }).notNull(),
    note: text().notNull(),
    state: text({ enum: ['Created', 'Succeeded', 'Declined'] }).notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
    changedOn: timestamp('changed_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('refunds_invoice').on(table.tenant, table.invoiceId),
    // a payment that was one too many goes back once
    uniqueIndex('refunds_paid_twice').on(table.tenant, table.paymentId).where(sql`reason = 'PaidTwice'`),
  ],
)

/** Every attempt to pay, and the discounts that come with some of them. */
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
    /** Of a discount: the attempt that it belongs to and shares its fate with. */
    attemptId: text('attempt_id'),
    /** Of an attempt: the bank, the bank's own id, and where the buyer pays. */
    provider: text().notNull(),
    providerPaymentId: text('provider_payment_id'),
    payUrl: text('pay_url'),
    returnUrl: text('return_url').notNull(),
    /** Why somebody must look at it: `AmountDiffers`, `PaidTwice`. */
    held: text(),
    /** Counts the entries of an invoice: two may be of one moment. */
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
