import { createArchive, getArchive } from '../../contract/archives.ts'
import type { Call } from '../../contract/call.ts'
import { listPayments } from '../../contract/invoices.ts'
import { correctEmail, getOrder, listOrderItems } from '../../contract/orders.ts'
import { getProviderOrder } from '../../contract/payments.ts'
import { subscribe } from '../../contract/push.ts'
import { downloadReceipt, getReceipt, listReceipts } from '../../contract/receipts.ts'
import { buyerEmail, type Purchase } from '../support/data/purchases.ts'
import { type CallInput, sendCall } from '../support/server/api-calls.ts'
import type { Shop } from '../support/server/shop.ts'
import { createBrowserSubscription } from '../support/server/two-tenants.ts'

type PurchaseIds = Omit<Purchase, 'device'>

interface OrderCall {
  call: Call
  input: CallInput
  refusal: [number, string]
}

/** Returns every call for an order or its documents, and its answer for an unknown id. */
const listOrderCalls = (purchase: PurchaseIds): OrderCall[] => {
  const { orderId, invoiceId, archiveId, receiptId } = purchase
  const order = [404, 'OrderNotFound'] satisfies [number, string]
  const invoice = [404, 'InvoiceNotFound'] satisfies [number, string]
  const receipt = [404, 'ReceiptNotFound'] satisfies [number, string]
  return [
    { call: getOrder, input: { params: { orderId } }, refusal: order },
    { call: listOrderItems, input: { params: { orderId } }, refusal: order },
    { call: correctEmail, input: { params: { orderId }, body: { email: buyerEmail } }, refusal: order },
    { call: createArchive, input: { body: { orderId } }, refusal: order },
    {
      call: subscribe,
      input: { body: { subscription: createBrowserSubscription(), topics: [{ orderId }] } },
      refusal: order,
    },
    { call: getArchive, input: { params: { archiveId } }, refusal: [404, 'ArchiveNotFound'] },
    { call: listPayments, input: { params: { invoiceId } }, refusal: invoice },
    {
      call: getProviderOrder,
      input: { params: { invoiceNumber: invoiceId } },
      refusal: [404, 'PaymentNotFound'],
    },
    { call: listReceipts, input: { query: { invoiceId } }, refusal: invoice },
    { call: downloadReceipt, input: { query: { invoiceId } }, refusal: receipt },
    { call: getReceipt, input: { params: { receiptId } }, refusal: receipt },
  ]
}

const mergeInputs = (input: CallInput, caller: CallInput): CallInput => ({
  ...input,
  ...caller,
  headers: { ...input.headers, ...caller.headers },
})

/**
 * Returns the calls of an order with the status and code of each answer.
 *
 * @param by headers and token of the caller
 * @param openings receives for each call whether it succeeded
 */
export async function collectResults(
  { app }: Pick<Shop, 'app'>,
  purchase: PurchaseIds,
  caller: CallInput,
  areOpen: boolean[] = [],
): Promise<(string | number)[][]> {
  const results: (string | number)[][] = []
  for (const { call, input } of listOrderCalls(purchase)) {
    const response = await sendCall(app, call, mergeInputs(input, caller))
    const isRefused = response.statusCode >= 400
    areOpen.push(!isRefused)
    results.push([
      call.name,
      response.statusCode,
      ...(isRefused ? [response.json<{ code: string }>().code] : []),
    ])
  }
  return results
}

/** Returns the expected answers for a caller with access to the order. */
export const buildOpenResults = (purchase: PurchaseIds) =>
  listOrderCalls(purchase).map(({ call }) => [call.name, call.status])
/** Returns the expected answers for a caller without access to the order. */
export const buildRefusedResults = (purchase: PurchaseIds) =>
  listOrderCalls(purchase).map(({ call, refusal: [status, code] }) => [call.name, status, code])

/** Ids that no order has. */
export const unknownIds: PurchaseIds = {
  orderId: 'unknown',
  invoiceId: 'unknown',
  archiveId: 'unknown',
  receiptId: 'unknown',
}
