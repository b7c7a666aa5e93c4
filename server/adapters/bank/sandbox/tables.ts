import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { BankPaymentRequest } from '../../../features/payments/ports.ts'

/** Refunds that the sandbox bank has executed. `merchantRefundId` makes a repeated request idempotent. */
export const sandboxBankRefunds = pgTable(
  'sandbox_bank_refunds',
  {
    merchantRefundId: text('merchant_refund_id').primaryKey(),
    paymentId: text('payment_id').notNull(),
    amount: integer().notNull(),
  },
  (table) => [index('sandbox_bank_refunds_payment').on(table.paymentId)],
)

/** Payments of the sandbox bank, separate from the shop's tables: neither reads the other's. */
export const sandboxBankPayments = pgTable(
  'sandbox_bank_payments',
  {
    id: text().primaryKey(),
    /** The shop that opened the payment. */
    tenant: text().notNull(),
    merchantPaymentId: text('merchant_payment_id').notNull(),
    order: jsonb().$type<BankPaymentRequest>().notNull(),
    amount: integer().notNull(),
    state: text({ enum: ['Created', 'Pending', 'Succeeded', 'Declined'] }).notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('sandbox_bank_payments_merchant').on(table.tenant, table.merchantPaymentId),
    index('sandbox_bank_payments_state').on(table.state),
  ],
)
