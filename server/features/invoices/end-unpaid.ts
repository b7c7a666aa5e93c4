import { type Context, inTransaction } from '../../platform/context.ts'
import { cancelOrder } from '../orders/index.ts'
import { liveAttempts, lockInvoice, markCanceled } from './store.ts'

/**
 * Cancels an unpaid invoice and its order, in one transaction.
 *
 * @returns false while a live attempt exists: it has to end first
 */
export function endUnpaid(context: Context, invoiceId: string): Promise<boolean> {
  return inTransaction(context, async (inside) => {
    const invoice = await lockInvoice(inside, invoiceId)
    if (invoice?.state !== 'Open') return true
    if ((await liveAttempts(inside, invoiceId)).length > 0) return false
    await markCanceled(inside, invoiceId)
    await cancelOrder(inside, invoice.orderId)
    return true
  })
}
