import { and, eq, inArray } from 'drizzle-orm'
import type { PaymentState } from '../../../../contract/invoices.ts'
import type { BankOrder } from '../../../features/payments/ports.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { sandboxBankPayments, sandboxBankRefunds } from './tables.ts'

export type SandboxPayment = typeof sandboxBankPayments.$inferSelect

/** Opens a payment, or returns the one that this shop opened earlier under the same id. */
export async function openPayment(
  db: Db,
  payment: { id: string; tenant: string; order: BankOrder; now: Date },
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
export async function giveBack(
  db: Db,
  refund: { merchantRefundId: string; paymentId: string; amount: number },
): Promise<boolean> {
  return db.transaction(async (inside) => {
    const [payment] = await inside
      .select()
      .from(sandboxBankPayments)
      .where(eq(sandboxBankPayments.id, refund.paymentId))
      .for('update')
    const given = await inside
      .select()
      .from(sandboxBankRefunds)
      .where(eq(sandboxBankRefunds.paymentId, refund.paymentId))
    if (given.some(({ merchantRefundId }) => merchantRefundId === refund.merchantRefundId)) return true
    const left = given.reduce((rest, { amount }) => rest - amount, payment?.amount ?? 0)
    if (payment?.state !== 'Succeeded' || refund.amount > left) return false
    await inside.insert(sandboxBankRefunds).values(refund)
    return true
  })
}

/** Changes the state of a payment once. Returns whether this call changed it. */
export async function movePayment(
  db: Db,
  id: string,
  from: readonly PaymentState[],
  to: PaymentState,
): Promise<boolean> {
  const moved = await db
    .update(sandboxBankPayments)
    .set({ state: to })
    .where(and(eq(sandboxBankPayments.id, id), inArray(sandboxBankPayments.state, [...from])))
    .returning({ id: sandboxBankPayments.id })
  return moved.length > 0
}
