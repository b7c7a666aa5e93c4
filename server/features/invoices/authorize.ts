import type { ErrorCode } from '../../../contract/errors.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import type { Caller } from '../identity/index.ts'
import { type AccessServices, authorizeOrder } from '../orders/index.ts'
import { findInvoice, type InvoiceRow } from './store.ts'

/**
 * Returns an invoice whose order the caller may open, see `authorizeOrder`.
 *
 * @throws Failure InvoiceNotFound or `refusal`; TokenExpired, TokenInvalid, IdentityUnavailable
 */
export async function authorizeInvoice(
  context: Context,
  services: AccessServices,
  input: Caller,
  invoiceId: string,
  refusal: ErrorCode = 'InvoiceNotFound',
): Promise<InvoiceRow> {
  const invoice = await findInvoice(context, invoiceId)
  await authorizeOrder(context, services, input, invoice?.orderId ?? '', { refusal })
  if (!invoice) throw new Failure(refusal)
  return invoice
}
