import type { Money } from '../../../contract/common.ts'
import type { Context, FiscalReceipts } from '../../platform/context.ts'
import { resolveLocalText } from '../../platform/local-text.ts'
import { listRefunds, type PaymentRow, type RefundRow } from '../invoices/index.ts'
import { findOrderItems, isPrepaid, type OrderItemRow, type OrderRow } from '../orders/index.ts'
import type { FiscalReceipt } from './ports.ts'

type Mode = FiscalReceipt['items'][number]['mode']
type Attempt = Pick<PaymentRow, 'id' | 'invoiceId' | 'amount' | 'currencyId'>

/**
 * Returns the data of the cash receipt for a payment of an order, in the buyer's language. The amount is spread over the items
 * in proportion to their prices; prepaid items state a prepayment.
 *
 * @returns undefined where the tenant's settings ask for no cash receipts
 */
export async function buildPaymentReceipt(
  context: Context,
  order: OrderRow,
  { amount, currencyId }: Money,
): Promise<FiscalReceipt | undefined> {
  const { fiscalReceipts } = context.tenant
  if (!fiscalReceipts) return undefined
  const items = await findOrderItems(context, order.id)
  const shares = splitAmount(amount, toPrices(items))
  return toReceipt(fiscalReceipts, order, { items, shares, currencyId, isSettled: false })
}

/**
 * Returns the data of the cash receipt for a refund. The refund is split over the items in proportion to the unrefunded rest of
 * their shares, so the refunds of an item never exceed its share.
 *
 * @param isSettled whether the settlement receipt of the prepaid items exists: they state a full payment then
 * @returns undefined where the tenant's settings ask for no cash receipts
 */
export async function buildRefundReceipt(
  context: Context,
  order: OrderRow,
  { attempt, refund, isSettled }: { attempt: Attempt; refund: RefundRow; isSettled: boolean },
): Promise<FiscalReceipt | undefined> {
  const { fiscalReceipts } = context.tenant
  if (!fiscalReceipts) return undefined
  const items = await findOrderItems(context, order.id)
  const refunds = await listRefunds(context, attempt.invoiceId)
  const position = refunds.findIndex(({ id }) => id === refund.id)
  const shares = splitAmount(refund.amount, findUnrefundedShares(items, attempt, refunds.slice(0, position)))
  return toReceipt(fiscalReceipts, order, { items, shares, currencyId: refund.currencyId, isSettled })
}

/**
 * Returns the data of the settlement receipt of an order, and its amount: what was paid for the prepaid items and not refunded.
 *
 * @param refunds of the order's invoice
 * @returns undefined where the tenant's settings ask for no cash receipts
 */
export async function buildSettlementReceipt(
  context: Context,
  order: OrderRow,
  attempt: Attempt,
  refunds: readonly RefundRow[],
): Promise<{ amount: Money; receipt: FiscalReceipt } | undefined> {
  const { fiscalReceipts } = context.tenant
  if (!fiscalReceipts) return undefined
  const { currencyId } = attempt
  const items = await findOrderItems(context, order.id)
  const remaining = findUnrefundedShares(items, attempt, refunds)
  const shares = items.map((item, index) => (isPrepaid(order, item) ? (remaining[index] ?? 0) : 0))
  const receipt = toReceipt(fiscalReceipts, order, { items, shares, currencyId, isSettled: true })
  return { amount: { amount: sumAmounts(shares), currencyId }, receipt }
}

/** Returns the unrefunded rest of each item's share of a payment, in minor units. Refunds of other payments do not count. */
function findUnrefundedShares(
  items: readonly OrderItemRow[],
  { id, amount: paid }: Attempt,
  refunds: readonly RefundRow[],
): number[] {
  let remaining = splitAmount(paid, toPrices(items))
  for (const { paymentId, state, amount } of refunds) {
    if (paymentId !== id || state === 'Declined') continue
    const shares = splitAmount(amount, remaining)
    remaining = remaining.map((share, index) => share - (shares[index] ?? 0))
  }
  return remaining
}

/** Builds a receipt from the shares of the items in its amount. Items without a share are left out. */
function toReceipt(
  { mode: regularMode = 'full_payment', ...taxes }: FiscalReceipts,
  order: OrderRow,
  input: {
    items: readonly OrderItemRow[]
    shares: readonly number[]
    currencyId: Money['currencyId']
    isSettled: boolean
  },
): FiscalReceipt {
  const { items, shares, currencyId, isSettled } = input
  // only a full payment can settle a prepayment
  const prepaidMode: Mode = isSettled ? 'full_payment' : 'full_prepayment'
  const lines = items.map((item, index) => ({
    title: resolveLocalText(item.title, order.language),
    amount: shares[index] ?? 0,
    mode: isPrepaid(order, item) ? prepaidMode : regularMode,
  }))
  return {
    ...taxes,
    email: order.email,
    items: mergeLines(lines.filter((line) => line.amount > 0)).map(({ title, mode, quantity, amount }) => ({
      title,
      mode,
      quantity,
      price: { amount, currencyId },
    })),
  }
}

const toPrices = (items: readonly OrderItemRow[]) => items.map(({ totalPrice }) => totalPrice)
const sumAmounts = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/**
 * Splits a sum in proportion to weights. The parts are whole minor units and add up to the sum. The rounding remainder goes to
 * the parts with the largest remainders, the earlier one first.
 */
export function splitAmount(sum: number, weights: readonly number[]): number[] {
  const totalWeight = sumAmounts(weights)
  if (totalWeight === 0) return weights.map((_, index) => (index === 0 ? sum : 0))
  const parts = weights.map((weight) => Math.floor((sum * weight) / totalWeight))
  const remaining = sum - sumAmounts(parts)
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (sum * weight) % totalWeight }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder.slice(0, remaining)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

/** Merges lines of the same title, amount and mode: a receipt holds a limited number of lines. */
function mergeLines<Line extends { title: string; amount: number; mode: Mode }>(lines: readonly Line[]) {
  const groups = new Map<string, Line & { quantity: number }>()
  for (const line of lines) {
    const key = `${line.amount} ${line.mode} ${line.title}`
    const group = groups.get(key) ?? { ...line, quantity: 0 }
    group.quantity++
    groups.set(key, group)
  }
  return [...groups.values()]
}
