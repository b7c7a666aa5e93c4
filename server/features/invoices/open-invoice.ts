import type { CurrencyId } from '../../../contract/common.ts'
import type { Context } from '../../platform/context.ts'
import { insertInvoice } from './store.ts'

/** Inserts an order's invoice, in the checkout's transaction. A free order's invoice is paid from the start. */
export async function openInvoice(
  context: Context,
  invoice: {
    id: string
    orderId: string
    /** Minor units. */
    amount: number
    currencyId: CurrencyId
    albumId: string
    isPaid: boolean
  },
): Promise<void> {
  const { isPaid, ...values } = invoice
  await insertInvoice(context, {
    ...values,
    tenant: context.tenant.name,
    state: isPaid ? 'Paid' : 'Open',
    createdOn: context.now,
    paidOn: isPaid ? context.now : null,
  })
}
