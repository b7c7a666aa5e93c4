import { createArchive, getArchive } from '../../contract/archives.ts'
import type { Call } from '../../contract/call.ts'
import { listPayments } from '../../contract/invoices.ts'
import { correctEmail, getOrder, listOrderItems } from '../../contract/orders.ts'
import { getProviderOrder } from '../../contract/payments.ts'
import { subscribe } from '../../contract/push.ts'
import { downloadReceipt, getReceipt, listReceipts } from '../../contract/receipts.ts'
import { buyerEmail, type Purchase } from '../support/data/purchases.ts'
import { type Ask, send } from '../support/server/api-calls.ts'
import type { Shop } from '../support/server/shop.ts'
import { aBrowserSubscription } from '../support/server/two-tenants.ts'

type PurchaseIds = Omit<Purchase, 'device'>

interface Attack {
  call: Call
  ask: Ask
  refused: [number, string]
}

/** Returns every call for an order or its documents, and its answer for an unknown id. */
const listCalls = (bought: PurchaseIds): Attack[] => {
  const { orderId, invoiceId, archiveId, receiptId } = bought
  const order = [404, 'OrderNotFound'] satisfies [number, string]
  const invoice = [404, 'InvoiceNotFound'] satisfies [number, string]
  const receipt = [404, 'ReceiptNotFound'] satisfies [number, string]
  return [
    { call: getOrder, ask: { params: { orderId } }, refused: order },
    { call: listOrderItems, ask: { params: { orderId } }, refused: order },
    { call: correctEmail, ask: { params: { orderId }, body: { email: buyerEmail } }, refused: order },
    { call: createArchive, ask: { body: { orderId } }, refused: order },
    {
      call: subscribe,
      ask: { body: { subscription: aBrowserSubscription(), topics: [{ orderId }] } },
      refused: order,
    },
    { call: getArchive, ask: { params: { archiveId } }, refused: [404, 'ArchiveNotFound'] },
    { call: listPayments, ask: { params: { invoiceId } }, refused: invoice },
    {
      call: getProviderOrder,
      ask: { params: { invoiceNumber: invoiceId } },
      refused: [404, 'PaymentNotFound'],
    },
    { call: listReceipts, ask: { query: { invoiceId } }, refused: invoice },
    { call: downloadReceipt, ask: { query: { invoiceId } }, refused: receipt },
    { call: getReceipt, ask: { params: { receiptId } }, refused: receipt },
  ]
}

const merged = (ask: Ask, by: Ask): Ask => ({ ...ask, ...by, headers: { ...ask.headers, ...by.headers } })

/**
 * Returns the calls of an order with the status and code of each answer.
 *
 * @param by headers and token of the caller
 * @param openings receives for each call whether it succeeded
 */
export async function answersTo(
  { app }: Pick<Shop, 'app'>,
  bought: PurchaseIds,
  by: Ask,
  openings: boolean[] = [],
): Promise<(string | number)[][]> {
  const results: (string | number)[][] = []
  for (const { call, ask } of listCalls(bought)) {
    const response = await send(app, call, merged(ask, by))
    const isRefused = response.statusCode >= 400
    openings.push(!isRefused)
    results.push([
      call.name,
      response.statusCode,
      ...(isRefused ? [response.json<{ code: string }>().code] : []),
    ])
  }
  return results
}

/** Returns the expected answers for a caller with access to the order. */
export const allOpen = (bought: PurchaseIds) => listCalls(bought).map(({ call }) => [call.name, call.status])
/** Returns the expected answers for a caller without access to the order. */
export const allRefused = (bought: PurchaseIds) =>
  listCalls(bought).map(({ call, refused: [status, code] }) => [call.name, status, code])

/** Ids that no order has. */
export const unknownIds: PurchaseIds = {
  orderId: 'unknown',
  invoiceId: 'unknown',
  archiveId: 'unknown',
  receiptId: 'unknown',
}
