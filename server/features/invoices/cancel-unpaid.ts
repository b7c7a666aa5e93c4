import { type Context, inTransaction } from '../../platform/context.ts'
import { cancelOrder } from '../orders/index.ts'
import { findLiveAttempts, lockInvoice, markCanceled } from './store.ts'

/**
 * Cancels an unpaid invoice and its order, in one transaction.
 *
 * @returns false while a live attempt exists: it has to end first
 */
export function cancelUnpaidInvoice(context: Context, invoiceId: string): Promise<boolean> {
  return inTransaction(context, async (transaction) => {
    const invoice = await lockInvoice(transaction, invoiceId)
    if (invoice?.state !== 'Open') return true
    if ((await findLiveAttempts(transaction, invoiceId)).length > 0) return false
    await markCanceled(transaction, invoiceId)
    await cancelOrder(transaction, invoice.orderId)
    return true
  })
}
