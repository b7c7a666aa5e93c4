import { and, eq, inArray } from 'drizzle-orm'
import type { PaymentState } from '../../../../contract/invoices.ts'
import type { BankPaymentRequest } from '../../../features/payments/ports.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { sandboxBankPayments, sandboxBankRefunds } from './tables.ts'

export type SandboxPayment = typeof sandboxBankPayments.$inferSelect

/** Opens a payment, or returns the one that this shop opened earlier under the same id. */
export async function openPayment(
  db: Db,
  payment: { id: string; tenant: string; order: BankPaymentRequest; now: Date },
): Promise<SandboxPayment> {
  await db
    .insert(sandboxBankPayments)
    .values({
      id: payment.id,
      tenant: payment.tenant,
      merchantPaymentId: payment.order.paymentId,
      order: payment.order,
      amount: payment.order.amount.amount,
      state: 'Created',
      createdOn: payment.now,
    })
    .onConflictDoNothing()
  const [row] = await db
    .select()
    .from(sandboxBankPayments)
    .where(
      and(
        eq(sandboxBankPayments.tenant, payment.tenant),
        eq(sandboxBankPayments.merchantPaymentId, payment.order.paymentId),
      ),
    )
  if (!row) throw new Error('The sandbox bank lost a payment')
  return row
}

/** Finds a payment of any tenant by the bank's id. Returns undefined when there is none. */
export async function findPayment(db: Db, id: string): Promise<SandboxPayment | undefined> {
  const [row] = await db.select().from(sandboxBankPayments).where(eq(sandboxBankPayments.id, id))
  return row
}

/** Refunds a part of a paid payment, once per refund id. @returns false when the refundable amount is too small */
export async function recordRefund(
  db: Db,
  refund: { merchantRefundId: string; paymentId: string; amount: number },
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const [payment] = await transaction
      .select()
      .from(sandboxBankPayments)
      .where(eq(sandboxBankPayments.id, refund.paymentId))
      .for('update')
    const earlierRefunds = await transaction
      .select()
      .from(sandboxBankRefunds)
      .where(eq(sandboxBankRefunds.paymentId, refund.paymentId))
    if (earlierRefunds.some(({ merchantRefundId }) => merchantRefundId === refund.merchantRefundId))
      return true
    const refundableAmount = earlierRefunds.reduce(
      (remaining, { amount }) => remaining - amount,
      payment?.amount ?? 0,
    )
    if (payment?.state !== 'Succeeded' || refund.amount > refundableAmount) return false
    await transaction.insert(sandboxBankRefunds).values(refund)
    return true
  })
}

/** Changes the state of a payment once. Returns whether this call changed it. */
export async function changePaymentState(
  db: Db,
  id: string,
  from: readonly PaymentState[],
  to: PaymentState,
): Promise<boolean> {
  const changedRows = await db
    .update(sandboxBankPayments)
    .set({ state: to })
    .where(and(eq(sandboxBankPayments.id, id), inArray(sandboxBankPayments.state, [...from])))
    .returning({ id: sandboxBankPayments.id })
  return changedRows.length > 0
}
